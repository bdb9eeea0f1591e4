// Secrets are compared in constant time: no operator compares values whose names suggest a secret, and no method
// compares bytes.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const FILES = execFileSync('git', ['ls-files', '--', 'core', 'gateway', 'worker'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path.endsWith('.ts') && !path.includes('/generated/'));

/** Returns the lines that match and are not comments, as `path: line`. */
function linesLike(pattern: RegExp): string[] {
  return FILES.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line) && !/^\s*(\/\/|\*|\/\*\*)/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
}

const SECRET = '[a-z_.]*(?:digest|signature|mac|secret|hash|otp|nonce|pepper|token)';
/** Allowed comparisons by operator: values that are named like secrets but are not secret, with the reason. */
const NO_SECRETS: Record<string, string> = {
  'gateway/steps/provider_callback.ts: if (!verifier || oauth_token !== request.token) {':
    'the request token of OAuth 1.0 is in the address of the browser; the secret beside it is sealed',
  "core/providers/known/keycloak.ts: if (id_token !== null && readMember(user, 'sub') !== id_token.sub)": 'a subject',
  'gateway/providers/oauth2.ts: if (rule?.nonce && id_token !== null && id_token.nonce !== nonceOf(o.verifier))':
    'the provider has signed this nonce, so nobody can send guesses at it',
};

/** Allowed comparisons of bytes by a method that returns at the first difference, with the reason. */
const NO_SECRET_BYTES: Record<string, string> = {
  'gateway/pipeline/imported_token.ts: return bytes[0] === 0 && checksum.subarray(0, CHECKSUM_BYTES).equals(bytes.subarray(-CHECKSUM_BYTES));':
    'a checksum without a key, which everybody can compute',
  'gateway/saml/request.ts: createPublicKey(one).equals(createPublicKey(other));': 'public keys',
};

test('secrets are compared in constant time, or looked up by their digest', () => {
  const literal = String.raw`(?!['"\`0-9]|undefined|null|true|false)`;
  const found = [
    ...linesLike(new RegExp(String.raw`(?:===|!==) ${literal}${SECRET}\b`)),
    ...linesLike(new RegExp(String.raw`\b${SECRET}\)? (?:===|!==) ${literal}`)),
  ];
  assert.ok(FILES.length > 100);
  assert.equal(
    [...new Set(found)].filter((line) => !(line in NO_SECRETS)),
    [],
  );
  for (const line of Object.keys(NO_SECRETS)) {
    assert.ok(linesLike(/===|!==/).includes(line), `${line} is gone`);
  }
  // core/leaked orders digests of a public list.
  const bytes = linesLike(/\.equals\(|\bBuffer\.compare\b/).filter((line) => !line.startsWith('core/leaked/'));
  assert.equal(bytes.sort(), Object.keys(NO_SECRET_BYTES).sort(), 'timingSafeEqual compares bytes');
});

test.run();
