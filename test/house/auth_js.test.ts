// Each method of the installed @supabase/auth-js, except those in INTERNAL, occurs in a test. Detects methods that a
// new release adds.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GoTrueClient } from '@supabase/auth-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const TEST = 'test';
const OWN = 'house/auth_js.test.ts';
const tests = readdirSync(TEST, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && path !== OWN)
  .map((path) => readFileSync(join(TEST, path), 'utf8'))
  .join('\n');

const client = new GoTrueClient({
  url: 'http://127.0.0.1:9',
  autoRefreshToken: false,
  persistSession: false,
  experimental: { passkey: true, recoveryCodes: true },
});

/** Returns the methods of an object and of its class whose names do not start with `_`. */
function listMethods(object: object): string[] {
  const own = Object.getOwnPropertyNames(object).filter((name) => typeof Reflect.get(object, name) === 'function');
  const prototype = Object.getPrototypeOf(object);
  const inherited = prototype === Object.prototype ? [] : Object.getOwnPropertyNames(prototype);
  return [...own, ...inherited].filter((name) => name !== 'constructor' && !name.startsWith('_'));
}

const PARTS: Readonly<Record<string, object>> = {
  'mfa.': client.mfa,
  'mfa.webauthn.': client.mfa.webauthn,
  'mfa.recoveryCodes.': client.mfa.recoveryCodes,
  'admin.mfa.': client.admin.mfa,
  'passkey.': client.passkey,
  'admin.passkey.': client.admin.passkey,
};
/** Tests call these objects through variables, so only the method name can be searched for. */
const OTHERS: readonly object[] = [
  client,
  client.admin,
  client.oauth,
  client.admin.oauth,
  client.admin.customProviders,
];
/** Methods that apps do not call, or that send no request. */
const INTERNAL = new Set([
  'fetch',
  'fetchJwk',
  'isThrowOnErrorEnabled',
  'jwks_cached_at',
  'linkIdentityIdToken',
  'linkIdentityOAuth',
  'logger',
  'signInWithEthereum',
  'signInWithSolana',
  'startAutoRefresh',
  'stopAutoRefresh',
]);

test('every call for second factors and passkeys occurs in a test', () => {
  const calls = Object.entries(PARTS).flatMap(([part, object]) => listMethods(object).map((name) => part + name));
  assert.ok(calls.includes('mfa.challengeAndVerify') && calls.includes('admin.passkey.deletePasskey'), calls.join(' '));
  assert.equal(
    calls.filter((call) => !tests.includes(`${call}(`)),
    [],
  );
});

test('every other call occurs in a test', () => {
  const calls = OTHERS.flatMap(listMethods).filter((name) => !INTERNAL.has(name));
  assert.ok(calls.includes('unlinkIdentity') && calls.includes('regenerateClientSecret'), calls.join(' '));
  assert.equal(
    calls.filter((call) => !new RegExp(`\\b${call}\\(`).test(tests)),
    [],
  );
});

test.run();
