// Types for the parts of oidc-provider that tests use. The package has no types.
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  interface Interaction {
    prompt: { name: string; details: { missingOIDCScope?: string[]; missingOIDCClaims?: string[] } };
    params: Record<string, unknown>;
    session?: { accountId: string };
  }
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): RequestListener;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>;
    readonly Grant: new (of: {
      accountId: string;
      clientId: string;
    }) => Grant;
    readonly AccessToken: { find(token: string): Promise<{ accountId: string; scope?: string } | undefined> };
    on(event: string, heard: (context: unknown, error: Error) => void): void;
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  /** Returns an adapter factory that stores all data in memory. */
  export function createMemoryAdapter(): (model: string) => unknown;
}
