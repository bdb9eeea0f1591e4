// Unmodified client libraries through the whole flow: oauth4webapi, openid-client, the MCP SDK, and auth-js with its
// client administration and consent page.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAdmin, SERVICE } from '../../support/clients/admin.ts';
import { createClient, expectData } from '../../support/clients/client.ts';
import {
  approveAuthorization,
  authorizeQuery,
  CALLBACK,
  createOAuthClient,
  createPkce,
  createRsaSigningKey,
  exchangeCode,
  startAuthorization,
  startOAuth,
} from '../../support/clients/oauth.ts';
import { bearer, newEmail, SITE_URL } from '../../support/processes/stack.ts';

const stack = await startOAuth({
  worker: false,
  env: { SVC_API_EXTERNAL_URL: 'http://127.0.0.1:9999/auth/v1', SVC_MAILER_AUTOCONFIRM: 'true' },
});
const base = stack.settings.api_external_url;
const email = newEmail();
const signed = (await stack.post('/signup', { email, password: 'correct horse battery' })).body;
const user = {
  email,
  id: String((signed.user as { id: string }).id),
  access_token: String(signed.access_token),
  refresh_token: String(signed.refresh_token),
};
test.after(() => stack.close());

/** Sends requests for the server's public URL to the port on which the server listens. */
const here: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  return fetch(url.replace(new URL(base).origin, stack.url), init);
};

/** Follows an authorization URL to the consent page, and approves as the user. */
async function approveInBrowser(address: URL | string): Promise<URL> {
  const { search } = new URL(String(address));
  return approveAuthorization(stack, await startAuthorization(stack, search.slice(1)), user.access_token);
}

test('oauth4webapi: discovery, registration, code, ID token, userinfo, refresh, revocation', async () => {
  const o = { [oauth.customFetch]: here, [oauth.allowInsecureRequests]: true };
  for (const algorithm of ['oauth2', 'oidc'] as const) {
    const found = await oauth.discoveryRequest(new URL(base), { algorithm, ...o });
    assert.is((await oauth.processDiscoveryResponse(new URL(base), found)).issuer, base);
  }
  const as = await oauth.processDiscoveryResponse(
    new URL(base),
    await oauth.discoveryRequest(new URL(base), { algorithm: 'oauth2', ...o }),
  );
  const redirect_uri = 'http://127.0.0.1:5001/cb';
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      as,
      { client_name: 'CLI', redirect_uris: ['http://127.0.0.1/cb'], token_endpoint_auth_method: 'client_secret_post' },
      o,
    ),
  );
  const secret = oauth.ClientSecretPost(String(client.client_secret));
  const { verifier, challenge } = createPkce();
  const query = authorizeQuery(client.client_id, challenge, {
    redirect_uri,
    scope: 'openid email offline_access',
    nonce: 'n-1',
  });
  const returned = await approveInBrowser(`${as.authorization_endpoint}?${query}`);
  const code = oauth.validateAuthResponse(as, client, returned, 'state-1');
  const exchanged = await oauth.authorizationCodeGrantRequest(as, client, secret, code, redirect_uri, verifier, o);
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, exchanged, {
    expectedNonce: 'n-1',
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(as, exchanged, o);
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  assert.is(claims?.sub, user.id);
  const info = await oauth.userInfoRequest(as, client, tokens.access_token, o);
  assert.is((await oauth.processUserInfoResponse(as, client, user.id, info)).email, user.email);
  const asked = await oauth.introspectionRequest(as, client, secret, tokens.access_token, o);
  const told = await oauth.processIntrospectionResponse(as, client, asked);
  assert.equal([told.active, told.sub, told.client_id], [true, user.id, client.client_id]);
  const refreshed = await oauth.processRefreshTokenResponse(
    as,
    client,
    await oauth.refreshTokenGrantRequest(as, client, secret, String(tokens.refresh_token), o),
  );
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(as, client, secret, String(refreshed.refresh_token), o),
  );
  const dead = await oauth.refreshTokenGrantRequest(as, client, secret, String(refreshed.refresh_token), o);
  const error = await oauth.processRefreshTokenResponse(as, client, dead).catch((fault: unknown) => fault);
  assert.ok(error instanceof oauth.ResponseBodyError);
  assert.is(error.error, 'invalid_grant');
});

test('openid-client: the flow of a web app with a secret', async () => {
  const { client_id, client_secret } = await createOAuthClient(stack);
  const config = await openid.discovery(
    new URL(base),
    client_id,
    client_secret,
    openid.ClientSecretBasic(client_secret),
    {
      execute: [openid.allowInsecureRequests],
      [openid.customFetch]: here as never,
    },
  );
  const verifier = openid.randomPKCECodeVerifier();
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid email profile offline_access',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'abc',
    nonce: 'def',
  });
  const tokens = await openid.authorizationCodeGrant(config, await approveInBrowser(address), {
    pkceCodeVerifier: verifier,
    expectedState: 'abc',
    expectedNonce: 'def',
  });
  assert.is(tokens.claims()?.sub, user.id);
  assert.is((await openid.fetchUserInfo(config, tokens.access_token, user.id)).email, user.email);
  const refreshed = await openid.refreshTokenGrant(config, String(tokens.refresh_token));
  await openid.tokenRevocation(config, String(refreshed.refresh_token));
});

test('the MCP SDK: discovery by path insertion, registration, resource, refresh, and a new start after invalid_grant', async () => {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (!request.url?.startsWith('/.well-known/oauth-protected-resource')) response.statusCode = 404;
    response.end(JSON.stringify({ resource: `${resource}/mcp`, authorization_servers: [base] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const resource = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked: string[] = [];
  const fetchFn = (input: string | URL, init?: RequestInit) => {
    asked.push(String(input).replace(base, ''));
    return String(input).startsWith(resource) ? fetch(input, init) : here(input, init);
  };
  const kept: Record<string, unknown> = {};
  const keep = (more: object): void => void Object.assign(kept, more);
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://127.0.0.1:3334/callback',
    clientMetadata: {
      client_name: 'An MCP client',
      redirect_uris: ['http://127.0.0.1:3334/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => keep({ client }),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => keep({ tokens }),
    redirectToAuthorization: (url) => keep({ sent: String(url) }),
    saveCodeVerifier: (verifier) => keep({ verifier }),
    codeVerifier: () => String(kept.verifier),
    invalidateCredentials: (scope) => void (scope === 'all' || scope === 'tokens' ? delete kept.tokens : undefined),
  };
  const o = { serverUrl: `${resource}/mcp`, fetchFn: fetchFn as never };
  try {
    assert.is(await auth(provider, o), 'REDIRECT');
    assert.ok(
      asked.some((url) => url.endsWith('/.well-known/oauth-authorization-server/auth/v1')),
      asked.join(' '),
    );
    const code = (await approveInBrowser(String(kept.sent))).searchParams.get('code') ?? '';
    assert.is(await auth(provider, { ...o, authorizationCode: code }), 'AUTHORIZED');
    const first = (kept.tokens as { access_token: string }).access_token;
    const { aud } = JSON.parse(Buffer.from(first.split('.')[1] ?? '', 'base64url').toString()) as { aud: string };
    assert.is(aud, `${resource}/mcp`);
    assert.is(await auth(provider, o), 'AUTHORIZED', 'by a refresh');
    assert.is.not((kept.tokens as { access_token: string }).access_token, first);
    const { client_id } = kept.client as { client_id: string };
    const ended = await stack.request(
      'DELETE',
      `/user/oauth/grants?client_id=${client_id}`,
      undefined,
      bearer(user.access_token),
    );
    assert.is(ended.status, 204);
    assert.is(await auth(provider, o), 'REDIRECT', 'dead credentials are dropped');
  } finally {
    server.close();
  }
});

test('auth-js: the consent page and the grants of a user', async () => {
  const { client_id } = await createOAuthClient(stack);
  const { auth: page } = createClient(stack.url);
  await page.setSession({ access_token: user.access_token, refresh_token: user.refresh_token });
  const id = await startAuthorization(stack, authorizeQuery(client_id, createPkce().challenge));
  const details = expectData(await page.oauth.getAuthorizationDetails(id)) as {
    authorization_id: string;
    scope: string;
  };
  assert.equal([details.authorization_id, details.scope], [id, 'email']);
  const approved = expectData(await page.oauth.approveAuthorization(id, { skipBrowserRedirect: true }));
  assert.match(approved.redirect_url, /^https:\/\/client\.example\.com\/callback\?code=[\w-]{56}&iss=/);
  const other = await startAuthorization(
    stack,
    authorizeQuery(client_id, createPkce().challenge, { prompt: 'consent' }),
  );
  expectData(await page.oauth.getAuthorizationDetails(other));
  const denied = expectData(await page.oauth.denyAuthorization(other, { skipBrowserRedirect: true }));
  assert.is(new URL(denied.redirect_url).searchParams.get('error'), 'access_denied');
  const grants = expectData(await page.oauth.listGrants());
  assert.ok(grants.some((grant) => grant.client.id === client_id));
  expectData(await page.oauth.revokeGrant({ clientId: client_id }));
  assert.not.ok(expectData(await page.oauth.listGrants()).some((grant) => grant.client.id === client_id));
});

for (const [algorithm, env] of [
  ['ES256', {}],
  ['RS256', { SVC_JWT_KEYS: createRsaSigningKey(), SVC_JWT_VALID_METHODS: 'RS256,HS256' }],
  ['HS256', { SVC_JWT_KEYS: '', SVC_JWT_VALID_METHODS: '' }],
] as const) {
  test(`auth-js: administration of clients, with ${algorithm}`, async () => {
    const node = await stack.another(env);
    const { oauth: clients } = createAdmin(node.url);
    const made = expectData(
      await clients.createClient({
        client_name: 'One',
        redirect_uris: [CALLBACK, 'http://localhost:3000/cb', `${SITE_URL}/x`],
      } as never),
    );
    assert.ok(made.client_secret);
    assert.equal(made.redirect_uris, [CALLBACK, 'http://localhost:3000/cb', `${SITE_URL}/x`]);
    assert.equal([made.grant_types, made.response_types], [['authorization_code', 'refresh_token'], ['code']]);
    const shown = expectData(await clients.getClient(made.client_id));
    assert.is(shown.client_secret, undefined);
    const changed = expectData(await clients.updateClient(made.client_id, { logo_uri: 'https://a.example/logo.png' }));
    assert.equal([changed.client_name, changed.logo_uri], ['One', 'https://a.example/logo.png']);
    const renewed = expectData(await clients.regenerateClientSecret(made.client_id));
    assert.is.not(renewed.client_secret, made.client_secret);
    const page = expectData(await clients.listClients({ page: 1, perPage: 2 }));
    assert.ok(page.clients.length > 0);
    const none = await clients.createClient({ client_name: 'None', redirect_uris: [] });
    assert.match(String(none.error?.message), /redirect_uris|required|invalid/i);
    expectData(await clients.deleteClient(made.client_id));
    assert.ok((await clients.getClient(made.client_id)).error);
  });

  test(`auth-js: consent and the grants of a user, with ${algorithm}`, async () => {
    const node = await stack.another(env);
    const { client_id, client_secret } = await createOAuthClient(node);
    const { auth: page } = createClient(node.url);
    expectData(await page.signInWithPassword({ email, password: 'correct horse battery' }));
    const { verifier, challenge } = createPkce();
    // Without an asymmetric key there is no OpenID.
    const scope = algorithm === 'HS256' ? 'email' : 'openid email';
    const id = await startAuthorization(node, authorizeQuery(client_id, challenge, { scope }));
    assert.is((expectData(await page.oauth.getAuthorizationDetails(id)) as { scope: string }).scope, scope);
    const { redirect_url } = expectData(await page.oauth.approveAuthorization(id, { skipBrowserRedirect: true }));
    const code = new URL(redirect_url).searchParams.get('code') ?? '';
    const { body } = await exchangeCode(node, { client_id, client_secret }, code, verifier);
    const { alg } = decodeProtectedHeader(String(body.access_token));
    assert.equal([alg, body.scope, body.id_token !== undefined], [algorithm, scope, algorithm !== 'HS256']);
    if (body.id_token !== undefined) {
      const keys = createRemoteJWKSet(new URL(`${node.url}/.well-known/jwks.json`));
      const { payload } = await jwtVerify(String(body.id_token), keys, {
        audience: client_id,
        algorithms: [algorithm],
      });
      assert.is(payload.sub, user.id);
    }
    assert.ok(expectData(await page.oauth.listGrants()).some((grant) => grant.client.id === client_id));
    expectData(await page.oauth.revokeGrant({ clientId: client_id }));
    assert.not.ok(expectData(await page.oauth.listGrants()).some((grant) => grant.client.id === client_id));
  });
}

test('discovery is the same at its three places, and every endpoint in it answers', async () => {
  const places = [
    '/auth/v1/.well-known/oauth-authorization-server',
    '/auth/v1/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/auth/v1',
    '/.well-known/openid-configuration/auth/v1',
  ];
  const texts = await Promise.all(places.map(async (path) => (await fetch(stack.url + path)).text()));
  assert.is(new Set(texts).size, 1);
  const found = JSON.parse(texts[0] as string) as Record<string, unknown>;
  assert.equal(found.id_token_signing_alg_values_supported, ['ES256']);
  for (const [name, url] of Object.entries(found).filter(([key]) => /_endpoint$|^jwks_uri$/.test(key))) {
    assert.is.not((await here(String(url))).status, 404, name);
  }
});

test('with HS256 openid is refused before a code exists, and discovery says so', async () => {
  const node = await stack.another({ SVC_JWT_KEYS: '', SVC_JWT_VALID_METHODS: '' });
  const { client_id } = (await node.post('/admin/oauth/clients', { redirect_uris: [CALLBACK] }, SERVICE)).body;
  const query = authorizeQuery(String(client_id), createPkce().challenge, { scope: 'openid email' });
  const answer = await node.get(`/oauth/authorize?${query}`);
  const { searchParams } = new URL(answer.headers.get('location') ?? '');
  assert.equal([searchParams.get('error'), searchParams.get('state')], ['invalid_scope', 'state-1']);
  const found = (await node.get('/.well-known/openid-configuration')).body;
  assert.equal(
    [found.scopes_supported, found.id_token_signing_alg_values_supported],
    [['profile', 'email', 'phone', 'offline_access'], ['RS256']],
  );
});

test.run();
