// The security strength of keys and secrets that the settings accept: 128 bits, except RSA keys of 2,048 bits (112 bits).
import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { JWT_ALGORITHMS, parseJwtKeys } from '../../../core/keys/jwt_keys.ts';
import { weakSecretReason } from '../../../core/keys/published_secrets.ts';

const parse = (jwk: JsonWebKey, more: object = {}) =>
  parseJwtKeys(JSON.stringify([{ ...jwk, kid: 'k', key_ops: ['sign', 'verify'], ...more }]));
const ec = (namedCurve: string): JsonWebKey =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ format: 'jwk' });
const rsa = (modulusLength: number): JsonWebKey =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ format: 'jwk' });

test('every signature has a digest of 256 bits or more', () => {
  for (const name of JWT_ALGORITHMS) assert.match(name, /^(?:HS|RS|PS|ES)(?:256|384|512)$|^EdDSA$/);
});

test('refuses a secret under 256 bits, a curve under 256 bits, and an RSA key under 2,048 bits', () => {
  for (const length of [1, 16, 31]) assert.ok(weakSecretReason(randomBytes(length)), `${length} bytes`);
  assert.is(weakSecretReason(randomBytes(32)), null);
  for (const crv of ['P-192', 'P-224', 'secp224k1', 'brainpoolP224r1'])
    for (const alg of ['ES256', 'ES384', 'ES224', undefined])
      assert.throws(() => parse({ ...ec('P-256'), crv }, { alg }), `${crv} with ${alg}`);
  for (const curve of ['secp256k1', 'P-521']) assert.throws(() => parse(ec(curve), { alg: 'ES256' }), curve);
  assert.is(parse(ec('P-256'))[0]?.alg, 'ES256');
  assert.is(parse(ec('P-384'))[0]?.alg, 'ES384');
  for (const bits of [1_024, 2_040]) assert.throws(() => parse(rsa(bits)), /an RSA key needs at least 2048 bits/);
  assert.is(parse(rsa(2_048))[0]?.alg, 'RS256');
});

test('accepts random bytes between angle brackets, and refuses words between them', () => {
  const random = Buffer.concat([Buffer.from('<'), Buffer.alloc(16, 0xd7), Buffer.from('>'), Buffer.alloc(16, 0x8f)]);
  assert.is(weakSecretReason(random), null);
  assert.ok(weakSecretReason(Buffer.from('<the secret that you generated before>')));
});

test.run();
