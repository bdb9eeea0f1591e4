// Forwards requests of the pages to the gateway in this process and adds the token.
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
}

export function createForwarder({ handler, trusted }: ForwardOptions) {
  const sent = new Set([...SENT, ...trusted.map((name) => name.toLowerCase())]);
  return async (request: HttpRequest, token: string | null, to: Partial<HttpRequest> = {}): Promise<HttpResponse> => {
    const { status, headers, body } = await handler(buildForwardedRequest(request, token, sent, to));
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
): HttpRequest {
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
      if (key === 'authorization') return token === null ? undefined : `Bearer ${token}`;
      if (key === 'content-type' && to.body !== undefined) return 'application/json';
      if (key === 'content-length' && to.body !== undefined) return undefined;
      return sent.has(key) ? request.header(name) : undefined;
    },
    body: to.body ?? ((limit) => request.body(limit)),
  };
}
