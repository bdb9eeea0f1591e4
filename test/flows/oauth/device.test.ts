// The device grant over HTTP (RFC 8628): a command-line tool gets a code, its user enters the code, and the tool gets
// tokens.
import * as oauth from 'oauth4webapi';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  basicAuthorization,
  createOAuthClient,
  DEVICE_GRANT,
  EVERY_GRANT_TYPE,
  pollDevice,
  postForm,
  signInByClient,
  startDeviceAuthorization,
  startOAuth,
} from '../../support/clients/oauth.ts';
import { bearer, confirmedUser, SITE_URL } from '../../support/processes/stack.ts';

const stack = await startOAuth({ env: { SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' } });
test.after(() => stack.close());

const client = await createOAuthClient(stack, { grant_types: EVERY_GRANT_TYPE });
const user = await confirmedUser(stack);
const own = bearer(user.access_token);
const base = stack.settings.api_external_url;
/** oauth4webapi rejects http URLs by default. */
const o = {
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, init: object) => fetch(url.replace(base, stack.url), init as RequestInit),
};

test('oauth4webapi: a public command line signs its user in', async () => {
  const as = await oauth.processDiscoveryResponse(
    new URL(base),
    await oauth.discoveryRequest(new URL(base), { algorithm: 'oauth2', ...o }),
  );
  assert.is(as.device_authorization_endpoint, `${base}/oauth/device_authorization`);
  assert.ok(as.grant_types_supported?.includes(DEVICE_GRANT));
  const cli = {
    client_id: (
      await createOAuthClient(stack, {
        client_type: 'public',
        grant_types: [DEVICE_GRANT, 'refresh_token'],
        redirect_uris: undefined,
      })
    ).client_id,
  };
  const asked = await oauth.deviceAuthorizationRequest(
    as,
    cli,
    oauth.None(),
    { scope: 'openid email offline_access' },
    o,
  );
  const codes = await oauth.processDeviceAuthorizationResponse(as, cli, asked);
  assert.match(codes.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  assert.is(codes.verification_uri, `${base}/oauth/device`);
  assert.is(codes.verification_uri_complete, `${base}/oauth/device?user_code=${codes.user_code}`);
  assert.equal([codes.expires_in, codes.interval], [600, 5]);

  const ask = async () =>
    oauth.processDeviceCodeResponse(
      as,
      cli,
      await oauth.deviceCodeGrantRequest(as, cli, oauth.None(), codes.device_code, o),
    );
  const waiting = await ask().catch((fault: unknown) => fault);
  assert.ok(waiting instanceof oauth.ResponseBodyError);
  assert.is(waiting.error, 'authorization_pending');

  const typed = codes.user_code.toLowerCase().replace('-', ' ');
  const shown = await stack.post('/oauth/device', { user_code: typed }, own);
  assert.is(shown.status, 200, shown.text);
  const decided = `/oauth/authorizations/${shown.body.authorization_id}/consent`;
  assert.equal((await stack.post(decided, { action: 'approve' }, own)).body, {});
  const tokens = await ask();
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  assert.is(claims?.sub, user.id);
  const info = await oauth.userInfoRequest(as, cli, tokens.access_token, o);
  assert.is((await oauth.processUserInfoResponse(as, cli, user.id, info)).email, user.email);
  await oauth.processRefreshTokenResponse(
    as,
    cli,
    await oauth.refreshTokenGrantRequest(as, cli, oauth.None(), String(tokens.refresh_token), o),
  );
  const again = await ask().catch((fault: unknown) => fault);
  assert.ok(again instanceof oauth.ResponseBodyError);
  assert.is(again.error, 'invalid_grant');
});

test('device: pending, slow_down, approved once by 100 polls; wrong user codes are limited; the form shows who asked', async () => {
  const { device_code, user_code } = await startDeviceAuthorization(stack, client, { scope: 'email' });
  assert.is((await pollDevice(stack, client, device_code)).body.error, 'authorization_pending');
  const hasty = await pollDevice(stack, client, device_code);
  assert.equal([hasty.status, hasty.body.error, hasty.headers.get('cache-control')], [400, 'slow_down', 'no-store']);
  const shown = await stack.post('/oauth/device', { user_code }, own);
  assert.equal(shown.body.asker, { ip: '127.0.0.1', user_agent: 'notes-cli/1.2' });
  assert.equal([shown.body.scope, shown.body.redirect_uri], ['email', undefined]);
  assert.is((shown.body.client as { verified: boolean }).verified, true);
  await stack.post(`/oauth/authorizations/${shown.body.authorization_id}/consent`, { action: 'approve' }, own);
  const answers = await Promise.all(Array.from({ length: 100 }, () => pollDevice(stack, client, device_code)));
  assert.is(answers.filter(({ status }) => status === 200).length, 1);
  assert.is(answers.filter(({ body }) => body.error === 'invalid_grant').length, 99);

  const guesser = await confirmedUser(stack);
  const guesses = await Promise.all(
    Array.from({ length: 40 }, () =>
      stack.post('/oauth/device', { user_code: 'BCDF-GHJK' }, bearer(guesser.access_token)),
    ),
  );
  assert.is(guesses.filter(({ status }) => status === 404).length, 30);
  assert.is(guesses.filter(({ status }) => status === 429).length, 10);
});

test('a user who has approved the client before is asked again', async () => {
  await signInByClient(stack, { client, user });
  const { user_code, device_code } = await startDeviceAuthorization(stack, client);
  const shown = await stack.post('/oauth/device', { user_code }, own);
  assert.ok(shown.body.authorization_id);
  const path = `/oauth/authorizations/${shown.body.authorization_id}`;
  assert.is((await stack.get(path, own)).status, 404);
  await stack.post(`${path}/consent`, { action: 'deny' }, own);
  assert.is((await pollDevice(stack, client, device_code)).body.error, 'access_denied');
});

test('another user, a client token and an anonymous user cannot enter a code or approve', async () => {
  const { user_code } = await startDeviceAuthorization(stack, client);
  const shown = await stack.post('/oauth/device', { user_code }, own);
  const path = `/oauth/authorizations/${shown.body.authorization_id}/consent`;
  const other = bearer((await confirmedUser(stack)).access_token);
  assert.is((await stack.post('/oauth/device', { user_code }, other)).status, 404);
  assert.is((await stack.post(path, { action: 'approve' }, other)).status, 404);
  const { access_token } = await signInByClient(stack, { client, user });
  assert.is((await stack.post('/oauth/device', { user_code }, bearer(access_token))).status, 403);
  assert.is((await stack.post(path, { action: 'approve' }, bearer(access_token))).status, 403);
  const anonymous = bearer(String((await stack.post('/signup', {})).body.access_token));
  const unbound = await startDeviceAuthorization(stack, client);
  const refused = await stack.post('/oauth/device', { user_code: unbound.user_code }, anonymous);
  assert.equal([refused.status, refused.body.error_code], [403, 'no_authorization']);
  assert.is((await stack.post('/oauth/device', { user_code: unbound.user_code }, own)).status, 200);
});

test('the client proves itself, and a client without the grant type gets no code', async () => {
  const wrong = await postForm(
    stack,
    '/oauth/device_authorization',
    {},
    basicAuthorization({ ...client, client_secret: 'x' }),
  );
  assert.equal([wrong.status, wrong.body.error], [401, 'invalid_client']);
  const plain = await createOAuthClient(stack);
  const refused = await postForm(stack, '/oauth/device_authorization', {}, basicAuthorization(plain));
  assert.equal([refused.status, refused.body.error], [400, 'unauthorized_client']);
  const faulty = await postForm(stack, '/oauth/device_authorization', { scope: 'unknown' }, basicAuthorization(client));
  assert.equal(
    [faulty.status, faulty.body.error, faulty.headers.get('x-sb-error-code')],
    [400, 'invalid_scope', 'invalid_scope'],
  );
  const forged = await pollDevice(stack, { ...client, client_secret: 'x' }, 'forged');
  assert.equal([forged.status, forged.body.error], [401, 'invalid_client']);
  assert.is((await pollDevice(stack, client, 'forged')).body.error, 'invalid_grant');
  assert.is(
    (await postForm(stack, '/oauth/token', { grant_type: DEVICE_GRANT }, basicAuthorization(client))).body.error,
    'invalid_request',
  );
});

test('openly registered clients get the grant only where web sites may be registered', async () => {
  const metadata = { redirect_uris: ['http://localhost/cb'], grant_types: EVERY_GRANT_TYPE };
  const refused = await stack.post('/oauth/clients/register', metadata);
  assert.equal([refused.status, refused.body.error], [400, 'invalid_client_metadata']);
  const open = await stack.another({ SVC_OAUTH_SERVER_DYNAMIC_REDIRECTS: 'any' });
  const made = await open.post('/oauth/clients/register', metadata);
  assert.equal([made.status, made.body.grant_types], [201, EVERY_GRANT_TYPE]);
});

test('with the grant off its routes answer feature_disabled, and discovery does not name it', async () => {
  const off = await stack.another({ SVC_OAUTH_SERVER_DEVICE_ENABLED: 'false' });
  const { body } = await off.get('/.well-known/oauth-authorization-server');
  assert.is(body.device_authorization_endpoint, undefined);
  assert.not.ok((body.grant_types_supported as string[]).includes(DEVICE_GRANT));
  assert.is((await off.post('/oauth/device', { user_code: 'x' }, own)).body.error_code, 'feature_disabled');
  assert.is((await postForm(off, '/oauth/device_authorization', {}, basicAuthorization(client))).status, 404);
  assert.is((await pollDevice(off, client, 'x')).body.error, 'unsupported_grant_type');
  assert.is((await off.get('/oauth/device')).status, 405);
});

test('the page of the app takes the place of ours', async () => {
  const app = await stack.another({ SVC_OAUTH_SERVER_DEVICE_PATH: '/connect' });
  const { verification_uri_complete, user_code } = await startDeviceAuthorization(app, client);
  assert.is(verification_uri_complete, `${SITE_URL}/connect?user_code=${user_code}`);
  assert.is((await app.get('/oauth/device')).status, 405);
  assert.match(await (await fetch(`${stack.url}/oauth/device`)).text(), /data-page="device"/);
});

test.run();
