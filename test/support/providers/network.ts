// Serves the host names of all providers on loopback: a CONNECT proxy that terminates TLS for any host name with
// certificates of a private authority. Postern uses the proxy through HTTPS_PROXY and trusts the authority.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createSecureContext, getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import { createAuthority } from './certificates.ts';

export interface HostRequest {
  method: string;
  /** URL with scheme and host as the client sent them. */
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
  form: URLSearchParams;
}

export interface HostResponse {
  status?: number;
  headers?: Record<string, string>;
  /** Response body. An object is sent as JSON. */
  body?: unknown;
}

/** A response, 'hang' (never responds) or 'cut' (drops the connection). */
export type HostReaction = HostResponse | 'hang' | 'cut';
export type HostBehaviour = (request: HostRequest) => HostReaction | Promise<HostReaction>;

export interface Network {
  /** Environment variables that route a process's requests to this fake network. */
  environment: { HTTPS_PROXY: string; NODE_EXTRA_CA_CERTS: string };
  requests: HostRequest[];
  close(): Promise<void>;
}

export interface NetworkOptions {
  /** True if the test process itself uses this network until close(). */
  here?: boolean;
  /** Servers by host name that handle connections themselves. Their requests are not recorded. */
  servers?: Readonly<Record<string, RequestListener>>;
}

/** Starts the network. `behaviour` responds for each host that has no server. */
export async function startNetwork(behaviour: HostBehaviour, o: NetworkOptions = {}): Promise<Network> {
  const authority = createAuthority('Postern test authority');
  const folder = mkdtempSync(join(tmpdir(), 'postern-network-'));
  const ca_file = join(folder, 'ca.pem');
  writeFileSync(ca_file, authority.cert);

  const requests: HostRequest[] = [];
  const sockets = new Set<Socket>();
  const inner = createServer((message, response) => {
    const server = o.servers?.[message.headers.host ?? ''];
    if (server !== undefined) {
      server(message, response);
      return;
    }
    parseRequest(message)
      .then(async (request) => {
        requests.push(request);
        writeResponse(response, await behaviour(request));
      })
      // A client that timed out resets its connection.
      .catch(() => response.destroy());
  });

  const contexts = new Map<string, ReturnType<typeof createSecureContext>>();
  const contextOf = (host: string): ReturnType<typeof createSecureContext> => {
    const known = contexts.get(host) ?? createSecureContext(authority.issue(host, [host]));
    contexts.set(host, known);
    return known;
  };

  const proxy = createServer((_request, response) => response.writeHead(405).end());
  proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
    const host = (request.url ?? '').replace(/:\d+$/, '');
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const secure = new TLSSocket(socket, { isServer: true, secureContext: contextOf(host) });
    secure.on('error', () => socket.destroy());
    inner.emit('connection', secure);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');

  const environment = {
    HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    NODE_EXTRA_CA_CERTS: ca_file,
  };
  const leave = o.here ? trustNetwork(environment.HTTPS_PROXY, authority.cert) : () => undefined;
  return {
    environment,
    requests,
    async close() {
      leave();
      for (const socket of sockets) socket.destroy();
      inner.closeAllConnections();
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
      rmSync(folder, { recursive: true });
    },
  };
}

/** Makes the running test process use the proxy. Replaces NODE_EXTRA_CA_CERTS, which Node reads only at start. */
function trustNetwork(proxy: string, ca: string): () => void {
  const before = getCACertificates('default');
  const variable = process.env.HTTPS_PROXY;
  setDefaultCACertificates([...before, ca]);
  process.env.HTTPS_PROXY = proxy;
  return () => {
    setDefaultCACertificates(before);
    if (variable === undefined) delete process.env.HTTPS_PROXY;
    else process.env.HTTPS_PROXY = variable;
  };
}

async function parseRequest(message: IncomingMessage): Promise<HostRequest> {
  const body = await text(message);
  return {
    method: message.method ?? '',
    url: new URL(message.url ?? '/', `https://${message.headers.host}`),
    headers: message.headers,
    body,
    form: new URLSearchParams(body),
  };
}

function writeResponse(response: ServerResponse, answer: HostReaction): void {
  if (answer === 'hang') return;
  if (answer === 'cut') {
    response.destroy();
    return;
  }
  const { status = 200, headers = {}, body = {} } = answer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
