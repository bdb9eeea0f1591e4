// Chooses the HTTP engine.
import type { Logger } from '../log.ts';
import { createNodeServer } from './node_http.ts';
import { DEFAULT_LIMITS, type HttpHandler, type HttpLimits, type HttpServer } from './types.ts';

export const HTTP_ENGINES = ['auto', 'node', 'hyper-express'] as const;
export type HttpEngine = (typeof HTTP_ENGINES)[number];

/** A server that is not listening yet. */
export function createServer(o: {
  engine: HttpEngine;
  handler: HttpHandler;
  log: Logger;
  limits?: Partial<HttpLimits>;
}): HttpServer {
  if (o.engine === 'hyper-express') {
    throw new Error('SVC_HTTP_ENGINE=hyper-express is not part of this release; use auto or node');
  }
  return createNodeServer({ handler: o.handler, log: o.log, limits: { ...DEFAULT_LIMITS, ...o.limits } });
}
