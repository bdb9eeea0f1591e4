// What a client has sent, as logs and spans may have it: words and ids. Whatever looks like a token, a code or somebody's address is
// cut out, wherever a client put it.
import { parseUuid } from '../http/uuid.ts';

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

const MOST = 300;

/** A word of a path; ids, codes, numbers and short tokens have more digits. */
const WORD = /^(?=(?:\D*\d){0,3}\D*$)[\w.-]{0,30}$/;

const SECRETS: readonly RegExp[] = [
  // JSON web tokens.
  /eyJ[\w.-]+/g,
  // Addresses, also as paths and queries spell them. The search starts only where an address can begin: started at every
  // character, it would take a second for a long text without any.
  /(?<![^\s"'<>()[\],;:=/?&])[^\s"'<>()[\],;:=/?&]+(?:@|%40)[^\s"'<>()[\],;/?&]+/gi,
  // No word and no id is this long.
  /[\w.~+-]{40,}/g,
  // Codes and telephone numbers.
  /(?<![\w-])\+?\d{6,15}(?![\w-])/g,
  // Short tokens, as supabase/auth makes them.
  /(?<![\w-])(?=(?:[a-z]*\d){3})(?=\d*[a-z])[a-z0-9]{10,39}(?![\w-])/gi,
];

/** A text of which a client may have written a part. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((left, pattern) => left.replace(pattern, '***'), text);
}

/** An id that a proxy has given a request, or a client in its place: ids may be long and of digits, but no token and no address. */
export function saidId(id: string): string {
  if (!/eyJ|@|%40/.test(id)) return id;
  return SECRETS.slice(0, 2).reduce((left, pattern) => left.replace(pattern, '***'), id);
}

export const saidMethod = (method: string): string => (METHODS.has(method) ? method : '_OTHER');

interface Found {
  /** The path of its row in the table of routes. */
  route?: string | undefined;
  params?: Readonly<Record<string, string>>;
}

/** The path of a request: as it was sent where its parameters are ids, as its row has it where they are not. */
export function saidPath(path: string, { route, params = {} }: Found): string {
  if (route === undefined) return words(path);
  return Object.values(params).every((value) => parseUuid(value) !== null) ? path : route;
}

/** Where a request leads to, without its query. */
export function saidTarget(url: string): string {
  const [bare = ''] = url.split(/[?#]/, 1);
  const [origin = ''] = /^[a-z][\w+.-]*:\/*[^/]*/i.exec(bare) ?? [];
  return withoutSecrets(origin) + words(bare.slice(origin.length));
}

function words(path: string): string {
  return path
    .slice(0, MOST)
    .split('/')
    .map((segment) => (WORD.test(segment) ? segment : '***'))
    .join('/');
}
