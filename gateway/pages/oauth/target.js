// Checks the URL to which the browser is redirected with the decision. The URL comes from the API, never from the
// page's own URL.

/** Schemes that execute or display their own content, or read files. */
const NEVER = /^(?:javascript|data|vbscript|blob|about|file|filesystem|view-source):$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Returns the URL if a redirect to it is safe: https, http on this machine, or the scheme of an app. With
 * `registered`, the redirect URI that was shown to the user, the URL must also equal it except for its query. Returns
 * null otherwise.
 */
export function safeTarget(text, registered) {
  if (typeof text !== 'string' || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (NEVER.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) return null;
  const isApp = url.protocol !== 'https:' && url.protocol !== 'http:';
  if (isApp && !url.protocol.includes('.') && !/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text)) return null;
  if (registered === undefined) return url;
  const shown = new URL(registered);
  return url.protocol === shown.protocol && url.host === shown.host && url.pathname === shown.pathname ? url : null;
}

/** Returns the parts that describe a redirect target to the user: its host, this device, or the scheme of an app. */
export function describe(url) {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'app', text: url.protocol.slice(0, -1) };
  return LOOPBACK.test(url.hostname) ? { kind: 'device', text: url.host } : { kind: 'host', text: url.host };
}
