// Sign-in with oidc-provider at the hosts of Google, Azure, Keycloak and Figma. The server requires PKCE and the right
// client authentication, shows sign-in and consent pages, names its issuer in responses, and rotates its keys.
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sendOutgoingRequest } from '../../../core/outgoing.ts';
import { NO_CONFIG, type OAuth2Provider, type ProviderConfig } from '../../../core/providers/provider.ts';
import { requireProvider } from '../../../core/providers/registry.ts';
import { checkProvider } from '../../../gateway/providers/check/check.ts';
import { createIdTokens } from '../../../gateway/providers/id_tokens.ts';
import { exchangeCode } from '../../../gateway/providers/oauth2.ts';
import { ProviderError } from '../../../gateway/providers/provider_request.ts';
import { EXTERNAL_URL, startStack } from '../../support/processes/stack.ts';
import { startNetwork } from '../../support/providers/network.ts';
import { createOpenIdServer, type OpenIdServer } from '../../support/providers/openid_server.ts';
import {
  AZURE_LAYOUT,
  FIGMA_LAYOUT,
  followAndFillForms,
  GOOGLE_LAYOUT,
  KEYCLOAK_LAYOUT,
  serveHosts,
} from '../../support/providers/places.ts';
import { CALLBACK, consentAndReturn, signInWithProvider } from '../../support/providers/sign_in.ts';
import { KEYCLOAK_URL } from '../../support/providers/tenants.ts';
import type { RegisteredClient } from '../../support/providers/vendor.ts';
import { newPerson } from '../../support/providers/world.ts';

const servers = {
  google: createOpenIdServer(GOOGLE_LAYOUT, CALLBACK),
  azure: createOpenIdServer(AZURE_LAYOUT, CALLBACK),
  keycloak: createOpenIdServer(KEYCLOAK_LAYOUT, CALLBACK),
  figma: createOpenIdServer(FIGMA_LAYOUT, CALLBACK),
};
type ServerName = keyof typeof servers;

/** Figma's user endpoint, which accepts the server's tokens. */
const figmaUser: OpenIdServer['answer'] = (request, response) => {
  if (request.url !== '/v1/me') return servers.figma.answer(request, response);
  const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
  servers.figma.opened(token).then((found) => {
    const { person } = found ?? {};
    response.writeHead(person && found?.scopes.includes('current_user:read') ? 200 : 403);
    response.end(JSON.stringify({ id: person?.id, email: person?.email, handle: person?.login, img_url: 'x' }));
  });
};

/** Number of requests for Google's keys. */
let keySets = 0;
const google: OpenIdServer['answer'] = (request, response) => {
  if (request.url === GOOGLE_LAYOUT.routes.jwks) keySets += 1;
  servers.google.answer(request, response);
};

const network = await startNetwork(() => ({ status: 404 }), {
  here: true,
  servers: {
    ...serveHosts(['accounts.google.com', 'oauth2.googleapis.com', 'www.googleapis.com'], google),
    ...serveHosts(['login.microsoftonline.com'], servers.azure.answer),
    ...serveHosts([new URL(KEYCLOAK_URL).host], servers.keycloak.answer),
    ...serveHosts(['www.figma.com', 'api.figma.com'], figmaUser),
  },
});
const environment = Object.fromEntries(
  Object.entries(servers).flatMap(([name, { app }]) =>
    Object.entries({ ENABLED: 'true', CLIENT_ID: app.client_id, SECRET: app.secret, REDIRECT_URI: CALLBACK }).map(
      ([part, value]) => [`SVC_EXTERNAL_${name.toUpperCase()}_${part}`, value] as const,
    ),
  ),
);
const env = { ...environment, SVC_EXTERNAL_KEYCLOAK_URL: KEYCLOAK_URL };
const stack = await startStack({ env });
test.after(async () => {
  await stack.close();
  await network.close();
});
test.before.each(() => {
  for (const server of Object.values(servers)) server.person = newPerson();
});

const world = { visit: (url: string | URL) => followAndFillForms(url, CALLBACK) };

/** Returns the URL with a changed query. */
function withChangedQuery(url: string | URL, change: (query: URLSearchParams) => void): URL {
  const other = new URL(url);
  change(other.searchParams);
  return other;
}
const SCOPES: Record<ServerName, string> = { google: 'openid', azure: 'offline_access', keycloak: 'openid', figma: '' };
const journey = (provider: ServerName, flowType: 'implicit' | 'pkce') => ({
  world,
  provider,
  flowType,
  options: { scopes: SCOPES[provider] },
});

for (const provider of Object.keys(servers) as ServerName[]) {
  for (const flowType of ['implicit', 'pkce'] as const) {
    test(`${provider}, ${flowType}: the first sign-in creates an account, the second finds it, with the tokens of the server`, async () => {
      const { person } = servers[provider];
      const first = await signInWithProvider(stack, journey(provider, flowType));
      const { user } = first.session;
      assert.is(user.email, person?.email);
      assert.ok(user.email_confirmed_at);
      const [identity] = user.identities?.filter((one) => one.provider === provider) ?? [];
      assert.is(identity?.id, person?.id);
      assert.is((await servers[provider].opened(first.provider_token))?.person, person);
      const second = await signInWithProvider(stack, journey(provider, flowType));
      assert.is(second.session.user.id, user.id);
      assert.is.not(second.provider_token, first.provider_token);
      assert.equal(servers[provider].complaints, []);
    });
  }
}

test('the server rejects a request without a challenge, and a code without its own verifier', async () => {
  const bare = {
    visit: (url: string | URL) => world.visit(withChangedQuery(url, (query) => query.delete('code_challenge'))),
  };
  const none = await consentAndReturn(stack, { ...journey('google', 'pkce'), world: bare });
  assert.is(none.query.get('error'), 'invalid_request');
  assert.is(none.query.has('code'), false);
  const challenge = 'a'.repeat(43);
  const other = {
    visit: (url: string | URL) => world.visit(withChangedQuery(url, (query) => query.set('code_challenge', challenge))),
  };
  for (const provider of ['google', 'azure', 'keycloak', 'figma'] as const) {
    const { query } = await consentAndReturn(stack, { ...journey(provider, 'implicit'), world: other });
    assert.match(query.get('error_description') ?? '', /^Unable to exchange external code/);
    assert.match(servers[provider].complaints.at(-1) ?? '', /^grant\.error: /);
    assert.match(stack.log(), `${provider}: the token endpoint answered 400: invalid_grant`);
  }
});

test('a client with a wrong secret is rejected everywhere', async () => {
  const wrong = Object.fromEntries(
    Object.keys(servers).map((name) => [`SVC_EXTERNAL_${name.toUpperCase()}_SECRET`, 'x']),
  );
  const node = await stack.another({ ...env, ...wrong });
  for (const provider of ['google', 'azure', 'keycloak', 'figma'] as const) {
    const { query } = await consentAndReturn(node, journey(provider, 'pkce'));
    assert.is(query.get('error'), 'server_error');
    assert.match(node.log(), `${provider}: the token endpoint answered 401: invalid_client`);
  }
});

test("a denied consent returns with the server's error", async () => {
  servers.azure.person = null;
  const { query, fragment } = await consentAndReturn(stack, journey('azure', 'implicit'));
  assert.equal([query.get('error'), fragment.get('error')], ['access_denied', 'access_denied']);
  assert.is(query.get('error_description'), 'The person said no');
});

test('the server names its issuer, and another issuer is rejected before a token request', async () => {
  for (const [provider, { complaints }] of Object.entries(servers)) {
    if (provider === 'figma') continue;
    let named: string | null = null;
    const before = complaints.length;
    const renamed = {
      visit: async (url: string | URL) => {
        const visited = await world.visit(url);
        named = visited.to?.searchParams.get('iss') ?? null;
        visited.to?.searchParams.set('iss', 'https://evil.example.com');
        return visited;
      },
    };
    const { query } = await consentAndReturn(stack, { ...journey(provider as ServerName, 'pkce'), world: renamed });
    assert.ok(named, provider);
    assert.is(query.get('error_description'), 'OAuth callback is of another issuer');
    assert.is(complaints.length, before);
  }
});

test('the refresh token of the server reaches the client in both flows, and the server accepts it', async () => {
  const { fragment } = await consentAndReturn(stack, journey('azure', 'implicit'));
  const { client, query } = await consentAndReturn(stack, journey('azure', 'pkce'));
  const { data } = await client.auth.exchangeCodeForSession(query.get('code') ?? '');
  for (const token of [fragment.get('provider_refresh_token'), data.session?.provider_refresh_token]) {
    const { client_id, secret } = servers.azure.app;
    const answer = await sendOutgoingRequest('https://login.microsoftonline.com/common/oauth2/v2.0/token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: token ?? '',
        client_id,
        client_secret: secret,
      }),
      signal: AbortSignal.timeout(10_000),
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    assert.is((await servers.azure.opened(access_token))?.person, servers.azure.person);
  }
});

test('a code of another sign-in has an ID token with another nonce, and is rejected', async () => {
  for (const provider of ['google', 'azure', 'keycloak'] as const) {
    const swapped = {
      visit: (url: string | URL) =>
        world.visit(withChangedQuery(url, (query) => query.set('nonce', 'of another sign-in'))),
    };
    const { query } = await consentAndReturn(stack, { ...journey(provider, 'implicit'), world: swapped });
    assert.is(query.get('error_description'), 'Error getting user profile from external provider');
    assert.match(stack.log(), `${provider}: the id token belongs to another sign-in`);
  }
});

const oauth2 = (name: string): OAuth2Provider => requireProvider(name) as OAuth2Provider;

test('the check before the first sign-in detects correct and wrong registrations', async () => {
  const look = async (provider: OAuth2Provider, app: RegisteredClient, change: Partial<ProviderConfig> = {}) => {
    const config = { ...configOf(app), ...change, url: provider.name === 'keycloak' ? KEYCLOAK_URL : '' };
    const findings = await checkProvider({ provider, config }, { api_external_url: EXTERNAL_URL, now: Date.now() });
    return findings.filter(({ state }) => state === 'failed').map(({ check }) => check);
  };
  const cases = [
    [oauth2('google'), servers.google.app],
    [oauth2('keycloak'), servers.keycloak.app],
    [oauth2('figma'), servers.figma.app],
  ] as const;
  for (const [provider, app] of cases) {
    assert.equal(await look(provider, app), [], provider.name);
    assert.equal(await look(provider, app, { secret: 'x' }), ['secret']);
    assert.equal(await look(provider, app, { redirect_uri: `${CALLBACK}/other` }), ['redirect']);
    assert.equal(await look(provider, app, { client_id: 'x' }), ['redirect', 'secret']);
  }
});

test('the server’s keys change: the next sign-in works, even if the old key is removed at once', async () => {
  for (const old of ['published', 'retired'] as const) {
    const node = await stack.another(env);
    await signInWithProvider(node, journey('google', 'pkce'));
    servers.google.rotate(old);
    const { session } = await signInWithProvider(node, journey('google', 'pkce'));
    assert.is(session.user.email, servers.google.person?.email);
  }
});

/** Returns an ID token of the server at Google's hosts that was issued without Postern. */
async function issueIdToken(): Promise<string> {
  const { app } = servers.google;
  const verifier = randomBytes(32).toString('base64url');
  const url = new URL('https://accounts.google.com/o/oauth2/v2/auth');
  url.search = new URLSearchParams({
    client_id: app.client_id,
    redirect_uri: app.redirect_uri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const code = (await world.visit(url)).to?.searchParams.get('code') ?? '';
  const { id_token } = await exchangeCode(oauth2('google'), configOf(app), {
    code,
    verifier,
    callback: {},
    signal: AbortSignal.timeout(10_000),
  });
  return String(id_token);
}

const configOf = ({ client_id, secret, redirect_uri }: RegisteredClient): ProviderConfig => ({
  ...NO_CONFIG,
  client_id,
  client_ids: [client_id],
  secret,
  redirect_uri,
});

test('a retired key is valid until the key set is fetched again, and unknown keys do not cause a fetch', async () => {
  let clock = Date.now();
  const tokens = createIdTokens({ now: () => clock, ttl_ms: 600_000 });
  const expected = () => ({
    keys_of: (issuer: string) => (issuer === GOOGLE_LAYOUT.issuer ? issuer : null),
    audiences: [servers.google.app.client_id],
    signal: AbortSignal.timeout(10_000),
  });
  const refused = (token: string) =>
    tokens.verify(token, expected()).then(
      () => assert.unreachable('a token with an unknown key is taken'),
      (error: unknown) => assert.instance(error, ProviderError),
    );
  const asked = (): number => keySets;
  const old = await issueIdToken();
  await tokens.verify(old, expected());
  servers.google.rotate('retired');
  const first = asked();
  await tokens.verify(old, expected());
  assert.is(asked(), first, 'the kept set has its key');

  const fresh = await issueIdToken();
  await Promise.all(Array.from({ length: 20 }, () => tokens.verify(fresh, expected())));
  assert.is(asked(), first + 1, 'twenty at once ask once, and all of them are answered');
  await refused(old);
  assert.is(asked(), first + 1, 'so soon again it is not asked for');

  const [header = '', ...rest] = fresh.split('.');
  const named = (kid: string): string => {
    const changed = { ...JSON.parse(Buffer.from(header, 'base64url').toString()), kid };
    return [Buffer.from(JSON.stringify(changed)).toString('base64url'), ...rest].join('.');
  };
  for (let n = 0; n < 100; n += 1) await refused(named(`flood-${n}`));
  assert.is(asked(), first + 1);
  clock += 31_000;
  for (let n = 0; n < 100; n += 1) await refused(named(`flood-${n}`));
  assert.is(asked(), first + 2, 'once in a while');
});

test.run();
