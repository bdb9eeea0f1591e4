// Interface between the application and the HTTP engines. An engine implements HttpServer.
import type { Logger } from '../../core/log.ts';
import { GENERAL } from '../../core/settings/rows/general.ts';
import type { BodyBudget } from './body_budget.ts';
import type { Connections } from './connections.ts';

export interface HttpRequest {
  readonly method: string;
  /** Path as sent: not decoded, without the query. */
  readonly path: string;
  /** Query after the first `?`, not decoded. */
  readonly query: string;
  /** Returns the value of a header; names are case-insensitive. */
  header(name: string): string | undefined;
  /** IP address of the peer. */
  readonly remote_addr: string;
  /**
   * Returns the whole body, which is read at the first call. Rejects with BodyTooLargeError, BodyAbortedError or
   * BodyRefusedError.
   */
  body(limit: number): Promise<Buffer>;
  /** True after the client has disconnected. */
  readonly aborted: boolean;
  /** True for a request of a signed-in console, or of its sign-in with a passkey. No engine sets it. */
  readonly needs_no_captcha?: boolean;
}

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | null;
}

export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse>;

export interface HttpServer {
  /** Starts to listen. `host` has one or several comma-separated addresses; empty means all interfaces. */
  listen(o: { host: string; port: number }): Promise<{ port: number }>;
  /**
   * Stops accepting connections and completes running requests. An idle connection stays open for `idle_ms` (default
   * 0) and may send one more request. The remaining connections are closed after another `deadline_ms`.
   */
  close(o: { deadline_ms: number; idle_ms?: number }): Promise<void>;
}

export interface HttpLimits {
  /**
   * Maximum size of request line and headers; a larger request gets 431. Fits a 16 KiB token and the headers of
   * proxies.
   */
  header_bytes: number;
  /** Time in milliseconds from the first byte to the end of the headers. */
  headers_timeout_ms: number;
  /** Time in milliseconds from the first byte to the end of the body. */
  request_timeout_ms: number;
  /** Time in milliseconds that an idle connection stays open. Longer than the usual 60 s of a load balancer. */
  keep_alive_ms: number;
  /**
   * Maximum Content-Length in bytes of a body whose unread rest is discarded. For a longer body, the connection is
   * closed.
   */
  drain_bytes: number;
  /** Maximum memory in bytes for the large bodies of all running requests. */
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

/** Options of an engine. All listening addresses share one instance. */
export interface EngineOptions {
  handler: HttpHandler;
  log: Logger;
  limits: HttpLimits;
  connections: Connections;
  bodies: BodyBudget;
  /**
   * True if other processes listen on the same port. With node:http, Node's cluster module distributes the
   * connections.
   */
  shares_port?: boolean;
}

/** Thrown if the configured engine does not run on this machine. The message is for the operator. */
export class EngineUnusableError extends Error {
  readonly code = 'engine_unusable';
  constructor(why: string) {
    super(`SVC_HTTP_ENGINE=hyper-express cannot be used here: ${why}. Use auto or node.`);
    this.name = 'EngineUnusableError';
  }
}
