// HTTP engine over hyper-express (uWebSockets.js). docs/adr/0004-http-engines.md lists its limitations.
import { createRequire } from 'node:module';
import { IS_PUBLISHED_PACKAGE, installCommand, overrideCommand } from '../../core/installed.ts';
import { errorLogFields } from '../../core/log.ts';
import { METHODS, STATUS_CODES, validateHeaderName, validateHeaderValue } from '../../core/node_http.ts';
import type { Connections } from './connections.ts';
import {
  BAD_REQUEST,
  BODY_TIMEOUT_STATUS,
  hasContentLength,
  headerErrorStatus,
  RETRY_AFTER,
  splitTarget,
} from './framing.ts';
import { type BodyReader, createBodyReader } from './hyper_body.ts';
import { formatAddress, probePort } from './hyper_listen.ts';
import type { HyperExpress, RawRequest, RawResponse, Response, Server } from './hyper_types.ts';
import {
  DEFAULT_LIMITS,
  type EngineOptions,
  EngineUnusableError,
  type HttpHandler,
  type HttpResponse,
  type HttpServer,
} from './types.ts';

/**
 * Folder in which `npm ci --prefix optional/engine` installs the packages. An installation in the root of the
 * repository works too.
 */
const ENGINE_FOLDER = new URL('../../optional/engine/package.json', import.meta.url);

/**
 * Returns a sentence that says how to install the package. In another project, the command also adds an npm override,
 * which replaces the Git repository of the native part.
 */
const installStep = (): string => {
  const command = IS_PUBLISHED_PACKAGE
    ? `In the folder of your project, run ${overrideCommand('uWebSockets.js')} && ${installCommand(/^hyper-express$/)}`
    : 'Run "npm ci --prefix optional/engine" in the folder of Postern';
  return (
    `the package is not part of the default install. ${command}; ` +
    'what that brings, and from whom, stands in docs/adr/0006-the-native-engine-is-opt-in.md'
  );
};

/**
 * Loads the package. Returns the reason if that fails: the package is not installed, or its native part needs a newer
 * libc than this machine has.
 */
export function loadHyperExpress(): HyperExpress | { unusable: string } {
  // The native part reads this variable once, when it is loaded. Its default is 4 kB.
  process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(DEFAULT_LIMITS.header_bytes);
  let found = tryRequire(import.meta.url);
  if (found === null) found = tryRequire(ENGINE_FOLDER);
  return found ?? { unusable: installStep() };
}

/** Loads the package from a folder. Returns null if it is not installed there. */
function tryRequire(from: string | URL): HyperExpress | { unusable: string } | null {
  try {
    return createRequire(from)('hyper-express') as HyperExpress;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (message.startsWith("Cannot find module 'hyper-express'")) return null;
    const lines = message.split('\n').filter((line) => line.trim() !== '');
    const reason = (lines.find((line) => line.startsWith('Error: ')) ?? lines[0] ?? '').replace(/^Error: /, '');
    return { unusable: `its native part does not load (${reason})` };
  }
}

/** Time in milliseconds in which the last responses are sent when the server closes. */
const FLUSH_MS = 100;

/** One request and its response. */
interface Exchange {
  readonly raw: RawResponse;
  readonly response: Response;
  readonly method: string;
  readonly reader: BodyReader;
  /** Content-Length of the request. */
  readonly length: number;
  /** True after the response, a rejection or a disconnect. The native objects must then not be used any more. */
  over: boolean;
  aborted: boolean;
  timer?: NodeJS.Timeout;
}

export function createHyperExpressServer(o: EngineOptions): HttpServer {
  const { handler, log, limits } = o;
  const found = loadHyperExpress();
  if ('unusable' in found) throw new EngineUnusableError(found.unusable);
  // This file limits the length of bodies itself, because hyper-express would delay a request whose body is too long.
  const server = new found.Server({ auto_close: false, trust_proxy: false, max_body_length: Number.POSITIVE_INFINITY });
  const running = new Set<Exchange>();
  let closing = false;
  let onIdle: (() => void) | undefined;

  const logFault = (error: unknown, sentence: string): void =>
    log.error({ component: 'server', error: errorLogFields(error) }, sentence);

  // The default handler of hyper-express would print the error and send a response of its own.
  server.set_error_handler((_request, response, error) => {
    logFault(error, 'request failed in the engine');
    response.close();
  });
  limitConnections(server, o.connections);
  server.any('/*', (request, response) => acceptRequest(request.raw, response));

  function acceptRequest(rawRequest: RawRequest, response: Response): void {
    const raw = response.raw;
    const headers: string[] = [];
    rawRequest.forEach((name, value) => {
      headers.push(name, toLatin1String(value));
    });
    // Read from the native request, because hyper-express converts the method to lower case.
    const method = rawRequest.getMethod().toUpperCase();
    const fault = headerErrorStatus(headers, limits.header_bytes) ?? framingErrorStatus(method, headers);
    const length = fault ? 0 : Number(headerValue(headers, 'content-length') ?? 0);
    const reader = createBodyReader(raw, { length, bodies: o.bodies, done: () => clearTimeout(exchange.timer) });
    const exchange: Exchange = { raw, response, method, reader, length, over: false, aborted: false };
    running.add(exchange);
    raw.onAborted(() => {
      exchange.aborted = true;
      response.completed = true;
      finishExchange(exchange);
    });
    if (fault) {
      // Deferred, because after a response inside this callback the native parser would parse the data that follows.
      // Before a response it parses no other request.
      setImmediate(() => rejectRequest(exchange, fault));
      return;
    }
    if (!reader.received) {
      exchange.timer = setTimeout(() => rejectRequest(exchange, BODY_TIMEOUT_STATUS), limits.request_timeout_ms);
    }
    const [path] = splitTarget(toLatin1String(rawRequest.getUrl()));
    void runHandler(exchange, {
      method,
      path,
      query: toLatin1String(rawRequest.getQuery() ?? '').split('#', 1)[0] ?? '',
      remote_addr: formatAddress(raw.getRemoteAddress()),
      header: (name) => headerValue(headers, name.toLowerCase()),
      body: (limit) => reader.read(limit),
      get aborted() {
        return exchange.aborted;
      },
    });
  }

  async function runHandler(exchange: Exchange, request: Parameters<HttpHandler>[0]): Promise<void> {
    let result: HttpResponse;
    try {
      result = await handler(request);
    } catch (error) {
      // The application handles its own errors. This catches only a bug in it.
      logFault(error, 'handler failed');
      result = { status: 500, headers: {}, body: null };
    }
    if (exchange.over) return;
    try {
      checkHeaders(result);
    } catch (error) {
      logFault(error, 'response could not be written');
      result = { status: 500, headers: {}, body: null };
    }
    try {
      writeResponse(exchange, result);
    } catch (error) {
      logFault(error, 'response could not be written');
      if (!exchange.over) exchange.raw.close();
    }
  }

  function writeResponse(exchange: Exchange, result: HttpResponse): void {
    const { raw, response, reader } = exchange;
    const body = result.body ?? '';
    // Close the connection if the server stops, or if the body has not arrived completely and is too long to discard.
    const close = closing || (!reader.received && exchange.length > limits.drain_bytes);
    if (!close) reader.release();
    response.atomic(() => {
      raw.writeStatus(`${result.status} ${STATUS_CODES[result.status] ?? 'Unknown'}`);
      for (const [name, value] of Object.entries(result.headers)) raw.writeHeader(name, value);
      if (!hasContentLength(result.status)) endWithoutLength(raw, close);
      else if (exchange.method === 'HEAD') raw.endWithoutBody(Buffer.byteLength(body), close);
      else raw.end(body, close);
    });
    finishExchange(exchange);
  }

  /** Sends a response without a body and ends the connection. */
  function rejectRequest(exchange: Exchange, status: string): void {
    if (exchange.over) return;
    const { raw, response } = exchange;
    response.atomic(() => {
      raw.writeStatus(status);
      if (status === BODY_TIMEOUT_STATUS) raw.writeHeader('Retry-After', RETRY_AFTER);
      raw.endWithoutBody(0, true);
    });
    finishExchange(exchange);
  }

  function finishExchange(exchange: Exchange): void {
    if (exchange.over) return;
    exchange.over = true;
    clearTimeout(exchange.timer);
    exchange.reader.abort();
    running.delete(exchange);
    if (running.size === 0) onIdle?.();
  }

  return {
    async listen({ host, port }) {
      // The native part silently shares a used port and gives no reason if it cannot listen. Therefore the port is
      // first opened with Node. If several processes share the port, the first process has checked that it is free, and
      // only the address is checked here.
      const hosts = host ? [host] : ['::', '0.0.0.0'];
      const address = await probePort(hosts, o.shares_port ? 0 : port);
      await server.listen(o.shares_port ? port : address.port, address.host);
      return { port: server.port };
    },
    async close({ deadline_ms, idle_ms = 0 }) {
      closing = true;
      server.close();
      if (idle_ms > 0) await new Promise((resolve) => setTimeout(resolve, idle_ms));
      if (running.size > 0) {
        await new Promise<void>((resolve) => {
          const deadline = setTimeout(resolve, deadline_ms);
          onIdle = () => {
            clearTimeout(deadline);
            // A response may still be in transit, which the native part does not report.
            setTimeout(resolve, FLUSH_MS);
          };
        });
      }
      // Closes all connections. They are idle, or the deadline has passed.
      server.uws_instance.close();
    },
  };
}

/**
 * Closes a new connection if the limit is reached. No idle connection can be closed for it, because the native part
 * reports that a connection has opened or closed, but not which one.
 */
function limitConnections(server: Server, connections: Connections): void {
  const open: object[] = [];
  let refusing = false;
  const count = (connection: { close(): void }, change: number): void => {
    if (change < 0) {
      if (!refusing) connections.close(open.pop() as object);
      return;
    }
    const key = {};
    if (connections.open(key, () => undefined)) {
      connections.busy(key);
      open.push(key);
      return;
    }
    refusing = true;
    connection.close();
    refusing = false;
  };
  server.uws_instance.filter(count);
}

/**
 * Ends a response without a Content-Length. With `close`, the native part always writes a Content-Length, so it is 0.
 */
function endWithoutLength(raw: RawResponse, close: boolean): void {
  if (close) raw.endWithoutBody(0, true);
  else raw.endWithoutBody();
}

/**
 * Returns the error status for requests that the native parser accepts and this server does not: unknown methods,
 * control characters in headers, an invalid Content-Length, and chunked bodies. headerErrorStatus() checks repeated
 * headers and the size.
 */
function framingErrorStatus(method: string, headers: readonly string[]): string | null {
  if (!KNOWN_METHODS.has(method)) return BAD_REQUEST;
  for (let index = 0; index < headers.length; index += 2) {
    const value = headers[index + 1] ?? '';
    if (CONTROL.test(value)) return BAD_REQUEST;
    if (headers[index] === 'content-length' && !LENGTH.test(value)) return BAD_REQUEST;
  }
  if (headerValue(headers, 'transfer-encoding') === undefined) return null;
  // The parser accepts a bare LF at the end of a chunk line, so a proxy might parse a different body. Chunked bodies
  // are therefore rejected.
  return headerValue(headers, 'content-length') === undefined ? '411 Length Required' : BAD_REQUEST;
}

const KNOWN_METHODS = new Set(METHODS);
const LENGTH = /^\d{1,15}$/;

/** Matches everything except tab, printable ASCII and bytes beyond ASCII. */
const CONTROL = /[^\t -~\u0080-\u00ff]/;

function headerValue(headers: readonly string[], name: string): string | undefined {
  let value: string | undefined;
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index] !== name) continue;
    value = value === undefined ? headers[index + 1] : `${value}, ${headers[index + 1]}`;
  }
  return value;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Converts a text to one character per byte, as node:http returns it. The native part decodes UTF-8. */
function toLatin1String(text: string): string {
  return BEYOND_ASCII.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

/** Validates response headers, because the native part does not. */
function checkHeaders({ headers }: HttpResponse): void {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
}
