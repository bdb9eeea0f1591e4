// One POST in progress: a server of its own, and its unanswered requests.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CancelledNotification, JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';

const largestBody = 64 * 1024 * 1024;

class Answers extends StreamableHTTPServerTransport {
  readonly open = new Set<RequestId>();

  override async send(message: JSONRPCMessage, options?: { relatedRequestId?: RequestId }): Promise<void> {
    await super.send(message, options);
    if ('method' in message || message.id === undefined) return;
    this.open.delete(message.id);
    // The transport itself would wait for answers to cancelled requests.
    if (!this.open.size) await this.close();
  }
}

export class Post {
  readonly #server: Server;
  readonly #transport = new Answers({ sessionIdGenerator: undefined, maxRequestBodySize: largestBody });
  #deliver: (message: JSONRPCMessage) => void = () => undefined;

  constructor(server: Server) {
    this.#server = server;
  }

  /** Answers the POST; calls `see` with each message before the server gets it. */
  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    see: (message: JSONRPCMessage) => void,
  ): Promise<void> {
    const transport = this.#transport;
    // The transport's types declare optional members differently from the interface it implements.
    await this.#server.connect(transport as Transport);
    const deliver = transport.onmessage!;
    this.#deliver = deliver;
    transport.onmessage = (message, extra) => {
      if ('method' in message && 'id' in message) transport.open.add(message.id);
      see(message);
      deliver(message, extra);
    };
    await transport.handleRequest(request, response);
  }

  /** Cancels the request that the message names, if it is open here. It gets no answer. */
  cancel(message: CancelledNotification): void {
    const id = message.params.requestId;
    if (id === undefined || !this.#transport.open.delete(id)) return;
    this.#deliver({ jsonrpc: '2.0', ...message });
    if (!this.#transport.open.size) this.close();
  }

  /** Ends open requests, and the response. */
  close(): void {
    this.#server.close().catch((error: unknown) => console.error(error));
  }
}
