// Removes secrets and addresses from client input, for logs and spans. Words and ids stay; everything that looks like a
// token, a code or an address is removed, wherever the client put it.
import { parseUuid } from '../http/uuid.ts';

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

const MAX_LENGTH = 300;

/** A word of a path. Ids, codes, phone numbers and short tokens have more digits. */
const WORD = /^(?=(?:\D*\d){0,3}\D*$)[\w.-]{0,30}$/;

const SECRETS: readonly RegExp[] = [
  // JSON web tokens.
  /eyJ[\w.-]+/g,
  // Addresses, percent-encoded too. The search starts only where an address can begin: if it started at every character, a
  // long text without an address would take a second.
  /(?<![^\s"'<>()[\],;:=/?&])[^\s"'<>()[\],;:=/?&]+(?:@|%40)[^\s"'<>()[\],;/?&]+/gi,
  // Longer than any word or id.
  /[\w.~+-]{40,}/g,
  // Codes and phone numbers.
  /(?<![\w-])\+?\d{6,15}(?![\w-])/g,
  // Short tokens, as supabase/auth makes them.
  /(?<![\w-])(?=(?:[a-z]*\d){3})(?=\d*[a-z])[a-z0-9]{10,39}(?![\w-])/gi,
];

/** Redacts a text that a client may have written a part of. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((left, pattern) => left.replace(pattern, '***'), text);
}

/** Redacts a request id, which a proxy or the client chose: it may be long and have digits, but no token and no address. */
export function redactedId(id: string): string {
  if (!/eyJ|@|%40/.test(id)) return id;
  return SECRETS.slice(0, 2).reduce((left, pattern) => left.replace(pattern, '***'), id);
}

export const knownMethod = (method: string): string => (METHODS.has(method) ? method : '_OTHER');

interface Found {
  /** Path of the route, with its parameters in braces. */
  route?: string | undefined;
  params?: Readonly<Record<string, string>>;
}

/** Returns the path as sent if its parameters are ids, otherwise the route's path with parameter names. */
export function redactedPath(path: string, { route, params = {} }: Found): string {
  if (route === undefined) return words(path);
  return Object.values(params).every((value) => parseUuid(value) !== null) ? path : route;
}

/** Redacts a redirect target and cuts off its query. */
export function redactedTarget(url: string): string {
  const [bare = ''] = url.split(/[?#]/, 1);
  const [origin = ''] = /^[a-z][\w+.-]*:\/*[^/]*/i.exec(bare) ?? [];
  return withoutSecrets(origin) + words(bare.slice(origin.length));
}

function words(path: string): string {
  return path
    .slice(0, MAX_LENGTH)
    .split('/')
    .map((segment) => (WORD.test(segment) ? segment : '***'))
    .join('/');
}
