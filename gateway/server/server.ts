// Chooses the HTTP engine.
import type { Logger } from '../../core/log.ts';
import type { HttpEngine } from '../../core/settings/rows/general.ts';
import { createBodyBudget } from './body_budget.ts';
import { createConnections } from './connections.ts';
import { createHyperExpressServer } from './hyper_express.ts';
import { createNodeServer } from './node_http.ts';
import { severalServers } from './several.ts';
import { DEFAULT_LIMITS, type HttpHandler, type HttpLimits, type HttpServer } from './types.ts';

/** A server that is not listening yet. */
export function createServer(o: {
  engine: HttpEngine;
  handler: HttpHandler;
  log: Logger;
  limits?: Partial<HttpLimits>;
}): HttpServer {
  const { handler, log } = o;
  const limits = { ...DEFAULT_LIMITS, ...o.limits };
  const connections = createConnections({ most: limits.connections, log });
  const options = { handler, log, limits, connections, bodies: createBodyBudget(limits.bodies_bytes) };
  // docs/adr/0004-http-engines.md: why auto is node:http everywhere.
  return severalServers(() =>
    o.engine === 'hyper-express' ? createHyperExpressServer(options) : createNodeServer(options),
  );
}
