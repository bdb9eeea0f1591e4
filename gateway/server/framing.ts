// What both engines check and answer alike: headers that must not be repeated, the request target, which answers have a length.

/** Headers of which a proxy in front and we might pick different ones. */
const SINGLE = new Set(['host', 'authorization', 'content-length', 'transfer-encoding']);

export const BAD_REQUEST = '400 Bad Request';
export const TOO_MANY_HEADERS = '431 Request Header Fields Too Large';
/** For a body that did not arrive in time. Not 408: clients take that as final and end the session; after 503 they try again. */
export const TOO_SLOW = '503 Service Unavailable';
/** A second, as for every 503. */
export const RETRY_AFTER = '1';

/** What parsers let through: a repeated header of SINGLE, and many small headers. `rawHeaders` is name, value, name, value. */
export function headerFault(rawHeaders: readonly string[], limit: number): string | null {
  let size = 0;
  let seen: Set<string> | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    size += name.length + (rawHeaders[index + 1] ?? '').length + 4; // ": " and the line's end
    if (!SINGLE.has(name)) continue;
    seen ??= new Set();
    if (seen.has(name)) return BAD_REQUEST;
    seen.add(name);
  }
  return size > limit ? TOO_MANY_HEADERS : null;
}

/** Path and query of the request target; the absolute form (`GET http://host/path`) is reduced to its path. */
export function splitTarget(target: string): [path: string, query: string] {
  const absolute = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target);
  const origin = absolute ? target.slice(absolute[0].length) : target;
  const [withoutFragment = ''] = origin.split('#', 1);
  const at = withoutFragment.indexOf('?');
  if (at < 0) return [withoutFragment || '/', ''];
  return [withoutFragment.slice(0, at) || '/', withoutFragment.slice(at + 1)];
}

/** Whether an answer of this status has a Content-Length (and, but for HEAD, a body). */
export function hasLength(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304;
}
