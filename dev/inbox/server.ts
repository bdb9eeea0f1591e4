// HTTP server of the inbox: its page, its JSON API and the stream of changes.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorLogFields, type Logger } from '../../core/log.ts';
import { createServer } from '../../core/node_http.ts';
import type { PageFile } from '../../core/pages/asset.ts';
import { canSkipAddress, parseHosts } from '../../gateway/server/multi_address.ts';
import { createApi, type InboxResponse } from './api.ts';
import { createGuard } from './guard.ts';
import type { Store } from './store.ts';

export interface InboxServer {
  port: number;
  close(): Promise<void>;
}

export interface ServeOptions {
  store: Store;
  /** Comma-separated addresses to listen on; '' for all interfaces. */
  host: string;
  /** Port; 0 for any free port. */
  port: number;
  /** Host names under which browsers may open the inbox, besides localhost and IP addresses. */
  names: ReadonlySet<string>;
  /** The page and its files by path. */
  pages: ReadonlyMap<string, PageFile>;
  log: Logger;
}

/** Maximum number of streams. Each tab with the page has one. */
const MOST_STREAMS = 64;
/** Interval in milliseconds of keep-alive data, because proxies and browsers close idle connections. */
const STREAM_BEAT_MS = 15_000;

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/**
 * Listens on each address of `host`. If there are several, skips those that this machine does not have. Rejects with
 * Node's error if no address remains, or for any other error.
 */
export async function serveInbox(o: ServeOptions): Promise<InboxServer> {
  const guard = createGuard(o.names);
  const api = createApi(o.store);
  const streams = new Set<ServerResponse>();

  const stream = (response: ServerResponse): void => {
    streams.add(response);
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream' });
    // A slow client misses events, and gets one event when it has caught up.
    const notify = (): void => {
      if (!response.writableNeedDrain) response.write('event: change\ndata: {}\n\n');
    };
    response.on('drain', notify);
    const forget = o.store.onChange(notify);
    const beat = setInterval(() => response.write(': still here\n\n'), STREAM_BEAT_MS);
    response.once('close', () => {
      streams.delete(response);
      clearInterval(beat);
      forget();
    });
    // Send an event at once, so that a reconnecting page reloads.
    notify();
  };

  /** Returns the response to an allowed request; null for a stream. */
  const decide = async (method: string, url: URL, response: ServerResponse): Promise<InboxResponse | null> => {
    const page = method === 'GET' || method === 'HEAD' ? o.pages.get(url.pathname) : undefined;
    if (page) return { status: 200, headers: page.headers, body: page.body };
    if (method === 'GET' && url.pathname === '/events') {
      if (streams.size >= MOST_STREAMS) return { status: 503, body: { error: 'too many open streams' } };
      stream(response);
      return null;
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    return api(method === 'HEAD' ? 'GET' : method, url, gone.signal);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    request.resume();
    const refused = guard(request);
    const target = `http://inbox${request.url ?? '/'}`;
    let result: InboxResponse | null;
    if (refused !== null) result = { status: 403, body: { error: refused } };
    else if (!URL.canParse(target)) result = { status: 400, body: { error: 'invalid path' } };
    else result = await decide(request.method ?? '', new URL(target), response);
    if (result !== null) writeInboxResponse(response, result);
  };

  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    for (const response of streams) response.end();
    await Promise.all(servers.map(closeServer));
  };
  let port = o.port;
  const hosts = parseHosts(o.host);
  let absent: unknown;
  for (const host of hosts) {
    const server = createServer({ maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 20_000 });
    server.on('request', (request, response) => {
      answer(request, response).catch((error: unknown) => {
        o.log.error({ component: 'inbox', error: errorLogFields(error) }, 'inbox request failed');
        response.destroy();
      });
    });
    server.maxConnections = 256;
    try {
      port = await listen(server, host, port);
      servers.push(server);
    } catch (error) {
      if (!canSkipAddress(error, hosts)) {
        await close();
        throw error;
      }
      absent = error;
    }
  }
  if (servers.length === 0) throw absent;
  return { port, close };
}

function writeInboxResponse(response: ServerResponse, { status, headers, body }: InboxResponse): void {
  if (response.destroyed) return;
  const json = typeof body === 'object' && !Buffer.isBuffer(body);
  const content = json ? JSON.stringify(body) : body;
  const type = json ? { 'Content-Type': 'application/json' } : {};
  response.writeHead(status, { ...HEADERS, ...type, 'Content-Length': Buffer.byteLength(content), ...headers });
  response.end(response.req.method === 'HEAD' ? '' : content);
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host ? { host } : {}) }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
