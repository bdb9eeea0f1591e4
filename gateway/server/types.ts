// What the application knows of HTTP: one request, one response, one handler. An engine is a file that implements HttpServer.
import type { Logger } from '../../core/log.ts';
import { GENERAL } from '../../core/settings/rows/general.ts';
import type { BodyBudget } from './body_budget.ts';
import type { Connections } from './connections.ts';

export interface HttpRequest {
  readonly method: string;
  /** Path as sent, not decoded, without query. */
  readonly path: string;
  /** Text after the first `?`, not decoded, without it. */
  readonly query: string;
  /** Value of a header; the name in lower case or any other. Repeated headers are joined by ", ". */
  header(name: string): string | undefined;
  /** The peer's address without port. */
  readonly remote_addr: string;
  /** The whole body, read on the first call. Rejects with BodyTooLarge, BodyAborted or BodyRefused. */
  body(limit: number): Promise<Buffer>;
  /** True once the client has gone away: whatever is answered reaches nobody. */
  readonly aborted: boolean;
}

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | null;
}

export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse>;

export interface HttpServer {
  /** `host`: one address or several with commas between them; empty is all interfaces. */
  listen(o: { host: string; port: number }): Promise<{ port: number }>;
  /**
   * Stops accepting and lets running requests finish, the last of their connections; a connection without one is kept for
   * `idle_ms` (default: none), in which its next request is still answered. After `deadline_ms` more, what is left is cut.
   */
  close(o: { deadline_ms: number; idle_ms?: number }): Promise<void>;
}

export interface HttpLimits {
  /** Request line and headers together; more is 431. Room for a 16 KiB token and a proxy's headers. */
  header_bytes: number;
  /** From the first byte to the end of the headers. */
  headers_timeout_ms: number;
  /** From the first byte to the end of the body. */
  request_timeout_ms: number;
  /** How long an idle connection is kept; longer than the usual 60 s of a load balancer. */
  keep_alive_ms: number;
  /** An unread rest of a body up to this size is read and dropped, a longer one costs the connection. */
  drain_bytes: number;
  /** Memory that the bodies above some kilobytes of all running requests may take together. */
  bodies_bytes: number;
  /** Connections open at once. */
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

/** What an engine is made of. What is shared is one for all addresses that are listened on. */
export interface EngineOptions {
  handler: HttpHandler;
  log: Logger;
  limits: HttpLimits;
  connections: Connections;
  bodies: BodyBudget;
  /** Other processes of ours listen on the port too. Node's cluster module hands their connections to those of node:http. */
  shares_port?: boolean;
}

/** The engine that the settings ask for does not run on this machine; the message is a sentence for whoever starts it. */
export class EngineUnusable extends Error {
  constructor(why: string) {
    super(`SVC_HTTP_ENGINE=hyper-express cannot be used here: ${why}. Use auto or node.`);
    this.name = 'EngineUnusable';
  }
}
