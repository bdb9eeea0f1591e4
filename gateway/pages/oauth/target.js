// Checks of the address to which the browser is sent with the answer. The page takes it from the API alone, never from its
// own address.

/** Schemes that execute or show their own content, or read files. */
const NEVER = /^(?:javascript|data|vbscript|blob|about|file|filesystem|view-source):$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Returns the URL if the browser may be sent there: https, http on this machine, or the scheme of an app. With `registered`,
 * the redirect URI that the user was shown, it must also be that address but for its query. Null otherwise.
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

/** Returns how an address is described: its host, this device, or the scheme of an app. */
export function describe(url) {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'app', text: url.protocol.slice(0, -1) };
  return LOOPBACK.test(url.hostname) ? { kind: 'device', text: url.host } : { kind: 'host', text: url.host };
}
