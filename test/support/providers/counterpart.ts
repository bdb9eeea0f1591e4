// Runs oidc-provider for comparison with Postern's OAuth server: the same clients, and a user who signs in and consents
// at once.

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';

const INTERACTION = '/interaction/';
const ACCOUNT = 'ada';

export interface ComparedServer {
  issuer: string;
  clients: { confidential: { id: string; secret: string }; public: { id: string } };
  /** Follows an authorization URL as a browser does. Returns the redirect URL of the client, or null. */
  authorize(url: string): Promise<URL | null>;
  close(): void;
}

export async function startOidcProvider(redirect_uri: string): Promise<ComparedServer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients = {
    confidential: { id: 'confidential', secret: randomBytes(24).toString('hex') },
    public: { id: 'public' },
  };
  const common = { redirect_uris: [redirect_uri], response_types: ['code'] };
  const grant_types = ['authorization_code', 'refresh_token'];
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    cookies: { keys: [randomBytes(16).toString('hex')] },
    clients: [
      { ...common, grant_types, client_id: clients.confidential.id, client_secret: clients.confidential.secret },
      {
        ...common,
        grant_types,
        client_id: clients.public.id,
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
    scopes: ['openid', 'offline_access', 'profile', 'email', 'phone'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `${INTERACTION}${uid}` },
    issueRefreshToken: (_context: unknown, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: 'ada@example.com', email_verified: true, name: 'Ada' }),
    }),
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: 600,
      Session: 600,
    },
    renderError: (context: { type: string; body: unknown }, out: unknown) => {
      context.type = 'json';
      context.body = out;
    },
  });
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt, params } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: ACCOUNT } });
    }
    const grant = new provider.Grant({ accountId: ACCOUNT, clientId: String(params.client_id) });
    grant.addOIDCScope((prompt.details.missingOIDCScope ?? []).join(' '));
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  };
  const listener = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith(INTERACTION)) return listener(request, response);
    interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return {
    issuer,
    clients,
    async authorize(url) {
      const cookies = new Map<string, string>();
      let next = new URL(url);
      for (let hops = 0; hops < 10; hops++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
        for (const set of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) return null;
        next = new URL(location, next);
        if (next.href.startsWith(redirect_uri)) return next;
      }
      throw new Error(`${url} leads nowhere`);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
