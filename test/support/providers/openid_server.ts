// Runs oidc-provider in place of a real provider, at the provider's host names and paths. It requires PKCE,
// authenticates clients, and rotates keys. Where a real provider shows pages, it signs in and consents at once.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import type { ProviderPerson, RegisteredClient } from './vendor.ts';

export interface ProviderLayout {
  issuer: string;
  /** Paths of the provider's endpoints. */
  routes: { authorization: string; token: string; jwks: string; userinfo: string };
  /** Path of the issuer URL, below which the discovery document is. */
  mounted?: string;
  login: 'client_secret_basic' | 'client_secret_post';
  scopes?: readonly string[];
  /** The provider's own claims, by scope. */
  claims: Readonly<Record<string, readonly string[]>>;
  account(person: ProviderPerson): Record<string, unknown>;
}

export interface OpenIdServer {
  app: RegisteredClient;
  /** User who signs in; null denies consent. */
  person: ProviderPerson | null;
  /** Errors that oidc-provider reported, oldest first. */
  complaints: string[];
  /** Returns user and scopes of an access token; undefined if the token is invalid. */
  opened(token: string): Promise<{ person: ProviderPerson; scopes: readonly string[] } | undefined>;
  /** Replaces the signing key. The old key stays published, or is removed. */
  rotate(old: 'published' | 'retired'): void;
  answer: RequestListener;
}

const INTERACTION = '/interaction/';

export function createOpenIdServer(place: ProviderLayout, redirect_uri: string): OpenIdServer {
  const people = new Map<string, ProviderPerson>();
  // The secret contains characters that HTTP Basic must encode.
  const app: RegisteredClient = { client_id: `real-${random()}`, secret: `s+${random()}/%:&= x`, redirect_uri };
  const adapter = createMemoryAdapter();
  const cookies = { keys: [random()] };
  let keys = [generateJwk()];

  const start = (): { provider: Provider; listener: RequestListener } => {
    const provider = new Provider(place.issuer, {
      adapter,
      cookies,
      clients: [
        {
          client_id: app.client_id,
          client_secret: app.secret,
          redirect_uris: [redirect_uri],
          response_types: ['code'],
          grant_types: ['authorization_code', 'refresh_token'],
          token_endpoint_auth_method: place.login,
        },
      ],
      jwks: { keys },
      routes: place.routes,
      scopes: ['openid', 'offline_access', ...(place.scopes ?? [])],
      claims: { openid: ['sub'], ...place.claims },
      // Puts the claims of all granted scopes into the ID token.
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `${INTERACTION}${uid}` },
      issueRefreshToken: () => true,
      findAccount: (_context: unknown, id: string) => {
        const person = people.get(id);
        return person && { accountId: id, claims: () => ({ sub: id, ...place.account(person) }) };
      },
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
    for (const event of ['authorization.error', 'grant.error', 'userinfo.error', 'server_error'])
      provider.on(event, (_context, error) => server.complaints.push(`${event}: ${error.message}`));
    return { provider, listener: provider.callback() };
  };

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { provider } = running;
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    const finish = (result: Record<string, unknown>) => provider.interactionFinished(request, response, result);
    const { person } = server;
    if (person === null) return finish({ error: 'access_denied', error_description: 'The person said no' });
    if (prompt.name === 'login') {
      people.set(person.id, person);
      return finish({ login: { accountId: person.id } });
    }
    const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) });
    grant.addOIDCScope((prompt.details.missingOIDCScope ?? []).join(' '));
    return finish({ consent: { grantId: await grant.save() } });
  };

  const server: OpenIdServer = {
    app,
    person: null,
    complaints: [],
    async opened(token) {
      const found = await running.provider.AccessToken.find(token);
      const person = found && people.get(found.accountId);
      return person && { person, scopes: found.scope?.split(' ') ?? [] };
    },
    rotate(old) {
      keys = [generateJwk(), ...(old === 'published' ? keys : [])];
      running = start();
    },
    answer(request, response) {
      if (request.url?.startsWith(INTERACTION)) {
        interact(request, response).catch((error: unknown) => {
          server.complaints.push(String(error));
          response.writeHead(500).end();
        });
        return;
      }
      const { mounted } = place;
      if (mounted !== undefined && request.url?.startsWith(mounted)) request.url = request.url.slice(mounted.length);
      running.listener(request, response);
    },
  };
  let running = start();
  return server;
}

const random = (): string => randomBytes(9).toString('hex');

function generateJwk(): Record<string, unknown> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: random(), use: 'sig', alg: 'RS256' };
}
