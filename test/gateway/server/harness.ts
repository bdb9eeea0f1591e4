// An HTTP engine with a handler that echoes requests. POSTERN_TEST_ENGINE selects the engine, node by default.
import { createLog } from '../../../core/log.ts';
import { HTTP_ENGINES, type HttpEngine } from '../../../core/settings/rows/general.ts';
import { BodyAbortedError, BodyRefusedError, BodyTooLargeError } from '../../../gateway/server/body_faults.ts';
import { createServer } from '../../../gateway/server/server.ts';
import type { HttpRequest, HttpResponse } from '../../../gateway/server/types.ts';

export const MIB = 1024 * 1024;
export const engine: HttpEngine = HTTP_ENGINES.find((name) => name === process.env.POSTERN_TEST_ENGINE) ?? 'node';
export const receivedRequests: { method: string; path: string; body: string }[] = [];
/** Called when a request to /slow has started. */
export const slowRequestHook: { started?: () => void } = {};

/**
 * Response body that is larger than the kernel's socket buffers, which can grow to 32 MiB while a client does not read.
 * Created on first use.
 */
let long: Buffer | undefined;

const json = (status: number, value: unknown): HttpResponse => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});

/** Echoes the request. Some paths have other responses. */
export async function handleTestRequest(request: HttpRequest): Promise<HttpResponse> {
  const entry = { method: request.method, path: request.path, body: '' };
  receivedRequests.push(entry);
  if (request.path === '/throws') throw new Error('a fault of the application');
  if (request.path === '/unread') return json(401, { read: false });
  if (request.path === '/long') {
    long ??= Buffer.alloc(64 * MIB, 'a');
    return { status: 200, headers: {}, body: long };
  }
  if (request.path === '/empty') return { status: 204, headers: {}, body: null };
  if (request.path === '/badheader')
    return { status: 302, headers: { Location: 'http://x/\r\nSet-Cookie: a=b' }, body: null };
  if (request.path === '/slow') {
    slowRequestHook.started?.();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return json(200, { slow: true });
  }
  try {
    const body = await request.body(MIB);
    entry.body = body.length > 200 ? `${body.length} bytes` : body.toString('utf8');
    return json(200, {
      ...entry,
      query: request.query,
      agent: request.header('User-Agent') ?? null,
      addr: request.remote_addr,
    });
  } catch (error) {
    if (error instanceof BodyTooLargeError) return json(413, { limit: error.limit });
    if (error instanceof BodyRefusedError) return json(503, { refused: true });
    if (error instanceof BodyAbortedError) return json(400, { aborted: true });
    throw error;
  }
}

export const logLines: string[] = [];
export const log = createLog({ level: 'info', stream: { write: (line: string) => void logLines.push(line) } });
export const startServer = async (o: Partial<Parameters<typeof createServer>[0]> = {}) => {
  const server = createServer({ engine, handler: handleTestRequest, log, ...o });
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 });
  return { server, port };
};
export const NEXT_REQUEST = 'GET /next HTTP/1.1\r\nHost: x\r\n\r\n';
