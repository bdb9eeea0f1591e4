// Forged, stolen and replayed ID tokens sign nobody in and link no identity.
import { createHmac, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE, signToken } from '../../support/clients/admin.ts';
import { bearer, confirmedUser, newEmail, startStack } from '../../support/processes/stack.ts';
import { createSigner } from '../../support/providers/signer.ts';
import {
  BAD_ID_TOKEN,
  ENV,
  encodePart,
  forgeToken,
  GOOGLE,
  googleToken,
  issuers,
  KEYCLOAK,
  MICROSOFT,
  newUserClaims,
  nowInSeconds,
  OTHER,
  sha256Hex,
  signInError,
  signInWithToken,
  startIssuers,
  TENANT,
} from './setting.ts';

await startIssuers();
const stack = await startStack({ env: ENV });
test.after(async () => {
  await stack.close();
  await issuers.close();
});
const post = (body: unknown) => stack.post('/token?grant_type=id_token', body);
async function assertNoUserCreated(email: unknown): Promise<void> {
  const rows = await stack.db.sql`select from auth.users as u where u.email = ${String(email)}
    union all select from auth.identities as i where i.email = ${String(email)}`;
  assert.is(rows.length, 0, 'neither account nor identity');
}

test('a well-formed token of an attacker’s own issuer with the victim’s address does not sign in', async () => {
  const { email } = await confirmedUser(stack);
  const hosts = [
    'https://attacker.example',
    `${GOOGLE}.attacker.example`,
    `https://attacker.example/${GOOGLE}`,
    `${GOOGLE}/`,
    GOOGLE.toUpperCase(),
    'https://Accounts.Google.com',
    'https://accounts.google.com:444',
    'http://accounts.google.com',
    'https://accounts.google.com@attacker.example',
    'https://appleid.apple.com.attacker.example',
    `https://login.microsoftonline.com.attacker.example/${TENANT}/v2.0`,
    `https://login.microsoftonline.com/${TENANT}/v2.0/`,
    `https://login.microsoftonline.com/${TENANT}/../v2.0`,
    `https://login.microsoftonline.com/x@attacker.example/v2.0`,
    'https://shop.ciamlogin.com.attacker.example/t/v2.0',
    `https://attacker.example/.ciamlogin.com/${TENANT}/v2.0`,
    `${KEYCLOAK}/`,
    `${KEYCLOAK}2`,
  ];
  const before = issuers.requests.length;
  const attacker = createSigner('https://attacker.example');
  for (const iss of hosts) {
    for (const [provider, aud] of [
      ['apple', 'web.example'],
      ['azure', 'azure-app'],
      ['google', 'google-web'],
      ['keycloak', 'keycloak-app'],
    ]) {
      const claims = newUserClaims({ iss, aud, email, xms_edov: true });
      const { status, body } = await post({ provider, id_token: attacker.idToken(claims) });
      assert.is(status, 400, `${provider} ${iss}`);
      assert.ok(['Bad ID token', undefined].includes(body.error_description as string | undefined));
    }
  }
  const asked = issuers.requests.slice(before).map(({ url }) => url.hostname);
  assert.not(
    asked.some((host) => host.includes('attacker')),
    'the attacker’s keys are not asked for',
  );
  const identities = await stack.db.sql`select from auth.identities as i where i.email = ${email}`;
  assert.is(identities.length, 1, 'the victim’s own');
});

test('the tenant of a Microsoft token comes from its keys, not from its claims', async () => {
  issuers.at(MICROSOFT);
  const claims = newUserClaims({ iss: MICROSOFT, aud: 'azure-app', xms_edov: true });
  assert.equal(await signInError(stack, { provider: 'azure', token: forgeToken(claims) }), BAD_ID_TOKEN);
  const attackers = issuers.at('https://login.microsoftonline.com/attacker.example/v2.0');
  assert.equal(await signInError(stack, { provider: 'azure', token: attackers.idToken(claims) }), BAD_ID_TOKEN);
  await assertNoUserCreated(claims.email);
});

test('rejects a missing signature, a secret made of the public key, another key, a changed claim, missing parts', async () => {
  const claims: Record<string, unknown> = {
    iss: GOOGLE,
    ...newUserClaims(),
    iat: nowInSeconds(),
    exp: nowInSeconds() + 600,
  };
  const good = issuers.at(GOOGLE).idToken(claims);
  const [head = '', body = '', signature = ''] = good.split('.');
  const { keys } = issuers.at(GOOGLE).keys().body as { keys: [{ kid: string } & Record<string, unknown>] };
  const [jwk] = keys;
  const tokens: string[] = ['none', 'None', 'nOnE', ''].map((alg) => `${encodePart({ alg, kid: jwk.kid })}.${body}.`);
  const pem = createPublicKey({ key: jwk as never, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString();
  for (const secret of [pem, `\n${pem}`, JSON.stringify(jwk), String(jwk.n), '']) {
    const text = `${encodePart({ alg: 'HS256', kid: jwk.kid })}.${body}`;
    tokens.push(`${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`);
  }
  tokens.push(
    forgeToken(claims),
    forgeToken(claims, { kid: jwk.kid }),
    forgeToken(claims, { jwk, jku: 'https://attacker.example/keys' }),
  );
  tokens.push(
    `${head}.${encodePart({ ...claims, sub: 'victim' })}.${signature}`,
    `${head}.${body}`,
    `${head}.${body}.`,
    `${head}..${signature}`,
  );
  tokens.push(`${good}x`, good.slice(0, -1), `${good}.${good}`, '..', 'x', randomBytes(30_000).toString('hex'));
  for (const token of tokens)
    assert.equal(await signInError(stack, { provider: 'google', token }), BAD_ID_TOKEN, token.slice(0, 80));
  await assertNoUserCreated(claims.email);
  assert.ok(await signInWithToken(stack, { provider: 'google', token: good }));
});

test('tokens of this server are no ID tokens, and ID tokens are no access tokens', async () => {
  const { access_token, refresh_token } = await confirmedUser(stack);
  for (const token of [
    access_token,
    refresh_token,
    signToken({ iss: GOOGLE, ...newUserClaims(), exp: nowInSeconds() + 600 }),
  ])
    assert.equal(await signInError(stack, { provider: 'google', token }), BAD_ID_TOKEN);
  const { token } = googleToken();
  assert.is((await stack.get('/user', bearer(token))).status, 403);
});

test('a nonce must match exactly, and works once; nor does a token without one work again', async () => {
  const nonce = 'n1';
  const claims = newUserClaims({ nonce: sha256Hex(nonce) });
  const token = issuers.at(GOOGLE).idToken(claims);
  for (const other of ['n2', sha256Hex(nonce), 'N1'])
    assert.equal(await signInError(stack, { provider: 'google', token, nonce: other }), [400, 'Nonces mismatch']);
  const alone = [400, 'Passed nonce and nonce in id_token should either both exist or not.'];
  assert.equal(await signInError(stack, { provider: 'google', token }), alone);
  assert.ok(await signInWithToken(stack, { provider: 'google', token, nonce }), 'a refusal has not consumed it');
  const spent = [400, 'ID token has been used before'];
  assert.equal(await signInError(stack, { provider: 'google', token, nonce }), spent);
  const renewed = issuers.at(GOOGLE).idToken({ ...claims, iat: nowInSeconds() - 5 });
  assert.equal(await signInError(stack, { provider: 'google', token: renewed, nonce }), spent);
  const plain = googleToken();
  await signInWithToken(stack, plain);
  assert.equal(await signInError(stack, plain), spent);
  const [head, body, signature = ''] = plain.token.split('.');
  const written = [
    `${head}.${body}.${signature}=`,
    `${head}.${body}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
  ];
  for (const other of written)
    assert.is(
      (await signInError(stack, { provider: 'google', token: other }))[0],
      400,
      'in another spelling of its signature',
    );
  const { access_token } = await confirmedUser(stack);
  const linked = await stack.post(
    '/token?grant_type=id_token',
    { provider: 'google', id_token: plain.token, link_identity: true },
    bearer(access_token),
  );
  assert.equal([linked.status, linked.body.error_description], [400, 'ID token has been used before']);
});

test('a token works once in any encoding of its signature: an elliptic curve signature has two', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'curve' }];
  issuers.instead = ({ url }) =>
    url.origin === OTHER ? { body: { issuer: OTHER, jwks_uri: `${OTHER}/keys`, keys } } : null;
  const claims = { iss: OTHER, ...newUserClaims({ aud: 'app' }), iat: nowInSeconds(), exp: nowInSeconds() + 600 };
  const text = `${encodePart({ alg: 'ES256', kid: 'curve' })}.${encodePart(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const other = (order - BigInt(`0x${signature.toString('hex', 32)}`)).toString(16).padStart(64, '0');
  const twin = Buffer.concat([signature.subarray(0, 32), Buffer.from(other, 'hex')]);
  const results = [];
  for (const written of [signature, twin]) {
    const id_token = `${text}.${written.toString('base64url')}`;
    const { status, body } = await post({ issuer: OTHER, client_id: 'app', id_token });
    results.push([status, body.error_description]);
  }
  issuers.instead = () => null;
  assert.equal(results, [
    [200, undefined],
    [400, 'ID token has been used before'],
  ]);
});

test('a sign-in with a disabled provider is refused, and an earlier session continues', async () => {
  const claims = newUserClaims();
  const { session } = await signInWithToken(stack, { provider: 'google', token: issuers.at(GOOGLE).idToken(claims) });
  const off = await stack.another({ ...ENV, SVC_EXTERNAL_GOOGLE_ENABLED: 'false' });
  const before = issuers.requests.length;
  const token = issuers.at(GOOGLE).idToken({ ...claims, jti: '2' });
  assert.equal(await signInError(off, { provider: 'google', token }), [
    400,
    `Provider (issuer "${GOOGLE}") is not enabled`,
  ]);
  assert.is(issuers.requests.length, before, 'and the issuer gets no request');
  assert.is((await off.get('/user', bearer(session.access_token))).status, 200);
});

test('a banned user can neither sign in nor link; a disabled sign-up creates no account', async () => {
  const claims = newUserClaims();
  const token = (): string => issuers.at(GOOGLE).idToken({ ...claims, jti: String(Math.random()) });
  const { session } = await signInWithToken(stack, { provider: 'google', token: token() });
  await stack.request('PUT', `/admin/users/${session.user.id}`, { ban_duration: '1h' }, SERVICE);
  assert.equal(await signInError(stack, { provider: 'google', token: token() }), [403, 'User is banned']);
  const linking = { provider: 'google', id_token: googleToken().token, link_identity: true };
  const linked = await stack.post('/token?grant_type=id_token', linking, bearer(session.access_token));
  assert.equal([linked.status, linked.body.error_code], [403, 'user_banned']);
  const closed = await stack.another({ ...ENV, SVC_DISABLE_SIGNUP: 'true' });
  assert.equal(await signInError(closed, googleToken()), [422, 'Signups not allowed for this instance']);
});

test('the same subject of two providers is two users, an unconfirmed address links no account, a confirmed one ends what was before', async () => {
  const sub = randomBytes(8).toString('hex');
  const [one, other] = [newUserClaims({ sub }), newUserClaims({ sub, aud: 'keycloak-app' })];
  const first = await signInWithToken(stack, { provider: 'google', token: issuers.at(GOOGLE).idToken(one) });
  const second = await signInWithToken(stack, { provider: 'keycloak', token: issuers.at(KEYCLOAK).idToken(other) });
  assert.is.not(first.session.user.id, second.session.user.id);

  const email = newEmail();
  const password = 'attackers choice 1';
  const { body } = await stack.post('/signup', { email, password });
  const arrived = await signInWithToken(stack, googleToken({ email }));
  assert.is(arrived.session.user.id, body.id);
  assert.equal(arrived.session.user.app_metadata.providers, ['google']);
  const again = await stack.post('/token?grant_type=password', { email, password });
  assert.equal([again.status, again.body.error_code], [400, 'invalid_credentials']);
  const unproven = await signInError(stack, googleToken({ email, email_verified: false }));
  assert.equal(unproven, [422, 'Unverified email with google. Verify the email with google in order to sign in']);
});

test.run();
