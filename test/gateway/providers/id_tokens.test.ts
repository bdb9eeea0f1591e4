// ID tokens of an issuer on loopback: rejected tokens, rotated keys, and keys that stay cached while the issuer is
// down.
import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createIdTokens } from '../../../gateway/providers/id_tokens.ts';
import { ProviderError } from '../../../gateway/providers/provider_request.ts';
import { startThirdParty } from '../../support/providers/third_party.ts';

const party = await startThirdParty();
test.after(() => party.close());

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;
const pairs: [kid: string, pair: KeyPair][] = [['one', await generateKeyPair('RS256')]];
const foreign = await generateKeyPair('RS256');
let clock = Date.now();
let away = false;

party.behaviour = async ({ path }) => {
  if (away) return 'cut';
  if (path.endsWith('/openid-configuration')) return { body: { issuer: party.url, jwks_uri: `${party.url}/keys` } };
  return {
    body: {
      keys: await Promise.all(pairs.map(async ([kid, { publicKey }]) => ({ ...(await exportJWK(publicKey)), kid }))),
    },
  };
};

const fresh = () => createIdTokens({ now: () => clock, ttl_ms: 3_600_000 });
const expected = (access_token?: string) => ({
  keys_of: (issuer: string) => (issuer === party.url ? issuer : null),
  audiences: ['client'],
  ...(access_token === undefined ? {} : { access_token }),
  signal: AbortSignal.timeout(10_000),
});
const claims = (more: JWTPayload = {}): JWTPayload => {
  const now = Math.floor(clock / 1000);
  return { iss: party.url, aud: 'client', sub: 's', iat: now, exp: now + 600, ...more };
};
const signed = (
  payload: JWTPayload,
  { privateKey }: Pick<KeyPair, 'privateKey'> = (pairs.at(-1) as [string, KeyPair])[1],
  kid = pairs.at(-1)?.[0],
) => new SignJWT(payload).setProtectedHeader({ alg: 'RS256', ...(kid ? { kid } : {}) }).sign(privateKey);

async function assertRejected(token: string, why: RegExp, access_token?: string): Promise<void> {
  const error = await fresh()
    .verify(token, expected(access_token))
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  assert.instance(error, ProviderError);
  assert.match((error as Error).message, why);
}

test('a valid token yields its claims; checks at_hash of the access token if present', async () => {
  const at_hash = createHash('sha256').update('token').digest().subarray(0, 16).toString('base64url');
  const token = await signed(claims({ at_hash }));
  assert.is((await fresh().verify(token, expected('token'))).sub, 's');
  await assertRejected(token, /belongs to another access token/, 'other');
});

test('rejects another issuer, audience, client or key, no signature, one by a secret, an expired token, no subject', async () => {
  for (const iss of [`${party.url}/`, `${party.url}.evil.example`, `http://evil.example/${party.url}`, 'x']) {
    await assertRejected(await signed(claims({ iss })), /of another issuer/);
  }
  await assertRejected(await signed(claims({ aud: 'other' })), /for another client/);
  await assertRejected(await signed(claims({ azp: 'other' })), /for another client/);
  await assertRejected(await signed(claims(), foreign), /ERR_JWS_SIGNATURE_VERIFICATION_FAILED/);
  await assertRejected(await signed(claims({ exp: Math.floor(clock / 1000) - 61 })), /ERR_JWT_EXPIRED/);
  await assertRejected(await signed(claims({ sub: undefined })), /has no subject/);
  await assertRejected(new UnsecuredJWT(claims()).encode(), /refused|cannot be read/);
  const secret = JSON.stringify(await exportJWK(pairs[0]?.[1].publicKey as KeyPair['publicKey']));
  await assertRejected(
    await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(new TextEncoder().encode(secret)),
    /refused/,
  );
  await assertRejected('x.y.z', /cannot be read/);
});

test('fetches keys once, again for an unknown key id, and keeps them while the issuer is down', async () => {
  const tokens = fresh();
  const before = party.requests.length;
  const first = await signed(claims());
  await Promise.all(Array.from({ length: 20 }, () => tokens.verify(first, expected())));
  assert.is(party.requests.length - before, 2, 'the discovery document and the keys');
  pairs.push(['two', await generateKeyPair('RS256')]);
  clock += 31_000;
  assert.is((await tokens.verify(await signed(claims()), expected())).sub, 's', 'rotated');
  away = true;
  clock += 2 * 3_600_000;
  assert.is((await tokens.verify(await signed(claims()), expected())).sub, 's', 'the old keys');
  await assertRejected(await signed(claims()), /the discovery document cannot be reached/);
  away = false;
});

test('an empty or useless set of keys replaces none, and is an error without one', async () => {
  const tokens = fresh();
  await tokens.verify(await signed(claims()), expected());
  const [, last] = pairs.at(-1) as [string, KeyPair];
  const jwk = { ...(await exportJWK(last.publicKey)), kid: pairs.at(-1)?.[0] };
  const before = party.behaviour;
  const sets: object[] = [
    { keys: [] },
    { keys: [{ ...jwk, use: 'enc' }] },
    { keys: [{ kty: 'RSA', kid: jwk.kid }] },
    { keys: [{ kty: 'oct', k: 'eA', kid: jwk.kid }] },
    { keys: [null, 1, 'x'] },
    { keys: {} },
  ];
  try {
    for (const body of sets) {
      party.behaviour = (request) => (request.path === '/keys' ? { body } : before(request));
      clock += 2 * 3_600_000;
      const token = await signed(claims());
      assert.is((await tokens.verify(token, expected())).sub, 's', JSON.stringify(body));
      await assertRejected(token, /the key set has no keys/);
    }
  } finally {
    party.behaviour = before;
  }
});

test('tokens of unknown issuers cause a bounded number of requests; known issuers keep working', async () => {
  const tokens = fresh();
  const known = await signed(claims());
  await tokens.verify(known, expected());
  const before = party.requests.length;
  const anything = { ...expected(), keys_of: (issuer: string) => issuer, counted_as: 'azure' };
  const bring = async (at: number): Promise<string> =>
    tokens.open(await signed(claims({ iss: `${party.url}/tenant-${at}` })), anything).then(
      () => 'opened',
      (error: ProviderError) => `${error.away} ${error.message}`,
    );
  away = true;
  const answers = await Promise.all(Array.from({ length: 120 }, (_, at) => bring(at)));
  away = false;
  assert.is(party.requests.length - before, 50);
  assert.is(
    answers.filter((text) => text === 'true too many unknown issuers: the keys of this one are not fetched').length,
    70,
  );
  assert.is((await tokens.verify(known, { ...expected(), counted_as: 'azure' })).sub, 's');
  const other = await tokens
    .open(await signed(claims({ iss: `${party.url}/tenant-x` })), { ...anything, counted_as: 'keycloak' })
    .catch((error: ProviderError) => error.message);
  assert.not.match(String(other), 'too many', 'each provider has questions of its own');
  clock += 3_000;
  await Promise.all(Array.from({ length: 9 }, (_, at) => bring(1_000 + at)));
  assert.ok(party.requests.length - before > 52, 'and some more as time goes on');
});

test.run();
