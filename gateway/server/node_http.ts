// HTTP engine over node:http. A request that the parser rejects gets a 400, 413 or 431 without a body, and the
// connection is closed.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorLogFields } from '../../core/log.ts';
import { createServer } from '../../core/node_http.ts';
import {
  BAD_REQUEST,
  BODY_TIMEOUT_STATUS,
  hasContentLength,
  headerErrorStatus,
  RETRY_AFTER,
  splitTarget,
  TOO_MANY_HEADERS,
} from './framing.ts';
import { readBody } from './node_body.ts';
import type { EngineOptions, HttpRequest, HttpResponse, HttpServer } from './types.ts';

/** State of a connection that Node does not track itself. */
interface ConnectionState {
  /** Requests whose response is not completely written. */
  running: Set<IncomingMessage>;
  /** Number of requests that have no response yet. */
  unanswered: number;
  /** True if the connection will be closed. It accepts no further request. */
  refused: boolean;
}

/**
 * Time in milliseconds in which a rejected connection may still send data, because a reset could discard the
 * response.
 */
const LINGER_MS = 1000;

export function createNodeServer(o: EngineOptions): HttpServer {
  const { handler, log, limits } = o;
  const connections = new Map<Duplex, ConnectionState>();
  let closing = false;

  const server = createServer({
    maxHeaderSize: limits.header_bytes,
    headersTimeout: limits.headers_timeout_ms,
    requestTimeout: limits.request_timeout_ms,
    keepAliveTimeout: limits.keep_alive_ms,
    connectionsCheckingInterval: Math.min(1000, Math.ceil(limits.headers_timeout_ms / 4)),
    requireHostHeader: true,
    insecureHTTPParser: false,
    noDelay: true,
  });
  // Removes the limit on the number of headers, because by default Node silently drops headers beyond 1000. The byte
  // limit above causes an error instead.
  server.maxHeadersCount = 0;
  // Timeout of an inactive connection. A connection that waits for a response stays open. One that does not read its
  // response is closed.
  server.setTimeout(limits.request_timeout_ms, (socket) => {
    if (!connections.get(socket)?.unanswered) socket.destroy();
  });

  server.on('connection', (socket: Socket) => {
    socket.on('error', () => socket.destroy()); // a client may reset its connection
    if (!o.connections.open(socket, () => socket.destroy())) {
      socket.destroy();
      return;
    }
    connections.set(socket, { running: new Set(), unanswered: 0, refused: false });
    socket.once('close', () => {
      connections.delete(socket);
      o.connections.close(socket);
    });
  });

  const onRequest = (message: IncomingMessage, response: ServerResponse, waitsForContinue: boolean): void => {
    const connection = connections.get(message.socket);
    if (!connection || connection.refused) return;
    connection.running.add(message);
    connection.unanswered += 1;
    // A connection counts as idle until the body of its request has arrived, so that it can be closed for a new one.
    if (!hasBody(message)) o.connections.busy(message.socket);
    response.once('close', () => {
      connection.running.delete(message);
    });
    const fault = headerErrorStatus(message.rawHeaders, limits.header_bytes);
    if (fault) {
      rejectConnection(message.socket, fault);
      return;
    }
    void runHandler(message, response, waitsForContinue);
  };
  server.on('request', (message, response) => onRequest(message, response, false));
  server.on('checkContinue', (message, response) => onRequest(message, response, true));
  server.on('checkExpectation', (message) => rejectConnection(message.socket, '417 Expectation Failed'));
  server.on('connect', (_message, socket) => rejectConnection(socket, BAD_REQUEST));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') endAfterTimeout(socket);
    else rejectConnection(socket, statusOfParserError(error.code));
  });

  /**
   * Ends a connection after a timeout. If a body is late, sends a response first. Late headers get no response, because
   * the client could take it for the response to its next request.
   */
  function endAfterTimeout(socket: Duplex): void {
    const asked = (connections.get(socket)?.running.size ?? 0) > 0;
    if (asked) rejectConnection(socket, `${BODY_TIMEOUT_STATUS}\r\nRetry-After: ${RETRY_AFTER}`);
    else socket.destroy();
  }

  async function runHandler(
    message: IncomingMessage,
    response: ServerResponse,
    waitsForContinue: boolean,
  ): Promise<void> {
    const request = toRequest(message, response, { ...o, waitsForContinue });
    let result: HttpResponse;
    try {
      result = await handler(request);
    } catch (error) {
      // The application handles its own errors. This catches only a bug in it.
      log.error({ component: 'server', error: errorLogFields(error) }, 'handler failed');
      result = { status: 500, headers: {}, body: null };
    }
    const connection = connections.get(message.socket);
    if (connection) connection.unanswered -= 1;
    // A client that reads its response slowly also counts as idle.
    if (connection?.unanswered === 0) o.connections.idle(message.socket);
    if (response.destroyed || connection?.refused !== false) return;
    try {
      writeResponse(message, response, result);
    } catch (error) {
      log.error({ component: 'server', error: errorLogFields(error) }, 'response could not be written');
      if (response.headersSent) message.socket.destroy();
      else writeResponse(message, response, { status: 500, headers: {}, body: null });
    }
  }

  function writeResponse(message: IncomingMessage, response: ServerResponse, result: HttpResponse): void {
    const body = result.body ?? '';
    const counted = hasContentLength(result.status);
    const length = Buffer.byteLength(body);
    const headers: Record<string, string | number> = { ...result.headers };
    if (counted) headers['Content-Length'] = length;
    // If the unread rest of the body is too long to discard, the connection is closed, so that the rest is not parsed
    // as the next request.
    const abandons = !message.complete && !isDiscardable(message, limits.drain_bytes);
    if (closing || abandons) headers.Connection = 'close';
    response.writeHead(result.status, headers);
    const content = counted && message.method !== 'HEAD' ? body : '';
    if (!abandons) {
      response.end(content);
      return;
    }
    const connection = connections.get(message.socket);
    if (connection) connection.refused = true;
    // Sends the complete response now. Closing is delayed, because closing with unread data resets the connection.
    response.flushHeaders();
    if (content.length > 0) response.write(content);
    const end = (): void => void response.end();
    const timer = setTimeout(end, LINGER_MS);
    let drained = 0;
    message.once('close', () => clearTimeout(timer));
    message.once('end', end);
    message.on('data', (chunk: Buffer) => {
      drained += chunk.length;
      // Stops reading, which blocks the sender.
      if (drained > limits.drain_bytes) message.pause();
    });
    message.resume();
  }

  /**
   * Sends a response without a body and ends the connection. If another complete request of the connection has no
   * complete response yet, it just ends the connection.
   */
  function rejectConnection(socket: Duplex, status: string): void {
    const connection = connections.get(socket);
    if (connection?.refused) return;
    if (connection) connection.refused = true;
    const others = [...(connection?.running ?? [])].filter((message) => message.complete);
    if (others.length > 0 || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    lingerThenDestroy(socket);
  }

  /** Ends connections without a running request, including those that have not sent a complete one. */
  function endIdleConnections(): void {
    server.close(); // new connections are refused already; this also ends Node's timer for connection timeouts
    for (const [socket, connection] of connections) if (connection.running.size === 0) socket.destroy();
  }

  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port, ...(host ? { host } : {}) }, () => {
          server.off('error', reject);
          server.on('error', (error) =>
            log.error({ component: 'server', error: errorLogFields(error) }, 'server error'),
          );
          resolve({ port: (server.address() as AddressInfo).port });
        });
      }),
    close: ({ deadline_ms, idle_ms = 0 }) =>
      new Promise((resolve) => {
        closing = true;
        const deadline = setTimeout(() => server.closeAllConnections(), idle_ms + deadline_ms);
        const moment = setTimeout(endIdleConnections, idle_ms);
        // Does not call server.close(), because it closes idle connections at once, even if a request is in transit.
        NetServer.prototype.close.call(server, () => {
          clearTimeout(deadline);
          clearTimeout(moment);
          resolve();
        });
        if (idle_ms === 0) endIdleConnections();
      }),
  };
}

function toRequest(
  message: IncomingMessage,
  response: ServerResponse,
  o: EngineOptions & { waitsForContinue: boolean },
): HttpRequest {
  const [path, query] = splitTarget(message.url ?? '/');
  let body: Promise<Buffer> | undefined;
  return {
    method: message.method ?? 'GET',
    path,
    query,
    remote_addr: message.socket.remoteAddress ?? '',
    header: (name) => {
      const value = message.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    body: (limit) => {
      body ??= readBody(message, {
        limit,
        bodies: o.bodies,
        end: () => o.connections.busy(message.socket),
        start: () => void (o.waitsForContinue && response.writeContinue()),
        afterwards: (work) => void response.once('close', work),
      });
      return body;
    },
    get aborted() {
      return response.destroyed && !response.writableFinished;
    },
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isDiscardable(message: IncomingMessage, limit: number): boolean {
  const length = message.headers['content-length'];
  return length !== undefined && Number(length) <= limit;
}

function statusOfParserError(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return TOO_MANY_HEADERS;
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return '413 Payload Too Large';
  return BAD_REQUEST;
}

function lingerThenDestroy(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}
