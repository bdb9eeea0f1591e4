// The engine over hyper-express (uWebSockets.js). What it cannot do is listed in docs/adr/0004-http-engines.md.
import { createRequire } from 'node:module';
import { errorFields } from '../../core/log.ts';
import { METHODS, STATUS_CODES, validateHeaderName, validateHeaderValue } from '../../core/node_http.ts';
import type { Connections } from './connections.ts';
import { BAD_REQUEST, hasLength, headerFault, RETRY_AFTER, splitTarget, TOO_SLOW } from './framing.ts';
import { type BodyReader, createBodyReader } from './hyper_body.ts';
import { probePort, textOfAddress } from './hyper_listen.ts';
import type { HyperExpress, RawRequest, RawResponse, Response, Server } from './hyper_types.ts';
import {
  DEFAULT_LIMITS,
  type EngineOptions,
  EngineUnusable,
  type HttpHandler,
  type HttpResponse,
  type HttpServer,
} from './types.ts';

/** Where `npm ci --prefix optional/engine` puts the packages. They may also stand where every package stands. */
const ENGINE_FOLDER = new URL('../../optional/engine/package.json', import.meta.url);

const INSTALL_STEP =
  'the package is not part of the default install. Run "npm ci --prefix optional/engine" in the folder of Postern; ' +
  'what that brings, and from whom, stands in docs/adr/0006-the-native-engine-is-opt-in.md';

/** The package, or why it cannot be used here. Its native part needs a newer libc than some systems have. */
export function loadHyperExpress(): HyperExpress | { unusable: string } {
  // Read once, when the native part is loaded; its own default is 4 kB.
  process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(DEFAULT_LIMITS.header_bytes);
  let found = attempt(import.meta.url);
  if (found === null) found = attempt(ENGINE_FOLDER);
  return found ?? { unusable: INSTALL_STEP };
}

/** Null where the package is not installed. */
function attempt(from: string | URL): HyperExpress | { unusable: string } | null {
  try {
    return createRequire(from)('hyper-express') as HyperExpress;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (said.startsWith("Cannot find module 'hyper-express'")) return null;
    const lines = said.split('\n').filter((line) => line.trim() !== '');
    const reason = (lines.find((line) => line.startsWith('Error: ')) ?? lines[0] ?? '').replace(/^Error: /, '');
    return { unusable: `its native part does not load (${reason})` };
  }
}

/** How long the last answers may take to leave once the server closes. */
const FLUSH_MS = 100;

/** One request and its answer. */
interface Exchange {
  readonly raw: RawResponse;
  readonly response: Response;
  readonly method: string;
  readonly reader: BodyReader;
  /** What Content-Length says. */
  readonly length: number;
  /** Answered, refused or left by the client: the native objects must not be touched any more. */
  over: boolean;
  aborted: boolean;
  timer?: NodeJS.Timeout;
}

export function createHyperExpressServer(o: EngineOptions): HttpServer {
  const { handler, log, limits } = o;
  const found = loadHyperExpress();
  if ('unusable' in found) throw new EngineUnusable(found.unusable);
  // Limits are ours: hyper-express would hold a request back whose body is too long.
  const server = new found.Server({ auto_close: false, trust_proxy: false, max_body_length: Number.POSITIVE_INFINITY });
  const running = new Set<Exchange>();
  let closing = false;
  let onIdle: (() => void) | undefined;

  const logFault = (error: unknown, sentence: string): void =>
    log.error({ component: 'server', error: errorFields(error) }, sentence);

  // Nothing is thrown into hyper-express, whose default prints it and answers in its own words.
  server.set_error_handler((_request, response, error) => {
    logFault(error, 'request failed in the engine');
    response.close();
  });
  countConnections(server, o.connections);
  server.any('/*', (request, response) => accept(request.raw, response));

  function accept(rawRequest: RawRequest, response: Response): void {
    const raw = response.raw;
    const headers: string[] = [];
    rawRequest.forEach((name, value) => {
      headers.push(name, asBytes(value));
    });
    // hyper-express has put it in lower case.
    const method = rawRequest.getMethod().toUpperCase();
    const fault = headerFault(headers, limits.header_bytes) ?? framingFault(method, headers);
    const length = fault ? 0 : Number(valueIn(headers, 'content-length') ?? 0);
    const reader = createBodyReader(raw, { length, bodies: o.bodies, done: () => clearTimeout(exchange.timer) });
    const exchange: Exchange = { raw, response, method, reader, length, over: false, aborted: false };
    running.add(exchange);
    raw.onAborted(() => {
      exchange.aborted = true;
      response.completed = true;
      finish(exchange);
    });
    if (fault) {
      // Not now: the native parser would go on behind an answered request. While one is unanswered it takes no other.
      setImmediate(() => refuse(exchange, fault));
      return;
    }
    if (!reader.received) {
      exchange.timer = setTimeout(() => refuse(exchange, TOO_SLOW), limits.request_timeout_ms);
    }
    const [path] = splitTarget(asBytes(rawRequest.getUrl()));
    void answer(exchange, {
      method,
      path,
      query: asBytes(rawRequest.getQuery() ?? '').split('#', 1)[0] ?? '',
      remote_addr: textOfAddress(raw.getRemoteAddress()),
      header: (name) => valueIn(headers, name.toLowerCase()),
      body: (limit) => reader.read(limit),
      get aborted() {
        return exchange.aborted;
      },
    });
  }

  async function answer(exchange: Exchange, request: Parameters<HttpHandler>[0]): Promise<void> {
    let result: HttpResponse;
    try {
      result = await handler(request);
    } catch (error) {
      // The application answers its own faults; this is the last resort under it.
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
      write(exchange, result);
    } catch (error) {
      logFault(error, 'response could not be written');
      if (!exchange.over) exchange.raw.close();
    }
  }

  function write(exchange: Exchange, result: HttpResponse): void {
    const { raw, response, reader } = exchange;
    const body = result.body ?? '';
    // A rest of the body that is too long to read and drop costs the connection.
    const close = closing || (!reader.received && exchange.length > limits.drain_bytes);
    if (!close) reader.release();
    response.atomic(() => {
      raw.writeStatus(`${result.status} ${STATUS_CODES[result.status] ?? 'Unknown'}`);
      for (const [name, value] of Object.entries(result.headers)) raw.writeHeader(name, value);
      if (!hasLength(result.status)) endWithoutLength(raw, close);
      else if (exchange.method === 'HEAD') raw.endWithoutBody(Buffer.byteLength(body), close);
      else raw.end(body, close);
    });
    finish(exchange);
  }

  /** A bare answer and the end of the connection. */
  function refuse(exchange: Exchange, status: string): void {
    if (exchange.over) return;
    const { raw, response } = exchange;
    response.atomic(() => {
      raw.writeStatus(status);
      if (status === TOO_SLOW) raw.writeHeader('Retry-After', RETRY_AFTER);
      raw.endWithoutBody(0, true);
    });
    finish(exchange);
  }

  function finish(exchange: Exchange): void {
    if (exchange.over) return;
    exchange.over = true;
    clearTimeout(exchange.timer);
    exchange.reader.abort();
    running.delete(exchange);
    if (running.size === 0) onIdle?.();
  }

  return {
    async listen({ host, port }) {
      // The native part shares a taken port silently, and tells no reason when it cannot listen. Where the port is to be shared,
      // the first process has looked whether it is free, and the address alone is tried here.
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
            // An answer may still be on its way out; the native part does not tell.
            setTimeout(resolve, FLUSH_MS);
          };
        });
      }
      // Idle connections, and at the deadline all of them.
      server.uws_instance.close();
    },
  };
}

/** The native part tells when one comes and goes, and not which: none is closed for a new one, which is closed itself. */
function countConnections(server: Server, connections: Connections): void {
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

/** An answer that has no length. With the end of the connection the native part cannot leave it out, and 0 is the harmless one. */
function endWithoutLength(raw: RawResponse, close: boolean): void {
  if (close) raw.endWithoutBody(0, true);
  else raw.endWithoutBody();
}

/** What the native parser lets through besides repeated headers. */
function framingFault(method: string, headers: readonly string[]): string | null {
  if (!KNOWN_METHODS.has(method)) return BAD_REQUEST;
  for (let index = 0; index < headers.length; index += 2) {
    const value = headers[index + 1] ?? '';
    if (CONTROL.test(value)) return BAD_REQUEST;
    if (headers[index] === 'content-length' && !LENGTH.test(value)) return BAD_REQUEST;
  }
  if (valueIn(headers, 'transfer-encoding') === undefined) return null;
  // Its parser takes a bare LF for the end of a chunk's line, so that a proxy might see another body than we do.
  return valueIn(headers, 'content-length') === undefined ? '411 Length Required' : BAD_REQUEST;
}

const KNOWN_METHODS = new Set(METHODS);
const LENGTH = /^\d{1,15}$/;

/** Everything but the tab, what can be printed, and bytes beyond ASCII. */
const CONTROL = /[^\t -~\u0080-\u00ff]/;

function valueIn(headers: readonly string[], name: string): string | undefined {
  let value: string | undefined;
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index] !== name) continue;
    value = value === undefined ? headers[index + 1] : `${value}, ${headers[index + 1]}`;
  }
  return value;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** The native part decodes UTF-8; the application expects one character per byte, as node:http gives it. */
function asBytes(text: string): string {
  return BEYOND_ASCII.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

/** The native part writes whatever it is given. */
function checkHeaders({ headers }: HttpResponse): void {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
}
