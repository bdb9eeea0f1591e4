// Access tokens: errors with supabase/auth's messages, no key chosen by the token, and the rotation of keys.
import { createHmac, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../gateway/http/errors.ts';
import { createJwt, type JwtSettings } from '../../../gateway/http/jwt.ts';

const secret = 'a-secret-of-at-least-thirty-two-characters';
const base: JwtSettings = { jwt_secret: secret, jwt_key_id: '', jwt_keys: '', jwt_valid_methods: [] };
const clock = 1_785_578_400_000;
const make = (settings: Partial<JwtSettings> = {}) =>
  createJwt({ settings: { ...base, ...settings }, now: () => clock });
const jwt = make();
const seconds = () => clock / 1000;
const PREFIX = 'invalid JWT: unable to parse or verify signature, ';

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
/** Creates an HS256 token with any header and payload, without the code under test. */
function forgeToken(header: unknown, payload: unknown, key: string | Buffer = secret): string {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}
const hs = { alg: 'HS256', typ: 'JWT' };

async function assertRefused(promise: Promise<unknown>, text: string, status = 403): Promise<void> {
  try {
    await promise;
  } catch (error) {
    assert.instance(error, ApiError);
    const { status: got, code, msg } = error as ApiError;
    assert.equal([got, code, msg], [status, 'bad_jwt', text]);
    return;
  }
  assert.unreachable(`accepted, but should be: ${text}`);
}

test('a signed token verifies, with our code and with jose', async () => {
  const claims = {
    sub: 'x',
    aud: 'authenticated',
    email: '',
    phone: '',
    exp: seconds() + 60,
    amr: [{ method: 'password', timestamp: 1 }],
  };
  const token = await jwt.sign(claims);
  assert.equal(await jwt.verify(token), claims);
  assert.equal(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()), hs);
  // The secret is used as text, not decoded from base64.
  const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { currentDate: new Date(clock) });
  assert.is(payload.aud, 'authenticated');
  assert.not.match(token, '=');
});

test('kid is JWT_KEY_ID if set', async () => {
  const named = make({ jwt_key_id: 'k-7' });
  const token = await named.sign({ sub: 'x' });
  assert.is(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid, 'k-7');
  assert.equal(await named.verify(token), { sub: 'x' });
  // A gateway whose only key is the unnamed secret also accepts the token. During a rotation, other gateways may
  // already sign with a key id.
  assert.equal(await jwt.verify(token), { sub: 'x' });
});

test('shape: three segments and a JSON header', async () => {
  const segments = `${PREFIX}token is malformed: token contains an invalid number of segments`;
  for (const token of ['', 'x', 'a.b', 'a.b.c.d', 'garbage', '....']) await assertRefused(jwt.verify(token), segments);
  await assertRefused(jwt.verify('..'), `${PREFIX}token is malformed: could not JSON decode header`);
  await assertRefused(
    jwt.verify(`${encode('[1]')}.e30.x`),
    `${PREFIX}token is malformed: could not JSON decode header`,
  );
  await assertRefused(jwt.verify('a+b.c.d'), `${PREFIX}token is malformed: could not base64 decode segment`);
  await assertRefused(jwt.verify('é.c.d'), `${PREFIX}token is malformed: could not base64 decode segment`);
  await assertRefused(jwt.verify(forgeToken(hs, '[1]')), `${PREFIX}token is malformed: could not JSON decode claim`);
  await assertRefused(
    jwt.verify(forgeToken(hs, '{"a":"\\u0000"}')),
    `${PREFIX}token is malformed: could not JSON decode claim`,
  );
  await assertRefused(
    jwt.verify(forgeToken(hs, '{"a":"\\ud800"}')),
    `${PREFIX}token is malformed: could not JSON decode claim`,
  );
  await assertRefused(
    jwt.verify(forgeToken(hs, `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`)),
    `${PREFIX}token is malformed: token is too long`,
  );
});

test('alg: none and its spellings, unknown ones, and methods that are not configured', async () => {
  for (const alg of ['none', 'None', 'nOnE', 'RS256', 'HS512', 'ES256']) {
    const text = `${PREFIX}token signature is invalid: signing method ${alg} is invalid`;
    await assertRefused(jwt.verify(`${encode({ alg })}.${encode({ sub: 'x' })}.`), text);
    await assertRefused(jwt.verify(forgeToken({ alg }, { sub: 'x' })), text);
  }
  for (const alg of ['', null, 5, ['HS256'], 'HS256\r\nx', 'x'.repeat(999)]) {
    await assertRefused(
      jwt.verify(forgeToken({ alg }, {})),
      `${PREFIX}token is unverifiable: signing method (alg) is unavailable`,
    );
  }
});

test('rejects a signature with any character changed', async () => {
  const token = forgeToken(hs, { sub: 'x' });
  const text = `${PREFIX}token signature is invalid: signature is invalid`;
  await assertRefused(jwt.verify(token.slice(0, token.lastIndexOf('.') + 1)), text);
  await assertRefused(jwt.verify(forgeToken(hs, { sub: 'x' }, 'another secret')), text);
  await assertRefused(jwt.verify(forgeToken(hs, { sub: 'x' }, '')), text);
  const payloadAt = token.indexOf('.') + 3;
  await assertRefused(jwt.verify(`${token.slice(0, payloadAt)}A${token.slice(payloadAt + 1)}`), text);
  const signatureAt = token.lastIndexOf('.') + 3;
  await assertRefused(
    jwt.verify(token.slice(0, signatureAt) + (token[signatureAt] === 'A' ? 'B' : 'A') + token.slice(signatureAt + 1)),
    text,
  );
});

test('rejects any crit header', async () => {
  for (const crit of [['x'], ['b64'], [], 'x']) {
    await assertRefused(
      jwt.verify(forgeToken({ ...hs, crit, x: 1, b64: false }, { sub: 'x' })),
      `${PREFIX}token is unverifiable: critical header parameters are not supported`,
    );
  }
});

test('headers that name keys elsewhere have no effect', async () => {
  const own = { kty: 'oct', k: Buffer.from('attacker').toString('base64url') };
  const text = `${PREFIX}token signature is invalid: signature is invalid`;
  for (const header of [
    { jwk: own },
    { jku: 'http://127.0.0.1:1/x' },
    { x5u: 'http://127.0.0.1:1/x' },
    { kid: '../../dev/null' },
  ]) {
    await assertRefused(jwt.verify(forgeToken({ ...hs, ...header }, { sub: 'x' }, 'attacker')), text);
  }
  await assertRefused(
    jwt.verify(forgeToken({ ...hs, kid: ['a'] }, {})),
    `${PREFIX}token is malformed: kid is not a string`,
  );
});

test('exp and nbf: no leeway, no exp is accepted, invalid ones are rejected', async () => {
  const expired = `${PREFIX}token has invalid claims: token is expired`;
  assert.ok(await jwt.verify(forgeToken(hs, { exp: seconds() + 1 })));
  await assertRefused(jwt.verify(forgeToken(hs, { exp: seconds() })), expired);
  await assertRefused(jwt.verify(forgeToken(hs, { exp: 0 })), expired);
  await assertRefused(jwt.verify(forgeToken(hs, { exp: -1e300 })), expired);
  assert.equal(await jwt.verify(forgeToken(hs, { role: 'service_role' })), { role: 'service_role' });
  assert.ok(await jwt.verify(forgeToken(hs, { exp: null })));
  assert.ok(await jwt.verify(forgeToken(hs, { exp: 1e30 })));
  await assertRefused(
    jwt.verify(forgeToken(hs, { nbf: seconds() + 1 })),
    `${PREFIX}token has invalid claims: token is not valid yet`,
  );
  assert.ok(await jwt.verify(forgeToken(hs, { nbf: seconds() })));
  assert.ok(await jwt.verify(forgeToken(hs, { aud: 'other', iss: 'other', iat: seconds() + 999 })));
  for (const exp of ['"1"', '"9999999999"', '[]', '{}', 'true', '1e400']) {
    await assertRefused(
      jwt.verify(forgeToken(hs, `{"exp":${exp}}`)),
      `${PREFIX}token is malformed: could not JSON decode claim`,
    );
  }
});

test('rejects a token above 16 KiB for its length, before any other check; accepts one below', async () => {
  for (const token of ['a'.repeat(60_000), forgeToken(hs, { pad: 'x'.repeat(16_000) })]) {
    await assertRefused(jwt.verify(token), `${PREFIX}token is malformed: token is too long`);
  }
  assert.ok(await jwt.verify(forgeToken(hs, { pad: 'x'.repeat(8000) })));
});

test('rejects a token that is truncated or extended anywhere', async () => {
  const token = forgeToken(hs, { sub: 'one' });
  assert.is((await jwt.verify(token)).sub, 'one');
  const isRefused = (changed: string): Promise<boolean> =>
    jwt.verify(changed).then(
      () => false,
      (error: unknown) => error instanceof ApiError,
    );
  for (let at = 0; at < token.length; at += 1) {
    assert.ok(await isRefused(token.slice(0, at)), `the first ${at} characters`);
    assert.ok(await isRefused(token.slice(at + 1)), `without the first ${at + 1} characters`);
    assert.ok(await isRefused(`${token.slice(0, at)}A${token.slice(at)}`), `one more character at ${at}`);
  }
  for (const more of ['A', 'AAAA', '=', '==', '.', '.A', ' ', '\n', '\0', token]) {
    assert.ok(await isRefused(token + more), `extended by ${JSON.stringify(more)}`);
  }
});

test('a signature has one spelling: unused base64url bits must be zero', async () => {
  const token = forgeToken(hs, { sub: 'one' });
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(token.at(-1) ?? '');
  for (const other of [1, 2, 3]) {
    const respelled = token.slice(0, -1) + alphabet[last ^ other];
    assert.equal(
      Buffer.from(respelled.split('.')[2] ?? '', 'base64url'),
      Buffer.from(token.split('.')[2] ?? '', 'base64url'),
    );
    await assertRefused(jwt.verify(respelled), `${PREFIX}token signature is invalid: signature is invalid`);
  }
  assert.is((await jwt.verify(token)).sub, 'one');
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const jwk = (pair: typeof rsa, more: object): JsonWebKey =>
  ({ ...pair.privateKey.export({ format: 'jwk' }), ...more }) as JsonWebKey;

test('RS256, ES256 and EdDSA sign with the same shape; the JWKS has the public halves', async () => {
  for (const [pair, alg] of [
    [rsa, 'RS256'],
    [ec, 'ES256'],
    [ed, 'EdDSA'],
  ] as const) {
    const asymmetric = make({
      jwt_keys: JSON.stringify([jwk(pair, { kid: 'new', alg, key_ops: ['sign', 'verify'] })]),
    });
    await asymmetric.ready();
    const token = await asymmetric.sign({ sub: 'x', exp: seconds() + 60 });
    assert.is((await asymmetric.verify(token)).sub, 'x');
    const { keys } = asymmetric.jwks();
    assert.is(keys.length, 1);
    for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) assert.not.ok(member in (keys[0] ?? {}), member);
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: keys as never }), {
      currentDate: new Date(clock),
    });
    assert.is(payload.sub, 'x');
    // With JWT_KEYS, only the algorithms of its keys are accepted, unless JWT_VALID_METHODS lists others.
    await assertRefused(
      asymmetric.verify(forgeToken(hs, {})),
      `${PREFIX}token signature is invalid: signing method HS256 is invalid`,
    );
  }
  assert.equal(jwt.jwks(), { keys: [] });
});

test('a public key is never a secret', async () => {
  const keys = JSON.stringify([jwk(rsa, { kid: 'r', alg: 'RS256', key_ops: ['sign'] })]);
  const both = make({ jwt_keys: keys, jwt_valid_methods: ['RS256', 'HS256'] });
  const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const open = JSON.stringify(rsa.publicKey.export({ format: 'jwk' }));
  for (const key of [pem, `\n${pem}`, pem.trim(), open, '', Buffer.alloc(32)]) {
    await assertRefused(
      both.verify(forgeToken(hs, { sub: 'x' }, key)),
      `${PREFIX}token signature is invalid: signature is invalid`,
    );
    await assertRefused(
      both.verify(forgeToken({ ...hs, kid: 'r' }, { sub: 'x' }, key)),
      `${PREFIX}token is unverifiable: error while executing keyfunc: unrecognized JWT kid r for algorithm HS256`,
    );
  }
  assert.ok(await both.verify(forgeToken(hs, { role: 'service_role' })));
  const unknown = `${PREFIX}token is unverifiable: error while executing keyfunc: unrecognized JWT kid gone for algorithm HS256`;
  await assertRefused(both.verify(forgeToken({ ...hs, kid: 'gone' }, { role: 'service_role' })), unknown);
  const named = make({ jwt_keys: keys, jwt_valid_methods: ['RS256', 'HS256'], jwt_key_id: 's' });
  await assertRefused(named.verify(forgeToken({ ...hs, kid: 'gone' }, { role: 'service_role' })), unknown);
  for (const header of [hs, { ...hs, kid: 's' }, { ...hs, kid: null }])
    assert.ok(await named.verify(forgeToken(header, { role: 'service_role' })));
  await assertRefused(
    both.verify(forgeToken({ alg: 'RS256', kid: 'gone' }, {})),
    `${PREFIX}token is unverifiable: error while executing keyfunc: unrecognized JWT kid gone for algorithm RS256`,
  );
});

test('rotation: two keys verify, one signs', async () => {
  const older = jwk(ec, { kid: 'old', alg: 'ES256', key_ops: ['sign'] });
  const before = make({ jwt_keys: JSON.stringify([older]) });
  const token = await before.sign({ sub: 'x' });
  const after = make({
    jwt_keys: JSON.stringify([jwk(rsa, { kid: 'new', key_ops: ['sign'] }), { ...older, key_ops: ['verify'] }]),
  });
  assert.is((await after.verify(token)).sub, 'x');
  assert.is(JSON.parse(Buffer.from((await after.sign({})).split('.')[0] ?? '', 'base64url').toString()).kid, 'new');
  assert.equal(
    after.jwks().keys.map((key) => key.kid),
    ['new', 'old'],
  );
});

const publicHalf = (pair: typeof rsa, more: object): JsonWebKey =>
  ({ ...pair.publicKey.export({ format: 'jwk' }), ...more }) as JsonWebKey;

test('a key without its private half verifies and is in the JWKS, and another one signs', async () => {
  for (const [pair, alg] of [
    [rsa, 'RS256'],
    [ec, 'ES256'],
    [ed, 'EdDSA'],
  ] as const) {
    const hosted = make({ jwt_keys: JSON.stringify([jwk(pair, { kid: 'hosted', alg, key_ops: ['sign'] })]) });
    const token = await hosted.sign({ sub: 'x' });
    const own = jwk(generateKeyPairSync('ec', { namedCurve: 'P-256' }), { kid: 'own', key_ops: ['sign', 'verify'] });
    const there = publicHalf(pair, { kid: 'hosted', alg, key_ops: ['verify'], use: 'sig', ext: true });
    const moved = make({ jwt_keys: JSON.stringify([there, own]) });
    await moved.ready();
    assert.is((await moved.verify(token)).sub, 'x');
    const [header = ''] = (await moved.sign({})).split('.');
    assert.is(JSON.parse(Buffer.from(header, 'base64url').toString()).kid, 'own');
    assert.equal(moved.jwks().keys[0], hosted.jwks().keys[0]);
    assert.equal(moved.jwks().keys.length, 2);
  }
});

test('rejects an API key of Supabase by its name, and without showing its secret', async () => {
  for (const kind of ['publishable', 'secret']) {
    await assertRefused(
      jwt.verify(`sb_${kind}_CANARY_0123456789`),
      `${PREFIX}token is an API key of Supabase (sb_${kind}_…) and no JSON Web Token`,
    );
  }
});

test('invalid keys are errors without the key, when the settings are read', () => {
  const sign = { kid: 'k', key_ops: ['sign'] };
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const [one, two] = [0, 1].map(() => jwk(generateKeyPairSync('ec', { namedCurve: 'P-256' }), sign));
  const wide = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const bad: [object, string][] = [
    [{ kty: 'RSA', n: 'AA', e: 'AQAB', d: 'c2VjcmV0', ...sign }, 'key 1: an RSA key needs at least 2048 bits'],
    [jwk(small, sign), 'key 1: an RSA key needs at least 2048 bits'],
    [{ ...one, d: two?.d }, 'key 1: its halves do not fit'],
    [jwk(wide, { ...sign, alg: 'ES256' }), 'key 1: ES256 needs a EC P-256 key'],
    [jwk(small, { ...sign, alg: 'ES256' }), 'key 1: ES256 needs a EC P-256 key'],
    [
      publicHalf(ec, { kid: 'k', key_ops: ['sign'] }),
      'key 1 is public and cannot sign: take "sign" out of its key_ops, and add a private key',
    ],
    [publicHalf(ec, { kid: 'k', key_ops: ['verify'] }), 'no signing key detected'],
    [publicHalf(small, { kid: 'k', key_ops: ['verify'] }), 'key 1: an RSA key needs at least 2048 bits'],
    [{ ...publicHalf(ec, { kid: 'k' }), x: publicHalf(ec, {}).y }, 'key 1: it cannot be used with ES256'],
    [{ kty: 'oct', alg: 'HS256', kid: 'k', key_ops: ['verify'] }, 'key 1 has no k'],
  ];
  for (const [key, sentence] of bad) {
    assert.throws(
      () => make({ jwt_keys: JSON.stringify([key]) }),
      (error: Error) => error.message === sentence,
      sentence,
    );
  }
  for (const alg of ['RS256', 'RS384', 'RS512', 'PS256'] as const) {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    assert.is(make({ jwt_keys: JSON.stringify([jwk(pair, { ...sign, alg })]) }).jwks().keys.length, 1);
  }
});

test.run();
