// The authorization code flow over HTTP: authorization, consent, exchange, refresh, userinfo and revocation.
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  approveAuthorization,
  authorizeQuery,
  basicAuthorization,
  CALLBACK,
  createOAuthClient,
  createPkce,
  exchangeCode,
  postForm,
  redirectLocation,
  refreshTokens,
  signInByClient,
  startAuthorization,
  startOAuth,
} from '../../support/clients/oauth.ts';
import { bearer, confirmedUser, SITE_URL } from '../../support/processes/stack.ts';

const stack = await startOAuth();
test.after(() => {
  if (process.env.SHOWLOG)
    console.log(
      stack
        .log()
        .split('\n')
        .filter((l) => l.includes('error'))
        .slice(0, 3)
        .join('\n'),
    );
  return stack.close();
});

const client = await createOAuthClient(stack);
const user = await confirmedUser(stack);

test('a client signs a user in: page, consent, code, tokens, refresh, userinfo, revocation', async () => {
  const { verifier, challenge } = createPkce();
  const started = await stack.get(
    `/oauth/authorize?${authorizeQuery(client.client_id, challenge, { scope: 'openid email offline_access', nonce: 'n-1' })}`,
  );
  assert.is(started.status, 302);
  assert.is(started.headers.get('access-control-allow-origin'), null);
  assert.is(started.headers.get('referrer-policy'), 'no-referrer');
  const page = redirectLocation(started);
  assert.is(page.origin + page.pathname, `${SITE_URL}/consent`);
  const id = page.searchParams.get('authorization_id') ?? '';
  assert.match(id, /^[0-9a-f]{56}$/);

  const shown = await stack.get(`/oauth/authorizations/${id}`, bearer(user.access_token));
  assert.is(shown.status, 200);
  assert.is(shown.body.authorization_id, id);
  assert.is(shown.body.redirect_uri, CALLBACK);
  assert.is(shown.body.scope, 'openid email offline_access');
  assert.equal(shown.body.client, {
    id: client.client_id,
    name: 'Test client',
    confidential: true,
    verified: true,
    host: 'client.example.com',
  });
  assert.equal(shown.body.user, { id: user.id, email: user.email });

  const address = await approveAuthorization(stack, id, user.access_token);
  assert.is(address.origin + address.pathname, CALLBACK);
  assert.is(address.searchParams.get('state'), 'state-1');
  assert.is(address.searchParams.get('iss'), stack.settings.api_external_url);
  const code = address.searchParams.get('code') ?? '';
  assert.match(code, /^[\w-]{56}$/);

  const answer = await exchangeCode(stack, client, code, verifier);
  assert.is(answer.status, 200, answer.text);
  assert.is(answer.headers.get('cache-control'), 'no-store');
  assert.is(answer.headers.get('pragma'), 'no-cache');
  const tokens = answer.body as Record<string, string>;
  assert.equal(Object.keys(tokens), ['access_token', 'token_type', 'expires_in', 'refresh_token', 'id_token', 'scope']);
  assert.is(decodeProtectedHeader(tokens.access_token ?? '').typ, 'at+jwt');
  const claims = decodeJwt(tokens.access_token ?? '');
  assert.is(claims.client_id, client.client_id);
  assert.is(claims.scope, 'openid email offline_access');
  assert.is(claims.email, user.email);
  assert.equal(claims.user_metadata, {});
  const id_claims = decodeJwt(tokens.id_token ?? '');
  assert.is(id_claims.nonce, 'n-1');
  assert.is(id_claims.aud, client.client_id);
  assert.is(id_claims.sub, user.id);

  const info = await stack.get('/oauth/userinfo', bearer(tokens.access_token));
  assert.equal(info.body, { sub: user.id, email: user.email, email_verified: true });

  const refreshed = await refreshTokens(stack, client, tokens.refresh_token ?? '');
  assert.is(refreshed.status, 200, refreshed.text);
  assert.is(refreshed.body.id_token, undefined);

  const revoked = await postForm(
    stack,
    '/oauth/revoke',
    { token: String(refreshed.body.refresh_token) },
    basicAuthorization(client),
  );
  assert.equal([revoked.status, revoked.text], [200, '']);
  assert.is((await stack.get('/oauth/userinfo', bearer(tokens.access_token))).status, 401);
  assert.is((await refreshTokens(stack, client, String(refreshed.body.refresh_token))).body.error, 'invalid_grant');
});

test('a code that comes again with its verifier ends the session, and its access token stops at userinfo', async () => {
  const { access_token, code, verifier } = await signInByClient(stack, { client, user });
  assert.is((await stack.get('/oauth/userinfo', bearer(access_token))).status, 200);
  const again = await exchangeCode(stack, client, code, verifier);
  assert.equal([again.status, again.body.error], [400, 'invalid_grant']);
  const info = await stack.get('/oauth/userinfo', bearer(access_token));
  assert.is(info.status, 401);
  assert.is(info.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
});

test('a returning user is sent on at once, and again with the same code, until it is exchanged', async () => {
  await signInByClient(stack, { client, user });
  const { verifier, challenge } = createPkce();
  const id = await startAuthorization(stack, authorizeQuery(client.client_id, challenge));
  const first = await stack.get(`/oauth/authorizations/${id}`, bearer(user.access_token));
  const second = await stack.get(`/oauth/authorizations/${id}`, bearer(user.access_token));
  assert.ok(first.body.redirect_url);
  assert.is(second.body.redirect_url, first.body.redirect_url);
  const code = new URL(String(first.body.redirect_url)).searchParams.get('code') ?? '';
  assert.is((await exchangeCode(stack, client, code, verifier)).status, 200);
  assert.is((await stack.get(`/oauth/authorizations/${id}`, bearer(user.access_token))).status, 404);
});

test.run();
