// Sign-in with ID tokens that an app has obtained itself, with auth-js: the resulting account for each provider.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { claimsOf as claimsIn, createClient } from '../../support/clients/client.ts';
import { countSignIns, METRICS_SETTINGS } from '../../support/clients/scrape.ts';
import { bearer, confirmedUser, newEmail, startStack } from '../../support/processes/stack.ts';
import { computeAtHash } from '../../support/providers/signer.ts';
import {
  APPLE,
  ENV,
  FACEBOOK,
  GOOGLE,
  googleToken,
  issuers,
  KEYCLOAK,
  MICROSOFT,
  newUserClaims,
  OTHER,
  SNAPCHAT,
  sha256Hex,
  signInError,
  signInWithToken,
  startIssuers,
  TENANT,
} from './setting.ts';

await startIssuers();
const stack = await startStack({ env: { ...ENV, ...METRICS_SETTINGS } });
test.after(async () => {
  await stack.close();
  await issuers.close();
});

test('google: the first token creates an account, the next finds it; amr is oauth', async () => {
  const claims = newUserClaims({ azp: 'google-android', picture: 'https://img.example.com/1', hd: 'example.com' });
  const token = (): string => issuers.at(GOOGLE).idToken({ ...claims, jti: String(Math.random()) });
  const { session } = await signInWithToken(stack, { provider: 'google', token: token() });
  const { user } = session;
  assert.equal([user.email, user.app_metadata], [claims.email, { provider: 'google', providers: ['google'] }]);
  assert.ok(user.email_confirmed_at);
  assert.equal((claimsIn(session.access_token).amr as { method: string }[])[0]?.method, 'oauth');
  assert.equal(user.user_metadata, {
    avatar_url: 'https://img.example.com/1',
    custom_claims: { hd: 'example.com' },
    email: claims.email,
    email_verified: true,
    full_name: 'Ada Lovelace',
    iss: GOOGLE,
    name: 'Ada Lovelace',
    phone_verified: false,
    picture: 'https://img.example.com/1',
    provider_id: claims.sub,
    sub: claims.sub,
  });
  const again = await signInWithToken(stack, { provider: 'Google', token: token() });
  assert.is(again.session.user.id, user.id);
  assert.is.not(again.session.refresh_token, session.refresh_token);
  const [entry] = await stack.db.sql<{ actions: string[] }[]>`
    select l.actions from auth.audit_log as l where l.actor_id = ${user.id} order by l.created_at limit 1`;
  assert.equal(entry?.actions, ['user_signedup']);
});

test('google: older tokens have the bare host as issuer; at_hash matches the access token', async () => {
  const { token } = googleToken({ iss: 'accounts.google.com', at_hash: computeAtHash('access') });
  assert.ok((await signInWithToken(stack, { provider: 'google', token, access_token: 'access' })).session);
});

test('apple: the client id and the bundle id of the app, both issuers, a nonce', async () => {
  for (const [aud, iss] of [
    ['web.example', APPLE],
    ['com.example.app', 'https://account.apple.com'],
  ]) {
    const claims = newUserClaims({
      aud,
      iss,
      email_verified: 'true',
      is_private_email: 'true',
      nonce: sha256Hex('raw'),
      name: undefined,
    });
    const token = issuers.at(APPLE).idToken(claims);
    const { user } = (await signInWithToken(stack, { provider: 'apple', token, nonce: 'raw' })).session;
    assert.equal([user.email, user.user_metadata.iss], [claims.email, iss]);
    assert.equal(user.user_metadata.custom_claims, { is_private_email: true });
  }
});

test('azure: three kinds of issuers; only xms_edov verifies an address, unless the tenant is configured', async () => {
  const customers = `https://shop.ciamlogin.com/${TENANT}/v2.0`;
  for (const iss of [MICROSOFT, `https://sts.windows.net/${TENANT}/`, customers]) {
    const claims = newUserClaims({ aud: 'azure-app', xms_edov: true, preferred_username: 'ada', tid: TENANT });
    const { user } = (await signInWithToken(stack, { provider: 'azure', token: issuers.at(iss).idToken(claims) }))
      .session;
    assert.equal([user.email, user.user_metadata.preferred_username], [claims.email, 'ada'], iss);
  }
  const unsaid = newUserClaims({ aud: 'azure-app' });
  assert.equal(await signInError(stack, { provider: 'azure', token: issuers.at(MICROSOFT).idToken(unsaid) }), [
    422,
    'Unverified email with azure. A confirmation email has been sent to your azure email',
  ]);
  const tenant = { ...ENV, SVC_EXTERNAL_AZURE_URL: `https://login.microsoftonline.com/${TENANT}` };
  const single = await stack.another(tenant);
  for (const iss of [MICROSOFT, `https://sts.windows.net/${TENANT}/`])
    assert.ok(
      await signInWithToken(single, {
        provider: 'azure',
        token: issuers.at(iss).idToken(newUserClaims({ aud: 'azure-app' })),
      }),
    );
  const foreign = issuers.at(customers).idToken(newUserClaims({ aud: 'azure-app' }));
  assert.equal(await signInError(single, { provider: 'azure', token: foreign }), [400, 'Bad ID token']);
});

test('facebook: Limited Login, whose nonce is not compared; an access token is no ID token', async () => {
  const claims = newUserClaims({ aud: 'facebook-app', email_verified: undefined, nonce: 'as the app sent it' });
  const { user } = (await signInWithToken(stack, { provider: 'facebook', token: issuers.at(FACEBOOK).idToken(claims) }))
    .session;
  assert.equal([user.email, user.app_metadata.provider], [claims.email, 'facebook']);
  assert.ok(user.email_confirmed_at);
  assert.equal(await signInError(stack, { provider: 'facebook', token: 'EAAGm0PX4ZCpsBAKZCs' }), [400, 'Bad ID token']);
});

test('keycloak: stores the same as its redirect flow, without claims about the token; rejected without its URL', async () => {
  const claims = newUserClaims({
    aud: 'keycloak-app',
    typ: 'ID',
    azp: 'keycloak-app',
    sid: 's',
    preferred_username: 'ada',
  });
  const { user } = (await signInWithToken(stack, { provider: 'keycloak', token: issuers.at(KEYCLOAK).idToken(claims) }))
    .session;
  assert.equal([user.user_metadata.iss, user.user_metadata.custom_claims], [KEYCLOAK, { preferred_username: 'ada' }]);
  const lost = await stack.another({ ...ENV, SVC_EXTERNAL_KEYCLOAK_URL: '' });
  assert.equal(await signInError(lost, { provider: 'keycloak', token: issuers.at(KEYCLOAK).idToken(claims) }), [
    400,
    'Unsupported provider: unable to find URL for the Keycloak provider',
  ]);
});

test('snapchat', async () => {
  const token = issuers.at(SNAPCHAT).idToken(newUserClaims({ aud: 'snapchat-app' }));
  assert.is(
    (await signInWithToken(stack, { provider: 'snapchat', token })).session.user.app_metadata.provider,
    'snapchat',
  );
});

test('without a provider’s name its issuer decides, and any issuer that the settings allow', async () => {
  const post = (body: object) => stack.post('/token?grant_type=id_token', body);
  for (const [iss, aud, provider] of [
    [GOOGLE, 'google-web', 'google'],
    [APPLE, 'web.example', 'apple'],
    [MICROSOFT, 'azure-app', 'azure'],
    [KEYCLOAK, 'keycloak-app', 'keycloak'],
    [OTHER, 'any-app', OTHER],
  ]) {
    const id_token = issuers.at(String(iss)).idToken(newUserClaims({ aud, xms_edov: true }));
    const { status, body, text } = await post({ id_token, issuer: iss, client_id: aud });
    assert.is(status, 200, text);
    assert.is((body.user as { app_metadata: { provider: string } }).app_metadata.provider, provider);
  }
  const picky = await stack.another({ ...ENV, SVC_EXTERNAL_ALLOWED_ID_TOKEN_AUDIENCES: 'our-app' });
  const id_token = issuers.at(OTHER).idToken(newUserClaims({ aud: 'another-app' }));
  const answer = await picky.post('/token?grant_type=id_token', { id_token, issuer: OTHER, client_id: 'another-app' });
  assert.equal(
    [answer.status, answer.body],
    [400, { error: 'invalid request', error_description: 'Unacceptable audience in id_token: [another-app]' }],
  );
});

test('linkIdentity with a token: the same user, a new session; once, and no identity of another user', async () => {
  const { email, id, access_token, refresh_token } = await confirmedUser(stack);
  const client = createClient(stack.url);
  await client.auth.setSession({ access_token, refresh_token });
  const claims = newUserClaims();
  const token = (): string => issuers.at(GOOGLE).idToken({ ...claims, jti: String(Math.random()) });
  const events: string[] = [];
  client.auth.onAuthStateChange((event) => void events.push(event));
  const { data, error } = await client.auth.linkIdentity({ provider: 'google', token: token() });
  assert.is(error, null);
  assert.equal([data.user?.id, data.user?.email, data.user?.app_metadata.providers], [id, email, ['email', 'google']]);
  assert.is.not(claimsIn(data.session?.access_token ?? '').session_id, claimsIn(access_token).session_id);
  assert.ok(events.includes('USER_UPDATED'));
  const again = await client.auth.linkIdentity({ provider: 'google', token: token() });
  assert.equal([again.error?.status, again.error?.code], [422, 'identity_already_exists']);
  const other = await confirmedUser(stack);
  const stranger = createClient(stack.url);
  await stranger.auth.setSession(other);
  const theirs = await stranger.auth.linkIdentity({ provider: 'google', token: token() });
  assert.is(theirs.error?.message, 'Identity is already linked to another user');
  assert.is((await signInWithToken(stack, { provider: 'google', token: token() })).session.user.id, id);
});

test('linking needs a user’s token and the switch; errors of the token are reported first', async () => {
  const link = (headers?: Record<string, string>, node: Pick<typeof stack, 'post'> = stack) =>
    node.post('/token?grant_type=id_token', { provider: 'google', id_token: 'x', link_identity: true }, headers);
  assert.equal((await link()).body, {
    error: 'invalid request',
    error_description: 'Linking requires a valid user access token in Authorization',
  });
  const forged = await link(bearer('x.y.z'));
  assert.equal([forged.status, forged.body.error_code], [403, 'bad_jwt']);
  const { access_token } = await confirmedUser(stack);
  assert.is((await link(bearer(access_token))).body.error_description, 'Bad ID token');
  const closed = await stack.another({ ...ENV, SVC_EXTERNAL_ID_TOKEN_LINKING_ENABLED: 'false' });
  const off = await link(bearer(access_token), closed);
  assert.equal([off.status, off.body.error_code], [404, 'manual_linking_disabled']);
});

test('50 first sign-ins of one identity at once make one user, 50 with one token one session', async () => {
  const claims = newUserClaims();
  const token = (): string => issuers.at(GOOGLE).idToken({ ...claims, jti: String(Math.random()) });
  const post = (id_token: string) => stack.post('/token?grant_type=id_token', { provider: 'google', id_token });
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(token())));
  assert.equal([...new Set(answers.map(({ status }) => status))], [200]);
  assert.is(new Set(answers.map(({ body }) => (body.user as { id: string }).id)).size, 1);
  const one = token();
  const same = await Promise.all(Array.from({ length: 50 }, () => post(one)));
  assert.equal(same.map(({ status }) => status).sort(), [200, ...Array.from({ length: 49 }, () => 400)]);
});

test('an address that the provider has not verified needs a confirmation by mail before the sign-in', async () => {
  const email = newEmail();
  const claims = newUserClaims({ email, email_verified: false });
  const token = (): string => issuers.at(GOOGLE).idToken(claims);
  const text = 'Unverified email with google. A confirmation email has been sent to your google email';
  assert.equal(await signInError(stack, { provider: 'google', token: token() }), [422, text]);
  await stack.get((await stack.mail(email)).path);
  assert.is((await signInWithToken(stack, { provider: 'google', token: token() })).session.user.email, email);
});

test('counts these sign-ins as id_token, by outcome', async () => {
  const before = await countSignIns(stack, 'id_token');
  assert.ok(before.ok > 5);
  await stack.post('/token?grant_type=id_token', { provider: 'google', id_token: 'none' });
  assert.equal(await countSignIns(stack, 'id_token'), { ...before, refused: before.refused + 1 });
});

test.run();
