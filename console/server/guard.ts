// Rejects requests that other pages in the same browser may send: from other host names (DNS rebinding), from other
// origins, and writes that a form could send.
import type { HttpRequest } from '../../gateway/server/types.ts';

/** Path of the frame that shows a mail. */
export const FRAME_PATH = '/console/frame';

/** Returns the reason why a request is rejected, or null. */
export type Guard = (request: HttpRequest) => string | null;

export function createGuard(isOwnHost: (host: string) => boolean): Guard {
  return (request) => {
    const host = request.header('host') ?? '';
    if (!isOwnHost(host.toLowerCase())) return 'This address does not belong to the console.';
    const site = request.header('sec-fetch-site');
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (site === undefined || site === 'same-origin' || site === 'none') return null;
      // A link on another page may open the console in a tab. The console then requests data from its own origin.
      const opens = request.header('sec-fetch-mode') === 'navigate' && request.header('sec-fetch-dest') === 'document';
      return opens && !/^\/(admin|console)(\/|$)/.test(request.path) ? null : ELSEWHERE;
    }
    // All supported browsers send Sec-Fetch-Site, and pages cannot set it.
    if (site !== 'same-origin') return ELSEWHERE;
    const type = request.header('content-type');
    const json = type === undefined || /^application\/json(\s*;|$)/i.test(type);
    return json || isFrame(request) ? null : 'The console accepts JSON only.';
  };
}

/** Returns true for the form that posts a mail into its frame. The response only repeats the mail. */
const isFrame = (request: HttpRequest): boolean =>
  request.method === 'POST' && request.path === FRAME_PATH && request.header('sec-fetch-dest') === 'iframe';

const ELSEWHERE = 'Pages of other origins may not use the console.';
