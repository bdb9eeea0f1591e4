// Patterns of URI_ALLOW_LIST. The time of a match is at most proportional to the length of the pattern with its braces
// expanded, times the length of the text. A regular expression could backtrack for minutes on a client's text.
import { maskCredentials } from './masked_url.ts';

export type MatchPattern = (text: string) => boolean;

/** An element of a pattern: a set of characters, once or any number of times. */
interface PatternElement {
  passes: (character: string) => boolean;
  many: boolean;
}

const SEPARATORS = new Set(['.', '/']);
/** Delimiters that wildcards in the host of an http URL must not match. */
const HOST_ENDS = new Set(['/', '?', '#', '@', '\\']);
/** Maximum number of alternatives, because nested braces multiply them. */
const MAX_ALTERNATIVES = 100;

/** Compiles a list of patterns. Throws an error that names an invalid one. */
export function compileAllowList(patterns: readonly string[]): MatchPattern[] {
  return patterns.map((pattern) => compileGlob(pattern));
}

/** Compiles a pattern, which must match the whole text, case-sensitively. */
function compileGlob(pattern: string): MatchPattern {
  const fail: FailWith = (what) => {
    throw new Error(`pattern ${JSON.stringify(maskCredentials(pattern))} ${what}`);
  };
  const alternatives = expandBraces(pattern, fail).map((one) => compileElements(one, fail));
  return (text) => alternatives.some((steps) => matchesText(steps, text));
}

type FailWith = (what: string) => never;

/** Expands `{a,b}` into all alternatives, the outermost braces first. */
function expandBraces(pattern: string, fail: FailWith): string[] {
  const open = indexOutsideBrackets(pattern, '{', 0);
  if (open < 0) return [pattern];
  const parts: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') at++;
    else if (character === '{') depth++;
    else if (character === ',' && depth === 1) {
      parts.push(pattern.slice(from, at));
      from = at + 1;
    } else if (character === '}' && --depth === 0) {
      parts.push(pattern.slice(from, at));
      const head = pattern.slice(0, open);
      const rest = pattern.slice(at + 1);
      const all = parts.flatMap((part) => expandBraces(head + part + rest, fail));
      return all.length > MAX_ALTERNATIVES ? fail('has too many alternatives') : all;
    }
  }
  return fail('has a "{" without "}"');
}

/** Returns the index of the first unescaped `wanted` outside of `[…]`; -1 if there is none. */
function indexOutsideBrackets(pattern: string, wanted: string, from: number): number {
  for (let at = from; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === wanted) return at;
    else if (pattern[at] === '[') {
      const end = pattern.indexOf(']', at + 2);
      if (end > 0) at = end;
    }
  }
  return -1;
}

function compileElements(pattern: string, fail: FailWith): PatternElement[] {
  const hostEnd = findHostEnd(pattern);
  const steps: PatternElement[] = [];
  let at = 0;
  while (at < pattern.length) {
    const rest = pattern.slice(at);
    const inHost = at < hostEnd;
    const reaches = (character: string): boolean => !inHost || !HOST_ENDS.has(character);
    const within = (character: string): boolean => reaches(character) && !SEPARATORS.has(character);
    const [stars] = /^\*+/.exec(rest) ?? [];
    if (stars !== undefined) {
      steps.push({ passes: stars.length > 1 ? reaches : within, many: true });
      at += stars.length;
    } else if (rest.startsWith('?')) {
      steps.push({ passes: within, many: false });
      at++;
    } else if (rest.startsWith('[')) {
      const [text, negated, members] = /^\[(!?)([^\]]+)\]/.exec(rest) ?? fail('has a "[" without "]"');
      const listed = compileCharacterClass(members ?? '', fail);
      const passes = negated ? (character: string) => !listed(character) && reaches(character) : listed;
      steps.push({ passes, many: false });
      at += text.length;
    } else {
      const escaped = rest.startsWith('\\');
      const [character] = escaped ? rest.slice(1) : rest;
      if (character === undefined) fail('ends in "\\"');
      steps.push({ passes: (other) => other === character, many: false });
      at += (escaped ? 1 : 0) + (character ?? '').length;
    }
  }
  return steps;
}

/** Returns the index at which the host ends if the scheme is http, https or has a wildcard; 0 for other patterns. */
function findHostEnd(pattern: string): number {
  const [scheme] = /^[^:/]*:\/\//.exec(pattern) ?? [];
  // A wildcard in the scheme can match http, so the host is protected as well.
  if (scheme === undefined || !/^https?:\/\/$|[*?[\\]/.test(scheme)) return 0;
  const slash = pattern.indexOf('/', scheme.length);
  return slash < 0 ? pattern.length : slash;
}

/** Parses the content of a character class, such as `a-zA-Z0-9_`. A hyphen at the start or end is literal. */
function compileCharacterClass(members: string, fail: FailWith): (character: string) => boolean {
  const ranges = [...members.matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, single]) => {
    const [low = '', high = ''] = single === undefined ? [from, to] : [single, single];
    return low > high ? fail('has a range in the wrong order') : ([low, high] as const);
  });
  return (character) => ranges.some(([low, high]) => character >= low && character <= high);
}

/**
 * Returns true if the steps match the text. Tracks all possible positions at once: `live[i]` is 1 if the first i steps
 * can match the text read so far.
 */
function matchesText(steps: readonly PatternElement[], text: string): boolean {
  let live = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);
  live[0] = 1;
  skipRepeatable(steps, live);
  for (const character of text) {
    next.fill(0);
    let any = false;
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index] as PatternElement;
      if (!live[index] || !step.passes(character)) continue;
      next[step.many ? index : index + 1] = 1;
      any = true;
    }
    if (!any) return false;
    skipRepeatable(steps, next);
    [live, next] = [next, live];
  }
  return live[steps.length] === 1;
}

/** Marks the positions after steps that may repeat, because such a step can also be skipped. */
function skipRepeatable(steps: readonly PatternElement[], live: Uint8Array): void {
  for (let index = 0; index < steps.length; index++) if (live[index] && steps[index]?.many) live[index + 1] = 1;
}
