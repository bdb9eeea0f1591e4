// Responds with the HTML of a mail that mail_frame.html posts. The document runs no scripts, loads nothing and has no
// origin. The mail has a document of its own, because the page's policy forbids inline styles, which mails need.
import { frameHeaders, openLinksInNewWindow } from '../../core/pages/mail_frame.ts';
import type { HttpRequest, HttpResponse } from '../../gateway/server/types.ts';

/** Maximum size in bytes. A rendered mail has at most a million characters. */
const MOST_BYTES = 4 * 1024 * 1024 + 64;
const FIELD = 'html=';

export async function respondWithMailFrame(request: HttpRequest): Promise<HttpResponse> {
  // The form posts a single field as text/plain: name, value, line end.
  const sent = (await request.body(MOST_BYTES)).toString('utf8');
  const html = sent.startsWith(FIELD) ? sent.slice(FIELD.length).replace(/\r\n$/, '') : '';
  const headers = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-DNS-Prefetch-Control': 'off',
    ...frameHeaders({ images: false, links: false }),
  };
  return { status: 200, headers, body: openLinksInNewWindow(html) };
}
