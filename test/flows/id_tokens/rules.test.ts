// The checks of an ID token, and the order in which their errors are reported.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createClient } from '../../support/clients/client.ts';
import { startStack } from '../../support/processes/stack.ts';
import type { HostRequest } from '../../support/providers/network.ts';
import { computeAtHash } from '../../support/providers/signer.ts';
import {
  APPLE,
  BAD_ID_TOKEN,
  ENV,
  forgeToken,
  GOOGLE,
  googleToken,
  issuers,
  MICROSOFT,
  newUserClaims,
  nowInSeconds,
  OTHER,
  sha256Hex,
  signInError,
  signInWithToken,
  startIssuers,
} from './setting.ts';

await startIssuers();
const stack = await startStack({ env: ENV });
test.after(async () => {
  await stack.close();
  await issuers.close();
});
test.after.each(() => {
  issuers.instead = () => null;
});

const post = (body: unknown) => stack.post('/token?grant_type=id_token', body);
const oauth = (error_description: string, error = 'invalid request') => [400, { error, error_description }];

test('reports the first rule that fails: token, provider, linker, issuer, switch, signature, subject, audience, nonce', async () => {
  const expectAnswer = async (body: object, expected: unknown): Promise<void> => {
    const { status, body: answer } = await post(body);
    assert.equal([status, answer], expected);
  };
  const plain = (error_code: string, msg: string) => [400, { code: 400, error_code, msg }];
  await expectAnswer({}, oauth('id_token required'));
  await expectAnswer({ id_token: '' }, oauth('id_token required'));
  await expectAnswer({ id_token: 'x' }, oauth('provider or client_id and issuer required'));
  await expectAnswer({ id_token: 'x', issuer: GOOGLE }, oauth('provider or client_id and issuer required'));
  await expectAnswer(
    { id_token: 'x', client_id: 'x', link_identity: true },
    oauth('provider or client_id and issuer required'),
  );
  const linker = 'Linking requires a valid user access token in Authorization';
  await expectAnswer({ id_token: 'x', provider: 'apple', link_identity: true }, oauth(linker));
  for (const [provider, title, ours] of [
    ['apple', 'Apple', APPLE],
    ['azure', 'Azure', MICROSOFT],
  ]) {
    const undetected = plain('validation_failed', `Unable to detect issuer in ID token for ${title} provider`);
    await expectAnswer({ id_token: 'x', provider }, undetected);
    await expectAnswer({ id_token: forgeToken({}), provider }, undetected);
    const foreign = plain('validation_failed', `Detected ID token issuer is not an ${title} ID token issuer`);
    await expectAnswer({ id_token: forgeToken({ iss: OTHER }), provider }, foreign);
    const differs = plain('validation_failed', 'Provided issuer does not match ID token issuer');
    await expectAnswer({ id_token: forgeToken({ iss: ours }), provider, issuer: GOOGLE }, differs);
  }
  const unknown = plain('validation_failed', 'Custom OIDC provider "github" not allowed');
  await expectAnswer({ id_token: 'x', provider: 'github' }, unknown);
  await expectAnswer(
    { id_token: 'x', provider: 'github', issuer: 'https://elsewhere.example', client_id: 'x' },
    unknown,
  );
  const off = await stack.another({
    ...ENV,
    SVC_EXTERNAL_GOOGLE_ENABLED: 'false',
    SVC_EXTERNAL_AZURE_ENABLED: 'false',
  });
  for (const [provider, iss] of [
    ['google', GOOGLE],
    ['azure', MICROSOFT],
  ]) {
    const { status, body } = await off.post('/token?grant_type=id_token', { provider, id_token: forgeToken({ iss }) });
    assert.equal([status, body], plain('provider_disabled', `Provider (issuer "${iss}") is not enabled`));
  }
  await expectAnswer({ id_token: 'x', provider: 'google' }, oauth('Bad ID token'));
  const token = (claims: object): object => ({
    id_token: issuers.at(GOOGLE).idToken(newUserClaims({ ...claims })),
    provider: 'google',
  });
  const worse = { aud: 'x', nonce: 'x' };
  await expectAnswer(token({ ...worse, sub: undefined }), oauth('Missing sub claim in id_token'));
  await expectAnswer(token({ ...worse, sub: '' }), oauth('Missing sub claim in id_token'));
  await expectAnswer(token(worse), oauth('Unacceptable audience in id_token: [x]'));
  await expectAnswer(token({ ...worse, aud: ['x', 'y'] }), oauth('Unacceptable audience in id_token: [x y]'));
  const alone = 'Passed nonce and nonce in id_token should either both exist or not.';
  await expectAnswer(token({ nonce: sha256Hex('n') }), oauth(alone));
  await expectAnswer({ ...token({}), nonce: 'n' }, oauth(alone));
  await expectAnswer({ ...token({ nonce: 'n' }), nonce: 'n' }, oauth('Nonces mismatch', 'invalid nonce'));
  assert.is((await post({ ...token({ nonce: sha256Hex('n') }), nonce: 'n' })).status, 200);
});

test('OAuth’s error format is the same for newer clients, which read its text', async () => {
  const { auth } = createClient(stack.url);
  const { error } = await auth.signInWithIdToken({ ...googleToken({ aud: 'x' }) });
  assert.equal([error?.status, error?.message], [400, 'Unacceptable audience in id_token: [x]']);
});

test('allows a minute of clock skew, no more; rejects a token that is not valid yet or has no expiry', async () => {
  for (const times of [
    { exp: nowInSeconds() - 30 },
    { nbf: nowInSeconds() + 30 },
    { iat: nowInSeconds() + 30 },
    { iat: undefined },
  ])
    assert.ok(await signInWithToken(stack, googleToken(times)));
  const wrong = [
    { exp: nowInSeconds() - 90 },
    { nbf: nowInSeconds() + 90 },
    { iat: nowInSeconds() + 90 },
    { exp: undefined },
    { exp: 'never' },
    { iat: 'now' },
  ];
  for (const times of wrong)
    assert.equal(await signInError(stack, googleToken(times)), BAD_ID_TOKEN, JSON.stringify(times));
  assert.ok(await signInWithToken(stack, googleToken({ exp: 1e300 })), 'for ever');
});

test('rejects another audience, an additional foreign one, and another authorized party', async () => {
  const of = (claims: object) => signInError(stack, googleToken({ ...claims }));
  const unfit = (shown: string) => [400, `Unacceptable audience in id_token: [${shown}]`];
  assert.equal(await of({ aud: 'another-app' }), unfit('another-app'));
  assert.equal(await of({ aud: 'apple.example' }), unfit('apple.example'));
  assert.equal(await of({ aud: undefined }), unfit(''));
  assert.equal(await of({ aud: '' }), unfit(''));
  assert.equal(await of({ aud: ['google-web', 'another-app'] }), unfit('google-web another-app'));
  assert.equal(await of({ azp: 'another-app' }), unfit('another-app'));
  assert.ok(await signInWithToken(stack, googleToken({ aud: ['google-web', 'another-app'], azp: 'google-android' })));
});

test('rejects members of another type, and claims that no table can hold', async () => {
  const { token: id_token } = googleToken();
  for (const wrong of [{ id_token: 1 }, { provider: ['google'] }, { nonce: {} }, { link_identity: 'true' }]) {
    const { status, body } = await post({ provider: 'google', id_token, ...wrong });
    assert.equal([status, body.error_code], [400, 'bad_json'], JSON.stringify(wrong));
  }
  for (const wrong of [{ name: 'a\0b' }, { sub: 'a\ud800' }, { name: JSON.parse('['.repeat(200) + ']'.repeat(200)) }])
    assert.equal(await signInError(stack, googleToken(wrong)), BAD_ID_TOKEN);
  for (const wrong of [{ email: 'no address' }, { email: ['a@b.example'] }, { email: undefined }])
    assert.equal(await signInError(stack, googleToken(wrong)), [
      500,
      'Error getting user email from external provider',
    ]);
  assert.equal(await signInError(stack, googleToken({ sub: 'x'.repeat(256) })), BAD_ID_TOKEN);
});

test('SKIP_NONCE_CHECK accepts any nonce; tokens may be reused if allowed', async () => {
  const lax = await stack.another({ ...ENV, SVC_EXTERNAL_GOOGLE_SKIP_NONCE_CHECK: 'true' });
  assert.ok(await signInWithToken(lax, googleToken({ nonce: 'whatever' })));
  assert.ok(await signInWithToken(lax, { ...googleToken(), nonce: 'whatever' }));
  const again = await stack.another({ ...ENV, SVC_EXTERNAL_ID_TOKEN_REUSE_ENABLED: 'true' });
  const one = googleToken();
  await signInWithToken(again, one);
  assert.ok(await signInWithToken(again, one));
});

test('rejects an access token that does not belong to the ID token', async () => {
  const { token } = googleToken({ at_hash: computeAtHash('mine') });
  assert.equal(await signInError(stack, { provider: 'google', token, access_token: 'another' }), BAD_ID_TOKEN);
  assert.ok(await signInWithToken(stack, { provider: 'google', token }), 'none was brought');
});

test("fetches keys again for an unknown key id; an issuer that is down is not the token's fault", async () => {
  const issuer = 'https://rotating.example';
  const node = await stack.another({ ...ENV, SVC_EXTERNAL_ALLOWED_ID_TOKEN_ISSUERS: issuer });
  const ask = () =>
    node.post('/token?grant_type=id_token', {
      id_token: issuers.at(issuer).idToken(newUserClaims({ aud: 'x' })),
      issuer,
      client_id: 'x',
    });
  const away = ({ url }: HostRequest): 'cut' | null => (url.origin === issuer ? 'cut' : null);
  issuers.instead = away;
  const answer = await ask();
  assert.equal([answer.status, answer.headers.get('retry-after')], [503, '1']);
  assert.match(node.log(), /https:\/\/rotating.example: the discovery document cannot be reached/);
  issuers.instead = () => null;
  assert.is((await ask()).status, 200);
  issuers.instead = away;
  assert.is((await ask()).status, 200, 'the keys are kept');
});

test.run();
