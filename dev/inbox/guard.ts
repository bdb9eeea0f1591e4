// Restricts access to the inbox. Programs and pages of its own origin may read it; other websites in the same browser
// may not.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Returns the reason why a request is rejected, or null. */
export type Guard = (request: IncomingMessage) => string | null;

/**
 * Creates the guard. `names` are the allowed host names besides localhost and IP addresses. Others are rejected,
 * because a website can resolve its own name to this machine (DNS rebinding).
 */
export function createGuard(names: ReadonlySet<string>): Guard {
  return ({ headers, method, url }) => {
    const host = headers.host ?? '';
    const name = parseHostName(host);
    if (name === null || !(name === 'localhost' || isIP(name) > 0 || names.has(name))) {
      return 'Open the inbox as localhost, by IP address, or by the host name of SVC_API_EXTERNAL_URL or SVC_SITE_URL.';
    }
    if (headers.origin !== undefined && headers.origin !== `http://${host}`) return ELSEWHERE;
    const site = headers['sec-fetch-site'];
    if (site === undefined || site === 'same-origin' || site === 'none') return null;
    // A link on another page may open the inbox in a tab.
    const opens = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    return opens && method === 'GET' && /^\/(\?|$)/.test(url ?? '') ? null : ELSEWHERE;
  };
}

const ELSEWHERE = 'Pages of other origins may not read the inbox.';

/** Returns the host of a Host header in lower case without the port; null if it is invalid. */
function parseHostName(host: string): string | null {
  const url = `http://${host}/`;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(url)) return null;
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
}
