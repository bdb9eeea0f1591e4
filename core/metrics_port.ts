// Serves Prometheus metrics on a separate port, so that they are never on the public port.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from './node_http.ts';

export interface MetricsPort {
  port: number;
  close(): Promise<void>;
}

const PATHS = new Set(['/', '/metrics']);
/** Limits for slow clients, in milliseconds. */
const LIMITS = { requestTimeout: 10_000, headersTimeout: 5_000, keepAliveTimeout: 5_000 };
const MOST_CONNECTIONS = 64;

/**
 * Opens the port. With `exclusive`, the processes of a cluster do not share it. Rejects with the socket's error if
 * the port is unavailable.
 */
export async function openMetricsPort(
  o: { host: string; port: number; exclusive: boolean },
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<MetricsPort> {
  const server = createServer(LIMITS, (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (request.method !== 'GET' && request.method !== 'HEAD') response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    else if (PATHS.has(path)) answer(request, response);
    else response.writeHead(404).end();
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: o.host || undefined, port: o.port, exclusive: o.exclusive }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
