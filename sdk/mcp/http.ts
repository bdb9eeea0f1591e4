// MCP over HTTP: one address, POST only, no state but the calls under way.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { isLoopback, type Settings } from './flags.ts';
import { Posts } from './posts.ts';

export async function listen(settings: Settings, makeServer: () => Server): Promise<HttpServer> {
  const posts = new Posts();
  const http = createServer((request, response) => {
    handle(settings, posts, makeServer, request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) refuse(response, 500, 'internal error');
    });
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(settings.port, settings.host, resolve);
  });
  return http;
}

async function handle(
  settings: Settings,
  posts: Posts,
  makeServer: () => Server,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const problem = guard(settings, request);
  if (problem) return refuse(response, ...problem);
  await posts.serve(makeServer(), request, response);
}

// A web page can send requests to loopback, under a name of its own that resolves there; Host and Origin give it away.
function guard({ host, accessToken }: Settings, request: IncomingMessage): [number, string] | undefined {
  if (pathOf(request.url ?? '') !== '/mcp') return [404, 'the address is /mcp'];
  const { origin } = request.headers;
  if (isLoopback(host)) {
    if (!isLoopbackUrl(`http://${request.headers.host}`)) return [403, 'unknown host name'];
    if (origin !== undefined && !isLoopbackUrl(origin)) return [403, 'pages of other origins may not connect'];
  } else if (origin !== undefined && origin !== `http://${request.headers.host}`) {
    return [403, 'pages of other origins may not connect'];
  }
  if (accessToken && !sameText(request.headers.authorization ?? '', `Bearer ${accessToken}`)) {
    return [401, 'the access token is missing or wrong'];
  }
  return request.method === 'POST' ? undefined : [405, 'only POST is served'];
}

// Anything can stand in a request line; "//" is no address.
function pathOf(url: string): string | undefined {
  return URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname : undefined;
}

function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));
}

function sameText(a: string, b: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message } });
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(body);
}
