// A loopback server that records requests and answers as the test says.
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

type Handler = (seen: Seen, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>;

export class Loopback {
  readonly seen: Seen[] = [];
  /** The reply to the next requests; a handler may also write the response itself. */
  reply: Reply | Handler = { status: 200 };
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Loopback> {
    const server = createServer();
    const loopback = new Loopback(server);
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of request) chunks.push(chunk);
      } catch {
        return; // the client disconnected while sending, which some tests do
      }
      const [path = '', query = ''] = (request.url ?? '').split('?');
      const seen = { method: request.method ?? '', path, query, headers: request.headers, body: Buffer.concat(chunks) };
      loopback.seen.push(seen);
      const reply = typeof loopback.reply === 'function' ? await loopback.reply(seen, response) : loopback.reply;
      if (reply) response.writeHead(reply.status, reply.headers).end(reply.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return loopback;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Returns the last request and empties the list. */
  last(): Seen {
    const seen = this.seen.at(-1);
    this.seen.length = 0;
    if (!seen) throw new Error('no request reached the server');
    return seen;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
