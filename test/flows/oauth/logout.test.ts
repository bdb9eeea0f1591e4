// RP-initiated logout over HTTP: the URL that openid-client builds revokes the client's session and redirects with
// `state`.
import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  CALLBACK,
  createOAuthClient,
  redirectLocation,
  refreshTokens,
  signInByClient,
  startOAuth,
} from '../../support/clients/oauth.ts';
import { bearer, confirmedUser } from '../../support/processes/stack.ts';

const stack = await startOAuth({ env: { SVC_OAUTH_SERVER_ID_TOKEN_EXP: '1' } });
test.after(() => stack.close());

const BACK = 'https://client.example.com/bye?from=app';
const app = await createOAuthClient(stack, { post_logout_redirect_uris: [BACK] });
const user = await confirmedUser(stack);
const signedIn = () => signInByClient(stack, { client: app, user, scope: 'openid offline_access' });

test('openid-client signs a user out: the session of the client ends, the browser returns with state', async () => {
  const { id_token, refresh_token, access_token } = await signedIn();
  const { api_external_url } = stack.settings;
  const config = await openid.discovery(new URL(api_external_url), app.client_id, undefined, undefined, {
    execute: [openid.allowInsecureRequests],
    // Sends requests for the server's public URL to the port on which the server listens.
    [openid.customFetch]: (address, options) =>
      fetch(address.replace(api_external_url, stack.url), options as RequestInit),
  });
  const url = openid.buildEndSessionUrl(config, {
    id_token_hint: String(id_token),
    post_logout_redirect_uri: BACK,
    state: 'a&b',
  });
  // Waits until the ID token has expired, which is the usual state at a logout.
  await new Promise((ready) => setTimeout(ready, 1_100));
  const answer = await stack.get(`/oauth/logout${url.search}`);
  assert.equal([answer.status, redirectLocation(answer).origin], [302, 'https://client.example.com']);
  assert.equal([...redirectLocation(answer).searchParams].sort(), [
    ['from', 'app'],
    ['state', 'a&b'],
  ]);
  assert.is((await refreshTokens(stack, app, refresh_token)).body.error, 'invalid_grant');
  assert.is((await stack.get('/oauth/userinfo', bearer(access_token))).status, 401);
  assert.is((await stack.get('/user', bearer(user.access_token))).status, 200, 'the user stays signed in here');
});

test('a POST without a redirect URI leads to the app’s page, or to Postern’s page that reports the sign-out', async () => {
  const { id_token, refresh_token } = await signedIn();
  const sent = new URLSearchParams({ id_token_hint: String(id_token) }).toString();
  const post = (node: Pick<typeof stack, 'request'>) =>
    node.request('POST', '/oauth/logout', sent, { 'Content-Type': 'application/x-www-form-urlencoded' });
  const page = await post(stack);
  assert.equal([page.status, page.headers.get('location')], [302, `${stack.settings.site_url}/consent?logout=1`]);
  const answer = await post(await stack.another({ SVC_OAUTH_SERVER_AUTHORIZATION_PATH: '' }));
  assert.equal([answer.status, /signed out/.test(answer.text)], [200, true]);
  assert.match(answer.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  assert.is((await refreshTokens(stack, app, refresh_token)).body.error, 'invalid_grant');
});

test('another site cannot sign anybody out or send a browser on: no ID token, another kind of token, another address', async () => {
  const { id_token, access_token, refresh_token } = await signedIn();
  const other = await createOAuthClient(stack);
  const ask = async (values: Record<string, string>) => {
    const answer = await stack.get(`/oauth/logout?${new URLSearchParams(values)}`);
    assert.is(answer.headers.get('location'), null, JSON.stringify(values));
    return answer.status;
  };
  const hint = String(id_token);
  const [head, , signature] = hint.split('.');
  const claims = { ...decodeJwt(hint), iat: 1 };
  const forged = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
  const refused: Record<string, string>[] = [
    { client_id: app.client_id, post_logout_redirect_uri: BACK },
    { id_token_hint: access_token, post_logout_redirect_uri: BACK },
    { id_token_hint: user.access_token, post_logout_redirect_uri: BACK },
    { id_token_hint: forged, post_logout_redirect_uri: BACK },
    { id_token_hint: hint, post_logout_redirect_uri: CALLBACK },
    { id_token_hint: hint, post_logout_redirect_uri: 'https://evil.example.com/' },
    { id_token_hint: hint, client_id: other.client_id, post_logout_redirect_uri: BACK },
  ];
  for (const values of refused) assert.is(await ask(values), 400, JSON.stringify(values));
  assert.is((await stack.get(`/oauth/logout?id_token_hint=${hint}&id_token_hint=${hint}`)).status, 400, 'doubled');
  assert.is((await refreshTokens(stack, app, refresh_token)).status, 200, 'the session lives');
});

test.run();
