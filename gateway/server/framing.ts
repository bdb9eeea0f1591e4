// Functions of both engines: they reject repeated headers, split the request target, and decide whether a response has
// a Content-Length.

/** Headers that must not be repeated, because a proxy and this server might use different values. */
const SINGLE = new Set(['host', 'authorization', 'content-length', 'transfer-encoding']);

export const BAD_REQUEST = '400 Bad Request';
export const TOO_MANY_HEADERS = '431 Request Header Fields Too Large';
/**
 * Response for a body that did not arrive in time. The status is not 408, because clients treat 408 as final and end
 * the session. They retry after a 503.
 */
export const BODY_TIMEOUT_STATUS = '503 Service Unavailable';
/** Value of Retry-After in seconds. */
export const RETRY_AFTER = '1';

/**
 * Returns the error response for invalid headers that HTTP parsers accept: a repeated header of SINGLE, or too many
 * small headers. `rawHeaders` alternates names and values.
 */
export function headerErrorStatus(rawHeaders: readonly string[], limit: number): string | null {
  let size = 0;
  let seen: Set<string> | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    size += name.length + (rawHeaders[index + 1] ?? '').length + 4; // ": " and the line end
    if (!SINGLE.has(name)) continue;
    seen ??= new Set();
    if (seen.has(name)) return BAD_REQUEST;
    seen.add(name);
  }
  return size > limit ? TOO_MANY_HEADERS : null;
}

/**
 * Splits a request target into path and query. Removes scheme and host of an absolute form (`GET http://host/path`).
 */
export function splitTarget(target: string): [path: string, query: string] {
  const absolute = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target);
  const origin = absolute ? target.slice(absolute[0].length) : target;
  const [withoutFragment = ''] = origin.split('#', 1);
  const at = withoutFragment.indexOf('?');
  if (at < 0) return [withoutFragment || '/', ''];
  return [withoutFragment.slice(0, at) || '/', withoutFragment.slice(at + 1)];
}

/** Returns true if a response with this status has a Content-Length (and a body, except for HEAD). */
export function hasContentLength(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304;
}
