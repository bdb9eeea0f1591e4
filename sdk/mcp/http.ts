// MCP over HTTP: one path, POST only, no state except the calls in progress.
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { bearerOf, guard, metadataPaths, type Problem, pathOf, resourceMetadata } from './entrance.ts';
import type { Settings } from './flags.ts';
import { Posts } from './posts.ts';
import type { MakeServer } from './server.ts';

export async function listen(settings: Settings, makeServer: MakeServer): Promise<HttpServer> {
  const posts = new Posts();
  const http = createServer((request, response) => {
    handle(settings, posts, makeServer, request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) refuse(response, { status: 500, message: 'internal error' });
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
  makeServer: MakeServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const problem = guard(settings, request);
  if (problem) return refuse(response, problem);
  if (metadataPaths.includes(pathOf(request.url ?? '') ?? '')) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(resourceMetadata(settings, request)));
    return;
  }
  const token = settings.clientTokens ? bearerOf(request) : undefined;
  await posts.serve(makeServer(token), request, response);
}

function refuse(response: ServerResponse, { status, message, headers }: Problem): void {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message } });
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers }).end(body);
}
