// Back-channel logout over HTTP: when a session ends without a request of its client, the client's server gets a logout
// token, which jose verifies with the published keys. A failed delivery is retried, except after status 410.
import { setTimeout as sleep } from 'node:timers/promises';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startWorker } from '../../../worker/main.ts';
import { SERVICE } from '../../support/clients/admin.ts';
import {
  basicAuthorization,
  createOAuthClient,
  postForm,
  refreshTokens,
  SIGNING_KEY,
  signInByClient,
  startOAuth,
} from '../../support/clients/oauth.ts';
import { bearer, confirmedUser, newEmail } from '../../support/processes/stack.ts';
import { createMemoryLog, workerSettings } from '../../support/processes/worker.ts';
import { startThirdParty } from '../../support/providers/third_party.ts';
import { startTlsFront } from '../../support/providers/tls_front.ts';

const site = await startThirdParty();
const front = await startTlsFront();
front.to(Number(new URL(site.url).port));
const stack = await startOAuth({
  env: { SVC_OAUTH_SERVER_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128', SVC_WEBHOOK_RETRY_PAUSE: '0.05' },
});
test.after(async () => {
  await stack.close();
  front.close();
  await site.close();
});
const { db } = stack;
const { api_external_url } = stack.settings;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

test.before.each(() => {
  site.requests.length = 0;
  site.behaviour = () => ({});
});

const newClient = (path: string) => createOAuthClient(stack, { backchannel_logout_uri: `${front.url}${path}` });

/** Waits until no logout is pending. Returns the tokens that the client's server received. */
async function readSentTokens(): Promise<string[]> {
  for (let looks = 0; ; looks += 1) {
    const pending = await db.sql`select state, last_error from auth.oauth_logouts where finished_at is null`;
    if (pending.length === 0) return site.requests.map((request) => String(request.form.logout_token));
    if (looks > 1_000) throw new Error(`logouts are pending: ${JSON.stringify(pending)}`);
    await sleep(20);
  }
}

const keys = createRemoteJWKSet(new URL(`${stack.url}/.well-known/jwks.json`));
const verified = async (token: string, client_id: string) =>
  jwtVerify(token, keys, {
    issuer: api_external_url,
    audience: client_id,
    typ: 'logout+jwt',
    maxTokenAge: '2 minutes',
    requiredClaims: ['jti', 'sid', 'sub', 'exp', 'events'],
  });

test('discovery and the client’s metadata announce back-channel logout', async () => {
  const { body } = await stack.get('/.well-known/openid-configuration');
  assert.equal([body.backchannel_logout_supported, body.backchannel_logout_session_supported], [true, true]);
  const made = await stack.post(
    '/oauth/clients/register',
    {
      redirect_uris: ['com.example.app:/callback'],
      token_endpoint_auth_method: 'none',
      backchannel_logout_uri: 'https://client.example.com/backchannel?a=1',
      backchannel_logout_session_required: true,
    },
    {},
  );
  assert.equal(
    [made.status, made.body.backchannel_logout_uri, made.body.backchannel_logout_session_required],
    [201, 'https://client.example.com/backchannel?a=1', true],
  );
  for (const backchannel_logout_uri of [
    'http://client.example.com/',
    'https://client.example.com/#x',
    'javascript:1',
  ]) {
    const answer = await stack.post(
      '/admin/oauth/clients',
      { redirect_uris: ['https://c.example.com/'], backchannel_logout_uri },
      SERVICE,
    );
    assert.equal(
      [answer.status, answer.body.message ?? answer.body.msg],
      [400, 'backchannel_logout_uri must be an https URL without a fragment'],
    );
  }
});

test('a sign-out everywhere: each client gets one token for its session, which jose verifies, with sub and sid of its ID token', async () => {
  const user = await confirmedUser(stack);
  const [one, two] = [await newClient('/one'), await newClient('/two')];
  const ids = [];
  for (const client of [one, two]) {
    const { id_token } = await signInByClient(stack, { client, user, scope: 'openid offline_access' });
    ids.push(decodeJwt(String(id_token)));
  }
  await stack.post('/logout?scope=global', {}, bearer(user.access_token));
  const tokens = await readSentTokens();
  assert.equal(site.requests.map(({ path }) => path).sort(), ['/one', '/two']);
  for (const [index, client] of [one, two].entries()) {
    const at = site.requests.findIndex(({ path }) => path === (index === 0 ? '/one' : '/two'));
    const { payload, protectedHeader } = await verified(tokens[at] as string, client.client_id);
    assert.equal([payload.sub, payload.sid], [ids[index]?.sub, ids[index]?.sid]);
    assert.equal(payload.events, { [EVENT]: {} });
    assert.is(payload.nonce, undefined);
    assert.equal([Number(payload.exp) - Number(payload.iat), protectedHeader.kid], [120, 'ec-1']);
  }
  assert.match(String(site.requests[0]?.headers['content-type']), /^application\/x-www-form-urlencoded/);
});

test('a logout token opens nothing here, and its own request announces nothing', async () => {
  const user = await confirmedUser(stack);
  const client = await newClient('/own');
  const { refresh_token } = await signInByClient(stack, { client, user, scope: 'openid offline_access' });
  await postForm(stack, '/oauth/revoke', { token: String(refresh_token) }, basicAuthorization(client));
  assert.equal(await readSentTokens(), []);
  const again = await signInByClient(stack, { client, user, scope: 'openid offline_access' });
  await stack.request(
    'DELETE',
    `/user/oauth/grants?client_id=${client.client_id}`,
    undefined,
    bearer(user.access_token),
  );
  const [token] = await readSentTokens();
  for (const path of ['/user', '/oauth/userinfo'])
    assert.ok((await stack.get(path, bearer(token))).status >= 401, `${path} refuses it`);
  assert.is((await refreshTokens(stack, client, again.refresh_token)).body.error, 'invalid_grant');
});

test('a client that fails gets a new logout token with the same jti; after 410 it gets none', async () => {
  const user = await confirmedUser(stack);
  const client = await newClient('/again');
  await signInByClient(stack, { client, user });
  const answers = [500, 'cut', 302, 204] as const;
  site.behaviour = () => {
    const next = answers[site.requests.length - 1];
    return next === 'cut' ? 'cut' : { status: next ?? 200, headers: { Location: '/elsewhere' } };
  };
  await stack.post('/logout?scope=global', {}, bearer(user.access_token));
  const tokens = await readSentTokens();
  assert.equal(
    site.requests.map(({ path }) => path),
    Array(4).fill('/again'),
    'a redirect is not followed',
  );
  assert.is(new Set(tokens.map((token) => decodeJwt(token).jti)).size, 1);
  for (const token of tokens) await verified(token, client.client_id);
  const back = await confirmedUser(stack);
  await signInByClient(stack, { client, user: back });
  site.requests.length = 0;
  site.behaviour = () => ({ status: 410 });
  await stack.post('/logout?scope=global', {}, bearer(back.access_token));
  assert.is((await readSentTokens()).length, 1);
  const [row] = await db.sql`select state, last_error from auth.oauth_logouts order by created_at desc limit 1`;
  assert.equal({ ...row }, { state: 'failed', last_error: 'answered 410' });
});

/**
 * Signs in at a client and ends the session. Runs a separate worker with other settings until the attempt has an error.
 */
async function attemptLogout(more: object): Promise<{ last_error: string; log: string }> {
  const elsewhere = await startOAuth({ worker: false });
  const client = await createOAuthClient(elsewhere, { backchannel_logout_uri: `${front.url}/other` });
  // Creates the user through the admin API, because this stack has no worker that sends mails.
  const credentials = { email: newEmail(), password: 'correct horse battery' };
  await elsewhere.post('/admin/users', { ...credentials, email_confirm: true }, SERVICE);
  const { body } = await elsewhere.post('/token?grant_type=password', credentials);
  const user = { ...credentials, ...body } as unknown as { access_token: string };
  await signInByClient(elsewhere, { client, user });
  await elsewhere.post('/logout?scope=global', {}, bearer(user.access_token));
  const { log, text } = createMemoryLog();
  const worker = await startWorker({
    settings: workerSettings(elsewhere.db, 0, { jwt_keys: SIGNING_KEY, ...more }),
    log,
  });
  try {
    for (let looks = 0; looks < 500; looks += 1) {
      const [row] = await elsewhere.db.sql`select last_error from auth.oauth_logouts where last_error is not null`;
      if (row) return { last_error: row.last_error, log: text() };
      await sleep(20);
    }
    throw new Error('no attempt');
  } finally {
    await worker.close();
    await elsewhere.close();
  }
}

test('an address in a private network gets nothing, nor does a client if no asymmetric key signs; both are retried', async () => {
  const { last_error, log } = await attemptLogout({ oauth_server_allowed_networks: [] });
  assert.is(last_error, 'could not be reached: is in a private network');
  assert.match(log, /logout token not delivered/);
  assert.not.match(log, /eyJ/, 'the log holds no token');
  const keyless = await attemptLogout({ jwt_keys: '', oauth_server_allowed_networks: ['127.0.0.0/8', '::1/128'] });
  assert.is(keyless.last_error, 'no asymmetric key of SVC_JWT_KEYS signs');
  assert.equal(site.requests, []);
});

test.run();
