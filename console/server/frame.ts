// The frame that shows a mail: a form of mail_frame.html sends the HTML, and the answer is that HTML, as a document that runs no
// script, loads nothing and belongs to no origin. The policy of the page itself forbids inline styles, which mails need.
import { framed, frameHeaders } from '../../core/pages/mail_frame.ts';
import type { HttpRequest, HttpResponse } from '../../gateway/server/types.ts';

/** More than a mail can have: a template renders at most a million characters. */
const MOST_BYTES = 4 * 1024 * 1024 + 64;
const FIELD = 'html=';

export async function showFrame(request: HttpRequest): Promise<HttpResponse> {
  // A form sends one field as text/plain: its name, its value, a line end.
  const sent = (await request.body(MOST_BYTES)).toString('utf8');
  const html = sent.startsWith(FIELD) ? sent.slice(FIELD.length).replace(/\r\n$/, '') : '';
  const headers = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-DNS-Prefetch-Control': 'off',
    ...frameHeaders({ images: false, links: false }),
  };
  return { status: 200, headers, body: framed(html) };
}
