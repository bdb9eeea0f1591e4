// URI_ALLOW_LIST patterns. Matching takes time in proportion to pattern times text: the text is
// a stranger's, and a regular expression of the same pattern backtracks for minutes.
import { maskedLogin } from './masked_url.ts';

export type Glob = (text: string) => boolean;

/** One step of a pattern: a character that passes, once or any number of times. */
interface Step {
  passes: (character: string) => boolean;
  many: boolean;
}

const SEPARATORS = new Set(['.', '/']);
/** In the host of an http URL no wildcard may reach the path, a query, a fragment, or beyond userinfo. */
const HOST_ENDS = new Set(['/', '?', '#', '@', '\\']);
/** Braces multiply; what a person writes stays far below. */
const MAX_ALTERNATIVES = 100;

/** A pattern list, compiled once at start. Throws a sentence that names a malformed pattern. */
export function compileAllowList(patterns: readonly string[]): Glob[] {
  return patterns.map((pattern) => compileGlob(pattern));
}

/** One glob, anchored at both ends and case-sensitive. */
function compileGlob(pattern: string): Glob {
  const fail: Fail = (what) => {
    throw new Error(`pattern ${JSON.stringify(maskedLogin(pattern))} ${what}`);
  };
  const alternatives = expandBraces(pattern, fail).map((one) => compileSteps(one, fail));
  return (text) => alternatives.some((steps) => matches(steps, text));
}

type Fail = (what: string) => never;

/** All readings of `{a,b}`, outermost first. */
function expandBraces(pattern: string, fail: Fail): string[] {
  const open = indexOutside(pattern, '{', 0);
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

/** Index of an unescaped character outside `[…]`. */
function indexOutside(pattern: string, wanted: string, from: number): number {
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

function compileSteps(pattern: string, fail: Fail): Step[] {
  const hostEnd = hostEndOf(pattern);
  const steps: Step[] = [];
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
      const listed = characterClass(members ?? '', fail);
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

/** Index of the first path slash of an http or https pattern; 0 where the rule for hosts does not apply. */
function hostEndOf(pattern: string): number {
  const [scheme] = /^[^:/]*:\/\//.exec(pattern) ?? [];
  // A wildcard in the scheme can match http, so the host is guarded as well.
  if (scheme === undefined || !/^https?:\/\/$|[*?[\\]/.test(scheme)) return 0;
  const slash = pattern.indexOf('/', scheme.length);
  return slash < 0 ? pattern.length : slash;
}

/** Single characters and ranges, in any number: `[a-zA-Z0-9_]`. A hyphen at either end is itself. */
function characterClass(members: string, fail: Fail): (character: string) => boolean {
  const ranges = [...members.matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, single]) => {
    const [low = '', high = ''] = single === undefined ? [from, to] : [single, single];
    return low > high ? fail('has a range in the wrong order') : ([low, high] as const);
  });
  return (character) => ranges.some(([low, high]) => character >= low && character <= high);
}

/** All readings at once: `live[i]` says that the text so far can have been matched by the first i steps. */
function matches(steps: readonly Step[], text: string): boolean {
  let live = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);
  live[0] = 1;
  skipMany(steps, live);
  for (const character of text) {
    next.fill(0);
    let any = false;
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index] as Step;
      if (!live[index] || !step.passes(character)) continue;
      next[step.many ? index : index + 1] = 1;
      any = true;
    }
    if (!any) return false;
    skipMany(steps, next);
    [live, next] = [next, live];
  }
  return live[steps.length] === 1;
}

/** A step that may repeat may also be left out. */
function skipMany(steps: readonly Step[], live: Uint8Array): void {
  for (let index = 0; index < steps.length; index++) if (live[index] && steps[index]?.many) live[index + 1] = 1;
}
