// The HTTP interface of the application: one request, one response, one handler. An engine is a file that implements
// HttpServer.
import type { Logger } from '../../core/log.ts';
import { GENERAL } from '../../core/settings/rows/general.ts';
import type { BodyBudget } from './body_budget.ts';
import type { Connections } from './connections.ts';

export interface HttpRequest {
  readonly method: string;
  /** Path as sent: not decoded, without the query. */
  readonly path: string;
  /** Text after the first `?`, not decoded, without the `?`. */
  readonly query: string;
  /** Returns the value of a header; names are case-insensitive. Repeated headers are joined by ", ". */
  header(name: string): string | undefined;
  /** The peer's address without port. */
  readonly remote_addr: string;
  /** Returns the whole body, read at the first call. Rejects with BodyTooLargeError, BodyAbortedError or BodyRefusedError. */
  body(limit: number): Promise<Buffer>;
  /** True after the client has disconnected. */
  readonly aborted: boolean;
}

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | null;
}

export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse>;

export interface HttpServer {
  /** `host`: one or several comma-separated addresses. Empty means all interfaces. */
  listen(o: { host: string; port: number }): Promise<{ port: number }>;
  /**
   * Stops accepting connections and lets running requests finish as the last of their connections. An idle connection
   * is kept for `idle_ms` (default: 0), during which its next request is still answered. After another `deadline_ms`
   * the rest is cut.
   */
  close(o: { deadline_ms: number; idle_ms?: number }): Promise<void>;
}

export interface HttpLimits {
  /** Request line and headers together; more is 431. Room for a 16 KiB token and the headers of proxies. */
  header_bytes: number;
  /** From the first byte to the end of the headers. */
  headers_timeout_ms: number;
  /** From the first byte to the end of the body. */
  request_timeout_ms: number;
  /** Time that an idle connection is kept. Longer than the usual 60 s of a load balancer. */
  keep_alive_ms: number;
  /** An unread rest of a body up to this size is discarded; a longer one costs the connection. */
  drain_bytes: number;
  /** Memory for large bodies of all running requests together. */
  bodies_bytes: number;
  /** Maximum number of open connections. */
  connections: number;
}

export const DEFAULT_LIMITS: Readonly<HttpLimits> = {
  header_bytes: 64 * 1024,
  headers_timeout_ms: 10_000,
  request_timeout_ms: 20_000,
  keep_alive_ms: 65_000,
  drain_bytes: 1024 * 1024,
  bodies_bytes: 16 * 1024 * 1024,
  connections: GENERAL.api_max_connections.default,
};

/** Parts of an engine. One instance is shared by all listening addresses. */
export interface EngineOptions {
  handler: HttpHandler;
  log: Logger;
  limits: HttpLimits;
  connections: Connections;
  bodies: BodyBudget;
  /**
   * True if other processes listen on the port too. Node's cluster module distributes connections to those with
   * node:http.
   */
  shares_port?: boolean;
}

/** The configured engine does not run on this machine. The message is for the operator. */
export class EngineUnusableError extends Error {
  readonly code = 'engine_unusable';
  constructor(why: string) {
    super(`SVC_HTTP_ENGINE=hyper-express cannot be used here: ${why}. Use auto or node.`);
    this.name = 'EngineUnusableError';
  }
}
