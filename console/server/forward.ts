// Forwards requests of the pages to the gateway in this process and adds the token.
import { randomUUID } from 'node:crypto';
import type { HttpHandler, HttpRequest, HttpResponse } from '../../gateway/server/types.ts';
import { SECURITY_HEADERS } from './files.ts';

/** Request headers that are forwarded. All others, including cookies, are dropped, except those of `trusted`. */
const SENT = new Set(['content-type', 'content-length', 'user-agent', 'if-none-match', 'accept']);
/** Response headers that are forwarded. */
const ANSWERED = new Set([
  'content-type',
  'etag',
  'x-request-id',
  'retry-after',
  'x-total-count',
  'link',
  'content-disposition',
]);

export interface ForwardOptions {
  handler: HttpHandler;
  /** Additional request headers to forward: those with the client's address from proxies. */
  trusted: readonly string[];
  /**
   * Request header with the request id (SVC_REQUEST_ID_HEADER); empty if the gateway makes the ids. A request without
   * the header gets an id here, so that the gateway logs, stores and returns one.
   */
  id_header: string;
}

export function createForwarder({ handler, trusted, id_header }: ForwardOptions) {
  const id_key = id_header.toLowerCase();
  const sent = new Set([...SENT, ...trusted.map((name) => name.toLowerCase())]);
  return async (request: HttpRequest, token: string | null, to: Partial<HttpRequest> = {}): Promise<HttpResponse> => {
    const { status, headers, body } = await handler(buildForwardedRequest(request, token, sent, to, id_key));
    const kept = Object.entries(headers).filter(([name]) => ANSWERED.has(name.toLowerCase()));
    return { status, headers: { ...SECURITY_HEADERS, 'Cache-Control': 'no-store', ...Object.fromEntries(kept) }, body };
  };
}

export type Forward = ReturnType<typeof createForwarder>;

function buildForwardedRequest(
  request: HttpRequest,
  token: string | null,
  sent: ReadonlySet<string>,
  to: Partial<HttpRequest>,
  id_key: string,
): HttpRequest {
  const request_id = id_key && (request.header(id_key) || randomUUID());
  return {
    method: to.method ?? request.method,
    path: to.path ?? request.path,
    query: to.query ?? request.query,
    remote_addr: request.remote_addr,
    get aborted() {
      return request.aborted;
    },
    header(name) {
      const key = name.toLowerCase();
      if (key === id_key) return request_id;
      if (key === 'authorization') return token === null ? undefined : `Bearer ${token}`;
      if (key === 'content-type' && to.body !== undefined) return 'application/json';
      if (key === 'content-length' && to.body !== undefined) return undefined;
      return sent.has(key) ? request.header(name) : undefined;
    },
    body: to.body ?? ((limit) => request.body(limit)),
    needs_no_captcha: to.needs_no_captcha ?? false,
  };
}
