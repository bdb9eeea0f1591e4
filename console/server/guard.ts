// Rejects what other pages of the same browser may send: names that point at this machine (DNS rebinding), requests of
// other origins, and writes that a form could make.
import type { HttpRequest } from '../../gateway/server/types.ts';

/** Path of the frame that shows a mail. */
export const FRAME = '/console/frame';

/** Returns why a request is rejected, or null. */
export type Guard = (request: HttpRequest) => string | null;

export function createGuard(isOwnHost: (host: string) => boolean): Guard {
  return (request) => {
    const host = request.header('host') ?? '';
    if (!isOwnHost(host.toLowerCase())) return 'This address does not belong to the console.';
    const site = request.header('sec-fetch-site');
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (site === undefined || site === 'same-origin' || site === 'none') return null;
      // A link on another page may open the console in a tab; the page then asks for data from its own origin.
      const opens = request.header('sec-fetch-mode') === 'navigate' && request.header('sec-fetch-dest') === 'document';
      return opens && !/^\/(admin|console)(\/|$)/.test(request.path) ? null : ELSEWHERE;
    }
    // Every browser that runs the console sends the header, and no page can set it.
    if (site !== 'same-origin') return ELSEWHERE;
    const type = request.header('content-type');
    const json = type === undefined || /^application\/json(\s*;|$)/i.test(type);
    return json || isFrame(request) ? null : 'The console accepts JSON only.';
  };
}

/** A form of the console fills the frame that shows a mail. The answer repeats the text and runs nothing. */
const isFrame = (request: HttpRequest): boolean =>
  request.method === 'POST' && request.path === FRAME && request.header('sec-fetch-dest') === 'iframe';

const ELSEWHERE = 'Pages of other origins may not use the console.';
