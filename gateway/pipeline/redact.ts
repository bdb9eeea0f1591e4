// Removes secrets and addresses from client input, for logs and spans. Words and ids are kept. Text that looks like a
// token, a code or an address is removed.
import { parseUuid } from '../http/uuid.ts';

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

const MAX_LENGTH = 300;

/**
 * Matches a path segment that is not replaced as a whole: at most 30 letters, digits, `_`, `.` and `-`, with at most
 * three digits. Codes and phone numbers have more digits.
 */
const WORD = /^(?=(?:\D*\d){0,3}\D*$)[\w.-]{0,30}$/;

const SECRETS: readonly RegExp[] = [
  // JSON Web Tokens.
  /eyJ[\w.-]+/g,
  // Matches e-mail addresses, also percent-encoded ones. The lookbehind starts the search only where an address can
  // begin. Without it, the search in a long text would take quadratic time.
  /(?<![^\s"'<>()[\],;:=/?&])[^\s"'<>()[\],;:=/?&]+(?:@|%40)[^\s"'<>()[\],;/?&]+/gi,
  // Matches strings that are longer than any word or id.
  /[\w.~+-]{40,}/g,
  // Matches codes and phone numbers.
  /(?<![\w-])\+?\d{6,15}(?![\w-])/g,
  // Matches 10 to 39 letters and digits, among them at least three digits and one letter.
  /(?<![\w-])(?=(?:[a-z]*\d){3})(?=\d*[a-z])[a-z0-9]{10,39}(?![\w-])/gi,
  // Matches refresh tokens of supabase/auth: 12 characters of base32. One token in twelve has no digit and looks like a
  // word, so it is not matched.
  /(?<![\w-])(?=[a-z]*[2-7])[a-z2-7]{12}(?![\w-])/g,
];

/** Redacts a text that may contain client input. */
export function redactSecrets(text: string): string {
  return SECRETS.reduce((left, pattern) => left.replace(pattern, '***'), text);
}

/** Redacts tokens and addresses in a request id. Long ids and ids with digits are kept. */
export function redactId(id: string): string {
  if (!/eyJ|@|%40/.test(id)) return id;
  return SECRETS.slice(0, 2).reduce((left, pattern) => left.replace(pattern, '***'), id);
}

export const knownMethodOrOther = (method: string): string => (METHODS.has(method) ? method : '_OTHER');

interface RoutedPath {
  /** Path pattern of the route, with parameter names in braces. */
  route?: string | undefined;
  params?: Readonly<Record<string, string>>;
}

/**
 * Returns the path as sent if all of its parameters are UUIDs, and the path pattern of the route otherwise. Without a
 * route, redacts each segment that is no word.
 */
export function redactPath(path: string, { route, params = {} }: RoutedPath): string {
  if (route === undefined) return redactSegments(path);
  return Object.values(params).every((value) => parseUuid(value) !== null) ? path : route;
}

/** Redacts a redirect target and removes its query and fragment. */
export function redactTarget(url: string): string {
  const [bare = ''] = url.split(/[?#]/, 1);
  const [origin = ''] = /^[a-z][\w+.-]*:\/*[^/]*/i.exec(bare) ?? [];
  return redactSecrets(origin) + redactSegments(bare.slice(origin.length));
}

function redactSegments(path: string): string {
  return path
    .slice(0, MAX_LENGTH)
    .split('/')
    .map((segment) => (WORD.test(segment) ? redactSecrets(segment) : '***'))
    .join('/');
}
