// The POSTs in progress by client, so that a cancel message in a separate POST finds its call.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CancelledNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { ClientNames } from './client_names.ts';
import { Post } from './post.ts';

const header = 'mcp-session-id';

export class Posts {
  readonly #names = new ClientNames();
  readonly #byClient = new Map<string, Set<Post>>();

  /**
   * Serves one POST until it is answered, cancelled or closed. Request ids are numbers that every client counts up from
   * the same start, and all clients share one access token, so only the name issued at `initialize` identifies a
   * client.
   */
  async serve(server: Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const client = this.#names.read(request.headers[header]);
    const post = new Post(server);
    const own = this.#join(client, post);
    response.on('close', () => {
      own.delete(post);
      if (client !== undefined && !own.size) this.#byClient.delete(client);
      post.close();
    });
    await post.serve(request, response, (message) => {
      if (!('method' in message)) return;
      if (message.method === 'initialize') response.setHeader(header, this.#names.issue());
      const cancelled = CancelledNotificationSchema.safeParse(message);
      if (cancelled.success) for (const other of [...own]) other.cancel(cancelled.data);
    });
  }

  // A client without a name has only this POST.
  #join(client: string | undefined, post: Post): Set<Post> {
    const own = (client === undefined ? undefined : this.#byClient.get(client)) ?? new Set();
    if (client !== undefined) this.#byClient.set(client, own);
    return own.add(post);
  }
}
