// Answers Prometheus on a port of its own: never on the public one.
import type { AddressInfo } from 'node:net';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import type { IMetricReader } from '@opentelemetry/sdk-metrics';
import { createServer } from '../core/node_http.ts';

export interface PrometheusServer {
  reader: IMetricReader;
  port: number;
  close(): Promise<void>;
}

const PATHS = new Set(['/', '/metrics']);
/** A scrape is short; who sends slowly holds a connection no longer than this. */
const LIMITS = { requestTimeout: 10_000, headersTimeout: 5_000, keepAliveTimeout: 5_000 };
const MOST_CONNECTIONS = 64;

/** Rejects with the socket's error where the port cannot be had. */
export async function startPrometheus(o: { host: string; port: number }): Promise<PrometheusServer> {
  const reader = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });
  const server = createServer(LIMITS, (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (request.method !== 'GET' && request.method !== 'HEAD') response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    else if (PATHS.has(path)) reader.getMetricsRequestHandler(request, response);
    else response.writeHead(404).end();
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Each process of `serve --workers` has one of its own, which the first one asks.
    server.listen({ host: o.host || undefined, port: o.port, exclusive: true }, resolve);
  });
  return {
    reader,
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
