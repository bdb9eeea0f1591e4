// ID tokens of custom providers that an app submits: the resulting account, and errors.
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { expectData } from '../../support/clients/client.ts';
import { confirmedUser } from '../../support/processes/stack.ts';
import { OTHER_TOKENS } from '../../support/providers/other_tokens.ts';
import { newUserClaims, startCustomProviderStack } from './custom_journey.ts';

const { issuer, stack, admin, oidc, oauth2, add, arrive, close } = await startCustomProviderStack();
test.after(close);
test.after.each(() => {
  issuer.faults.clear();
});

const aud = issuer.client.id;
const bring = (provider: string, claims: object, more: object = {}, node = stack) =>
  node.post('/token?grant_type=id_token', {
    provider,
    id_token: issuer.signer.idToken({ aud, ...newUserClaims(), ...claims }),
    ...more,
  });
const errorOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.error_description ?? body.msg,
];
const BAD = [400, 'Bad ID token'];

test('a token signs in as the redirect does: the same account, the same claims, with a nonce or without', async () => {
  const mapped = { attribute_mapping: { mail: 'email' }, custom_claims_allowlist: ['groups'] };
  const provider = await add(oidc(), { acceptable_client_ids: ['mobile'], ...mapped });
  const user = newUserClaims({ groups: ['staff'] });
  const first = await bring(provider.toUpperCase(), user);
  assert.is(first.status, 200, first.text);
  const { id, app_metadata, user_metadata } = first.body.user as Record<string, Record<string, unknown>>;
  assert.equal(app_metadata, { provider, providers: [provider] });
  assert.equal(user_metadata?.custom_claims, { groups: ['staff'] });
  const nonce = createHash('sha256').update('raw').digest('hex');
  const second = await bring(provider, { ...user, aud: 'mobile', nonce }, { nonce: 'raw' });
  assert.is((second.body.user as { id: unknown }).id, id);
  assert.match((await arrive(provider, user)).headers.get('location') ?? '', 'access_token=');
  const users = await stack.db.sql`select from auth.identities as i where i.provider = ${provider}`;
  assert.is(users.length, 1);
});

test('rejects foreign audiences, issuers, keys and invalid times, and stores nothing', async () => {
  const provider = await add(oidc());
  const { email } = await confirmedUser(stack);
  const now = Math.floor(Date.now() / 1000);
  for (const claims of [
    { iss: `${issuer.url}/` },
    { iss: 'https://accounts.google.com' },
    { iss: undefined },
    { exp: now - 61 },
    { exp: undefined },
    { nbf: now + 120 },
  ]) {
    assert.equal(errorOf(await bring(provider, { email, ...claims })), BAD, JSON.stringify(claims));
  }
  for (const claims of [
    { aud: 'mobile' },
    { aud: [aud, 'mobile'] },
    { aud: [] },
    { azp: 'mobile' },
    { aud: undefined },
  ]) {
    assert.match(
      String(errorOf(await bring(provider, { email, ...claims }))[1]),
      'Unacceptable audience',
      JSON.stringify(claims),
    );
  }
  assert.match(String(errorOf(await bring(provider, { email, nonce: 'x' }))[1]), 'Passed nonce and nonce in id_token');
  assert.match(String(errorOf(await bring(provider, { email, sub: '' }))[1]), 'Missing sub claim');
  const [row] = await stack.db.sql`
    select count(*)::int as n from auth.identities as i where i.email = ${email} and i.provider = ${provider}`;
  assert.is(row?.n, 0);
});

test('a mapped subject that is missing names no user, and a token of another kind is rejected', async () => {
  const provider = await add(oidc(), { attribute_mapping: { employee: 'sub' } });
  const employee = `e-${newUserClaims().sub}`;
  const first = await bring(provider, { employee });
  assert.is(first.status, 200, first.text);
  for (const claims of [
    {},
    { employee: '' },
    { employee: null },
    { employee: [employee] },
    { employee: { id: employee } },
  ])
    assert.equal(
      errorOf(await bring(provider, { sub: employee, id: employee, ...claims })),
      BAD,
      JSON.stringify(claims),
    );
  for (const { header, claims } of OTHER_TOKENS) {
    const id_token = issuer.signer.idToken({ aud, ...newUserClaims(), employee, ...claims }, header);
    const answer = await stack.post('/token?grant_type=id_token', { provider, id_token });
    assert.equal(errorOf(answer), BAD, JSON.stringify({ header, claims }));
  }
  const again = await bring(provider, { employee });
  assert.is((again.body.user as { id: unknown }).id, (first.body.user as { id: unknown }).id);
});

test('a token works once, for its own provider, and only while that exists and is enabled', async () => {
  const provider = await add(oidc());
  const id_token = issuer.signer.idToken({ aud, ...newUserClaims() });
  const post = (name: string, node = stack) => node.post('/token?grant_type=id_token', { provider: name, id_token });
  assert.is((await post(provider)).status, 200);
  assert.equal(errorOf(await post(provider))[0], 400, 'spent');
  const another = await add(oidc(), { client_id: 'another' });
  assert.match(String(errorOf(await bring(another, {}))[1]), 'Unacceptable audience');
  expectData(await admin.updateProvider(provider, { enabled: false }));
  assert.equal(errorOf(await bring(provider, {})), [400, `Custom provider "${provider}" is disabled`]);
  await admin.deleteProvider(provider);
  assert.equal(errorOf(await bring(provider, {})), [400, `Custom provider "${provider}" not found`]);
  const plain = await add(oauth2());
  assert.equal(errorOf(await bring(plain, {})), [400, `Provider "${plain}" is not an OIDC provider`]);
  const off = await stack.another({ SVC_CUSTOM_OAUTH_ENABLED: 'false' });
  const closed = await off.post('/token?grant_type=id_token', { provider: another, id_token });
  assert.equal(errorOf(closed), [400, 'Custom OAuth providers are disabled']);
});

test('fetches keys from the URL in the stored document and from public networks only; a provider that is down is 503', async () => {
  const provider = await add({ ...oidc(), issuer: issuer.url });
  const before = issuer.requests.length;
  const far = await stack.another({ SVC_CUSTOM_OAUTH_ALLOWED_NETWORKS: '10.0.0.0/8' });
  const id_token = issuer.signer.idToken({ aud, ...newUserClaims() });
  assert.equal(errorOf(await far.post('/token?grant_type=id_token', { provider, id_token })), BAD);
  assert.is(issuer.requests.length, before, 'nothing has arrived there');
  const cold = await stack.another({ SVC_CUSTOM_OAUTH_ALLOWED_NETWORKS: '127.0.0.0/8' });
  issuer.faults.set('/keys', { status: 503, body: {} });
  const away = await cold.post('/token?grant_type=id_token', { provider, id_token });
  assert.equal([away.status, away.headers.get('retry-after') !== null], [503, true]);
});

test.run();
