// URI_ALLOW_LIST patterns as regular expressions (contract 5.10, design D7).

/** A pattern list, compiled once at start. Throws a sentence that names a malformed pattern. */
export function compileAllowList(patterns: readonly string[]): RegExp[] {
  return patterns.map((pattern) => compileGlob(pattern));
}

/** Anything but the separators `.` and `/`. */
const WITHIN = '[^./]';
/** In the host of an http URL, no wildcard may reach the path, a query, a fragment or past userinfo. */
const HOST_WITHIN = '[^./?#@\\\\]';
const HOST_ANY = '[^/?#@\\\\]';

/** One glob, anchored at both ends and case-sensitive. */
export function compileGlob(pattern: string): RegExp {
  const fail = (what: string): never => {
    throw new Error(`pattern ${JSON.stringify(pattern)} ${what}`);
  };
  const hostEnd = hostEndOf(pattern);
  let source = '';
  let depth = 0;
  let at = 0;
  while (at < pattern.length) {
    const character = pattern[at] ?? '';
    const inHost = at < hostEnd;
    if (character === '*') {
      const run = /^\*+/.exec(pattern.slice(at))?.[0].length ?? 1;
      const any = inHost ? HOST_ANY : '[^]';
      source += run > 1 ? `${any}*` : `${inHost ? HOST_WITHIN : WITHIN}*`;
      at += run;
      continue;
    }
    if (character === '?') source += inHost ? HOST_WITHIN : WITHIN;
    else if (character === '[') {
      const [text, negated, members] = /^\[(!?)([^\]]+)\]/.exec(pattern.slice(at)) ?? fail('has a "[" without "]"');
      source += characterClass({ negated: negated !== '', members: members ?? '', inHost, fail });
      at += (text ?? '').length;
      continue;
    } else if (character === '{') {
      depth++;
      source += '(?:';
    } else if (character === '}' && depth > 0) {
      depth--;
      source += ')';
    } else if (character === ',' && depth > 0) source += '|';
    else if (character === '\\') {
      at++;
      if (at >= pattern.length) fail('ends in "\\"');
      source += escapeRegExp(pattern[at] ?? '');
    } else source += escapeRegExp(character);
    at++;
  }
  if (depth > 0) fail('has a "{" without "}"');
  return new RegExp(`^(?:${source})$`, 'u');
}

/** Index of the first path slash of an http or https pattern; 0 where the rule for hosts does not apply. */
function hostEndOf(pattern: string): number {
  // A wildcard scheme can match http, so its host is guarded as well.
  const [scheme] = /^[^:/]*:\/\//.exec(pattern) ?? [];
  if (scheme === undefined || !/^https?:\/\/$|[*?[{\\]/.test(scheme)) return 0;
  const slash = pattern.indexOf('/', scheme.length);
  return slash < 0 ? pattern.length : slash;
}

function characterClass(o: {
  negated: boolean;
  members: string;
  inHost: boolean;
  fail: (what: string) => never;
}): string {
  const { negated, members, inHost, fail } = o;
  const [, from, to] = /^([^\\])-([^\\])$/u.exec(members) ?? [];
  if (from !== undefined && to !== undefined && from > to) fail('has a range in the wrong order');
  const inner =
    from !== undefined && to !== undefined ? `${escapeClass(from)}-${escapeClass(to)}` : escapeClass(members);
  if (!negated) return `[${inner}]`;
  return inHost ? `[^${inner}/?#@\\\\]` : `[^${inner}]`;
}

function escapeClass(text: string): string {
  return text.replace(/[\\\]^-]/g, '\\$&');
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
