// The cache of verified tokens: the key is the whole token, entries expire with the token, and their number is limited.
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiError } from '../../../gateway/http/errors.ts';
import { createJwt, type Jwt, type JwtSettings } from '../../../gateway/http/jwt.ts';

let clock = Date.parse('2026-08-01T10:00:00Z');
const ed = generateKeyPairSync('ed25519');
const make = (settings: Partial<JwtSettings> = {}) => {
  const base = { jwt_secret: 'a secret of 32 characters or more', jwt_key_id: '', jwt_keys: '', jwt_valid_methods: [] };
  return createJwt({ settings: { ...base, ...settings }, now: () => clock });
};

/** Verifies these tokens one after the other. Returns the number of signature checks. */
async function countSignatureChecks(by: Jwt, tokens: string[]): Promise<number> {
  const { subtle } = crypto;
  const real = subtle.verify;
  let count = 0;
  subtle.verify = (...args) => {
    count += 1;
    return real.apply(subtle, args);
  };
  for (const token of tokens) await by.verify(token);
  subtle.verify = real;
  return count;
}

test('cached tokens expire on time, are not mixed up, and cannot be changed', async () => {
  const jwt = make();
  const seconds = () => clock / 1000;
  const one = await jwt.sign({ sub: 'one', exp: seconds() + 10 });
  const two = await jwt.sign({ sub: 'two', exp: seconds() + 10 });
  assert.is((await jwt.verify(one)).sub, 'one');
  assert.is((await jwt.verify(two)).sub, 'two');
  const again = await jwt.verify(one);
  assert.is(again.sub, 'one');
  assert.throws(() => {
    (again as { sub: string }).sub = 'other';
  });
  const deep = await jwt.verify(await jwt.sign({ app_metadata: { roles: ['a'] } }));
  assert.throws(() => (deep.app_metadata as { roles: string[] }).roles.push('admin'));
  clock += 10_000;
  const late = await jwt.verify(one).catch((error: ApiError) => error.msg);
  assert.match(String(late), 'token has invalid claims: token is expired');
  clock -= 10_000;
});

test('a cached token’s signature is not checked again; the cache is bounded, and evicts the oldest', async () => {
  const fresh = make({
    jwt_keys: JSON.stringify([
      { ...ed.privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'EdDSA', key_ops: ['sign'] },
    ]),
  });
  const tokens = await Promise.all(Array.from({ length: 5200 }, (_, n) => fresh.sign({ sub: String(n) })));
  assert.is(await countSignatureChecks(fresh, tokens.slice(0, 1000)), 1000);
  assert.is(await countSignatureChecks(fresh, tokens.slice(0, 1000)), 0);
  assert.is(await countSignatureChecks(fresh, tokens), 4200);
  assert.is(await countSignatureChecks(fresh, tokens.slice(200)), 0, 'the last 5000 are remembered');
  assert.is(await countSignatureChecks(fresh, tokens.slice(0, 200)), 200, 'the first 200 had to go');
  assert.is((await fresh.verify(tokens[0] ?? '')).sub, '0');
});

test.run();
