// A third party on loopback: an HTTP server that records requests and responds as a test specifies.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Body parsed as a form. */
  form: Record<string, string>;
}

export interface ThirdPartyAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is a string. */
  body?: unknown;
}

type Reaction = ThirdPartyAnswer | 'hang' | 'cut';

/** Reaction to a request: a response, now or later, 'hang' (never responds) or 'cut' (drops the connection). */
export type Behaviour = (request: ReceivedRequest) => Reaction | Promise<Reaction>;

export interface ThirdParty {
  url: string;
  requests: ReceivedRequest[];
  behaviour: Behaviour;
  /** Returns the last request. */
  last(): ReceivedRequest;
  close(): Promise<void>;
}

/** Starts a third-party server on a free port. It responds with {} by default. */
export async function createThirdParty(): Promise<ThirdParty> {
  const server = createServer((message, response) => {
    text(message)
      .then(async (body) => {
        const request: ReceivedRequest = {
          method: message.method ?? '',
          path: message.url ?? '',
          headers: message.headers,
          body,
          form: Object.fromEntries(new URLSearchParams(body)),
        };
        party.requests.push(request);
        write(response, await party.behaviour(request));
      })
      // A client that timed out resets its connection.
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const party: ThirdParty = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    behaviour: () => ({}),
    last() {
      const request = party.requests.at(-1);
      if (request === undefined) throw new Error('nobody asked the third party');
      return request;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return party;
}

function write(response: ServerResponse, answer: Reaction): void {
  if (answer === 'hang') return;
  if (answer === 'cut') {
    response.destroy();
    return;
  }
  const { status = 200, headers = {}, body = {} } = answer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
