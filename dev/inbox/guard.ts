// Who may ask the inbox: pages of its own origin and programs on this machine. Other websites in the same browser may not.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** A sentence that says why a request is refused; null for one that may pass. */
export type Guard = (request: IncomingMessage) => string | null;

/**
 * `names`: host names under which the inbox may be opened besides localhost and addresses. A website can make its own name
 * lead to this machine, and would then be of the same origin as the inbox: no other name is answered.
 */
export function createGuard(names: ReadonlySet<string>): Guard {
  return ({ headers, method, url }) => {
    const host = headers.host ?? '';
    const name = nameOf(host);
    if (name === null || !(name === 'localhost' || isIP(name) > 0 || names.has(name))) {
      return 'The inbox is opened as localhost, by an address, or by the host name of SVC_API_EXTERNAL_URL or SVC_SITE_URL.';
    }
    if (headers.origin !== undefined && headers.origin !== `http://${host}`) return ELSEWHERE;
    const site = headers['sec-fetch-site'];
    if (site === undefined || site === 'same-origin' || site === 'none') return null;
    // A link on another page may open the inbox itself, in a tab.
    const opens = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    return opens && method === 'GET' && /^\/(\?|$)/.test(url ?? '') ? null : ELSEWHERE;
  };
}

const ELSEWHERE = 'Pages of another origin may not read the inbox.';

/** The host of a Host header without its port, in lower case; null where it is none. */
function nameOf(host: string): string | null {
  const url = `http://${host}/`;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(url)) return null;
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
}
