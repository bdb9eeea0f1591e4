// An HTTP server on loopback in place of a third party. It records requests and responds as the test specifies.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  form: Record<string, string>;
}

export interface ThirdPartyResponse {
  status?: number;
  headers?: Record<string, string>;
  /** Response body. An object is sent as JSON. */
  body?: unknown;
}

type Reaction = ThirdPartyResponse | 'hang' | 'cut';

/** Returns the response to a request: a response, 'hang' (never responds) or 'cut' (drops the connection). */
export type Behaviour = (request: ReceivedRequest) => Reaction | Promise<Reaction>;

export interface ThirdParty {
  url: string;
  requests: ReceivedRequest[];
  behaviour: Behaviour;
  last(): ReceivedRequest;
  close(): Promise<void>;
}

/** Starts a server on a free port. The default response is {}. */
export async function startThirdParty(): Promise<ThirdParty> {
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
        writeResponse(response, await party.behaviour(request));
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

function writeResponse(response: ServerResponse, answer: Reaction): void {
  if (answer === 'hang') return;
  if (answer === 'cut') {
    response.destroy();
    return;
  }
  const { status = 200, headers = {}, body = {} } = answer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
