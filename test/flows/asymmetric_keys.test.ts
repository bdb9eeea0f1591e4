// Asymmetric keys (JWT_KEYS): the main flow with ES256 and RS256 and auth-js, which verifies tokens with the JWKS;
// rotation with a verify-only key; tokens signed with the shared secret at the same time.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify, SignJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { assertClientError, claimsOf, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { bearer, JWT_SECRET, newEmail, startStack, type TestGateway } from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = ({ privateKey }: { privateKey: KeyObject }, more: object) => ({
  ...privateKey.export({ format: 'jwk' }),
  ...more,
});
const es256 = jwk(ec, { kid: 'ec-1', alg: 'ES256' });
const rs256 = jwk(rsa, { kid: 'rsa-1', alg: 'RS256' });
const signs = (key: object) => ({ ...key, key_ops: ['sign', 'verify'] });
const verifies = (key: object) => ({ ...key, key_ops: ['verify'] });
const env = (...keys: object[]) => ({ SVC_MAILER_AUTOCONFIRM: 'true', SVC_JWT_KEYS: JSON.stringify(keys) });

const stack = await startStack({ worker: false, env: env(signs(es256)) });
const rsaOnly = await stack.another(env(signs(rs256)));
// Rotation step in which the new key signs and the old key still verifies.
const rotated = await stack.another({
  ...env(signs(rs256), verifies(es256)),
  SVC_JWT_VALID_METHODS: 'RS256,ES256,HS256',
});
test.after(() => stack.close());

async function signUp(node: TestGateway) {
  const { auth } = createClient(node.url);
  const session = sessionOf(await auth.signUp({ email: newEmail(), password: PASSWORD }));
  return { auth, session };
}
const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

for (const [alg, kid, node] of [
  ['ES256', 'ec-1', stack],
  ['RS256', 'rsa-1', rsaOnly],
] as const) {
  test(`${alg}: sign-up, user, refresh, getClaims by the JWKS without a request for the user`, async () => {
    const { auth, session } = await signUp(node);
    assert.equal(headerOf(session.access_token), { alg, typ: 'JWT', kid });
    assert.is(expectData(await auth.getUser()).user.id, session.user.id);
    const asked: string[] = [];
    const spied = createClient(node.url, { asks: (path) => asked.push(path) });
    await spied.auth.setSession(session);
    asked.length = 0;
    const { data, error } = await spied.auth.getClaims();
    assert.is(error, null);
    assert.equal([data?.claims.sub, data?.header.alg, data?.header.kid], [session.user.id, alg, kid]);
    assert.equal(asked, ['/.well-known/jwks.json']);
    const forged = session.access_token.replace(
      /\.[^.]+$/,
      `.${Buffer.alloc(alg === 'ES256' ? 64 : 256, 1).toString('base64url')}`,
    );
    assert.ok((await auth.getClaims(forged)).error);
    const refreshed = sessionOf(await auth.refreshSession());
    assert.equal(claimsOf(refreshed.access_token).session_id, claimsOf(session.access_token).session_id);
    assert.is((await auth.signOut()).error, null);
  });
}

test('GET /.well-known/jwks.json: only public members, keys in order, cacheable; a resource server verifies with it', async () => {
  const answer = await rotated.get('/.well-known/jwks.json');
  assert.is(answer.status, 200);
  assert.match(answer.headers.get('cache-control') ?? '', /^public, max-age=\d+$/);
  const { keys } = answer.body as { keys: Record<string, unknown>[] };
  assert.equal(
    keys.map(({ kid, alg, use, key_ops }) => [kid, alg, use, key_ops]),
    [
      ['rsa-1', 'RS256', 'sig', ['verify']],
      ['ec-1', 'ES256', 'sig', ['verify']],
    ],
  );
  for (const key of keys)
    for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) assert.is(secret in key, false, secret);
  const { session } = await signUp(rotated);
  const set = createRemoteJWKSet(new URL(`${rotated.url}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(session.access_token, set, { audience: 'authenticated' });
  assert.is(payload.sub, session.user.id);
});

test('rotation: tokens of the older key are valid while it verifies, new ones use the newer; then they are not', async () => {
  const { auth, session } = await signUp(stack);
  assert.is((await rotated.get('/user', bearer(session.access_token))).status, 200);
  const refreshed = await rotated.post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token });
  assert.is(headerOf(String(refreshed.body.access_token)).kid, 'rsa-1');
  const refused = await rsaOnly.get('/user', bearer(session.access_token));
  assert.equal([refused.status, refused.body.error_code], [403, 'bad_jwt']);
  assert.match(String(refused.body.msg), /^invalid JWT: unable to parse or verify signature, /);
  assertClientError(await createClient(rsaOnly.url).auth.getUser(session.access_token), [
    403,
    'bad_jwt',
    /^invalid JWT: unable to parse/,
  ]);
  assert.is(expectData(await auth.getUser()).user.id, session.user.id);
});

test('tokens of the shared secret are valid only if HS256 is allowed; a public key is not accepted as the secret', async () => {
  assert.is((await rotated.get('/admin/users', SERVICE)).status, 200);
  for (const node of [stack, rsaOnly]) {
    const answer = await node.get('/admin/users', SERVICE);
    assert.equal([answer.status, answer.body.error_code], [403, 'bad_jwt']);
  }
  for (const kid of ['gone', 'secret', '']) {
    const token = new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256', kid });
    const named = await rotated.get('/admin/users', bearer(await token.sign(new TextEncoder().encode(JWT_SECRET))));
    assert.equal([named.status, named.body.error_code], [403, 'bad_jwt'], `the kid "${kid}" names no key`);
    assert.match(String(named.body.msg), `unrecognized JWT kid ${kid} for algorithm HS256`);
  }
  const { body } = await stack.get('/.well-known/jwks.json');
  const pem = ec.publicKey.export({ type: 'spki', format: 'pem' });
  for (const secret of [JSON.stringify((body.keys as object[])[0]), String(pem)]) {
    const token = new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256', kid: 'ec-1' });
    const confused = await token.sign(new TextEncoder().encode(secret));
    for (const node of [stack, rotated]) assert.is((await node.get('/admin/users', bearer(confused))).status, 403);
  }
  const foreign = new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'ES256', kid: 'other' });
  assert.is((await stack.get('/admin/users', bearer(await foreign.sign(ec.privateKey)))).status, 403);
  const own = new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'ES256', kid: 'ec-1' });
  assert.is(
    (await stack.get('/admin/users', bearer(await own.sign(ec.privateKey)))).status,
    200,
    'the administrator signs by the key',
  );
});

test.run();
