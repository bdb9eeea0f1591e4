// Attacks on the OAuth server over HTTP: sign-outs as open redirects, logout tokens as credentials, and fetches of
// clients' keys.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  approveAuthorization,
  authorizeQuery,
  basicAuthorization,
  createOAuthClient,
  createPkce,
  postForm,
  refreshTokens,
  signInByClient,
  startAuthorization,
  startOAuth,
} from '../support/clients/oauth.ts';
import { bearer, confirmedUser } from '../support/processes/stack.ts';
import { startTlsFront } from '../support/providers/tls_front.ts';

interface Page {
  readonly status?: number;
  readonly body?: unknown;
}
const pages = new Map<string, Page>();
const received: { path: string; body: string }[] = [];
const site = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += String(chunk);
  });
  request.on('end', () => {
    received.push({ path: request.url ?? '', body });
    const page = pages.get(request.url ?? '') ?? { status: 404, body: {} };
    response.writeHead(page.status ?? 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(page.body ?? {}));
  });
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const front = await startTlsFront();
front.to((site.address() as AddressInfo).port);
const byAddress = front.url.replace('localhost', '127.0.0.1');

const stack = await startOAuth({
  env: {
    SVC_OAUTH_SERVER_DYNAMIC_REDIRECTS: 'any',
    SVC_OAUTH_SERVER_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    SVC_RATE_LIMIT_OAUTH_TOKEN: '100000',
    SVC_RATE_LIMIT_OAUTH_DYNAMIC_CLIENT_REGISTER: '100000',
  },
});
test.after(async () => {
  await stack.close();
  front.close();
  site.close();
});
const user = await confirmedUser(stack);
const base = stack.settings.api_external_url;

const register = async (metadata: object): Promise<string> => {
  const made = await stack.post('/oauth/clients/register', { token_endpoint_auth_method: 'none', ...metadata });
  if (made.status !== 201) throw new Error(made.text);
  return String(made.body.client_id);
};

/** Signs a user in to a public client and returns its ID token. */
async function idTokenOf(client_id: string, redirect_uri: string): Promise<string> {
  const { verifier, challenge } = createPkce();
  const query = authorizeQuery(client_id, challenge, { redirect_uri, scope: 'openid' });
  const address = await approveAuthorization(stack, await startAuthorization(stack, query), user.access_token);
  const answer = await postForm(stack, '/oauth/token', {
    ...{ grant_type: 'authorization_code', client_id, redirect_uri, code_verifier: verifier },
    code: address.searchParams.get('code') ?? '',
  });
  return String(answer.body.id_token);
}

test('a sign-out sends no browser to the web site of a client that registered itself: the user follows a link', async () => {
  const redirect_uri = 'https://evil.example.com/callback';
  const back = 'https://evil.example.com/phish?a="><script>&b';
  const away = back.replace('"><script>', '%22');
  const client_id = await register({
    redirect_uris: [redirect_uri, 'com.example.app:/callback'],
    post_logout_redirect_uris: [away, 'com.example.app:/bye'],
  });
  const id_token_hint = await idTokenOf(client_id, redirect_uri);
  const ask = (post_logout_redirect_uri: string) =>
    stack.get(`/oauth/logout?${new URLSearchParams({ id_token_hint, post_logout_redirect_uri, state: '<s>' })}`);
  const answer = await ask(away);
  assert.equal([answer.status, answer.headers.get('location')], [200, null]);
  assert.match(answer.text, '>evil.example.com</a>');
  assert.match(
    answer.text,
    /<a href="https:\/\/evil\.example\.com\/phish\?a=%22&#38;b=&#38;state=%3Cs%3E" rel="noreferrer">/,
  );
  await stack.db.sql`update auth.oauth_clients
    set post_logout_redirect_uris = post_logout_redirect_uris || 'https://[::::]/'::text where id = ${client_id}`;
  const nowhere = await ask('https://[::::]/');
  assert.equal([nowhere.status, nowhere.text.includes('<a ')], [200, false], 'no browser can open this address');
  const app = await ask('com.example.app:/bye');
  assert.equal([app.status, app.headers.get('location')], [302, 'com.example.app:/bye?state=%3Cs%3E']);
});

test('an unreachable server of keys costs other clients nothing, even if its client is named often', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' };
  const hostile = await register({
    redirect_uris: ['com.example.app:/callback'],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: `${byAddress}/none`,
  });
  const ask = async (client_id: string) => {
    const client_assertion = await new SignJWT({ jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setIssuer(client_id)
      .setSubject(client_id)
      .setAudience(base)
      .setExpirationTime('1 minute')
      .sign(privateKey);
    const answer = await postForm(stack, '/oauth/token', {
      ...{ client_assertion, client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' },
      ...{ grant_type: 'refresh_token', refresh_token: 'x' },
    });
    return answer.body.error;
  };
  const answers = [];
  for (let at = 0; at < 60; at += 1) answers.push(await ask(hostile));
  assert.ok(answers.includes('temporarily_unavailable'), 'its own requests are bounded');
  pages.set('/keys', { body: { keys: [jwk] } });
  const openly = await register({
    redirect_uris: ['com.example.app:/callback'],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: `${front.url}/keys`,
  });
  assert.is(await ask(openly), 'invalid_grant', 'keys of another host are fetched');
  pages.set('/administered', { body: { keys: [jwk] } });
  const { client_id } = await createOAuthClient(stack, {
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: `${byAddress}/administered`,
  });
  assert.is(await ask(client_id), 'invalid_grant', 'so are those of an administrator’s client, at the same host');
});

test('a logout token is no credential: no hint of a sign-out, no assertion, no token to revoke or inspect, no ID token', async () => {
  const client = await createOAuthClient(stack, {
    backchannel_logout_uri: `${front.url}/backchannel`,
    post_logout_redirect_uris: ['https://client.example.com/bye'],
  });
  pages.set('/backchannel', {});
  const kept = await signInByClient(stack, { client, user, scope: 'openid offline_access' });
  const other = await confirmedUser(stack);
  await signInByClient(stack, { client, user: other, scope: 'openid offline_access' });
  await stack.post('/logout?scope=global', {}, bearer(other.access_token));
  for (let looks = 0; looks < 500 && !received.some(({ path }) => path === '/backchannel'); looks += 1) await sleep(20);
  const sent = received.find(({ path }) => path === '/backchannel');
  const token = String(new URLSearchParams(sent?.body ?? '').get('logout_token'));
  assert.is(decodeJwt(token).aud, client.client_id);
  const hint = await stack.get(
    `/oauth/logout?${new URLSearchParams({ id_token_hint: token, post_logout_redirect_uri: 'https://client.example.com/bye' })}`,
  );
  assert.equal([hint.status, hint.headers.get('location')], [400, null]);
  const inspected = await postForm(stack, '/oauth/introspect', { token }, basicAuthorization(client));
  assert.equal(inspected.body, { active: false });
  assert.is((await postForm(stack, '/oauth/revoke', { token }, basicAuthorization(client))).status, 200);
  // This server signed the logout token. The token authenticates no client, not even one that registered this server's
  // key set as its own.
  const confused = await createOAuthClient(stack, {
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: `${front.url}/own`,
  });
  pages.set('/own', { body: (await stack.get('/.well-known/jwks.json')).body });
  for (const client_id of [client.client_id, confused.client_id]) {
    const asserted = await postForm(stack, '/oauth/token', {
      ...{ client_id, client_assertion: token, grant_type: 'refresh_token', refresh_token: kept.refresh_token },
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
    assert.equal([asserted.status, asserted.body.error], [401, 'invalid_client']);
  }
  assert.is((await refreshTokens(stack, client, kept.refresh_token)).status, 200, 'the other session lives');
});

test.run();
