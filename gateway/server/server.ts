// Selects the HTTP engine.
import type { Logger } from '../../core/log.ts';
import type { HttpEngine } from '../../core/settings/rows/general.ts';
import { createBodyBudget } from './body_budget.ts';
import { createConnections } from './connections.ts';
import { createHyperExpressServer } from './hyper_express.ts';
import { createMultiAddressServer } from './multi_address.ts';
import { createNodeServer } from './node_http.ts';
import { DEFAULT_LIMITS, type HttpHandler, type HttpLimits, type HttpServer } from './types.ts';

/** Minimum memory in bytes for request bodies per process. It holds a few bodies of the maximum size. */
const FEWEST_BODY_BYTES = 4 * 1024 * 1024;

/** Creates a server that does not listen yet. */
export function createServer(o: {
  engine: HttpEngine;
  handler: HttpHandler;
  log: Logger;
  limits?: Partial<HttpLimits>;
  /** Number of processes that share the port and the memory for request bodies. */
  among?: number;
}): HttpServer {
  const { handler, log, among = 1 } = o;
  const all = { ...DEFAULT_LIMITS, ...o.limits };
  const share = Math.max(Math.min(FEWEST_BODY_BYTES, all.bodies_bytes), Math.floor(all.bodies_bytes / among));
  const limits = { ...all, bodies_bytes: share };
  const connections = createConnections({ most: limits.connections, log });
  const options = {
    handler,
    log,
    limits,
    connections,
    bodies: createBodyBudget(limits.bodies_bytes),
    shares_port: among > 1,
  };
  // docs/adr/0004-http-engines.md explains why auto is node:http everywhere.
  return createMultiAddressServer(() =>
    o.engine === 'hyper-express' ? createHyperExpressServer(options) : createNodeServer(options),
  );
}
