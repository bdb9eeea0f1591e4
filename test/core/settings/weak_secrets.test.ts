// A short or published JWT secret stops the start of a server. With SVC_INSECURE_JWT_SECRET or the embedded database it
// causes a warning.
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readKeySettings } from '../../../cli/settings.ts';
import { readEnvironment, readSettings, type SettingsError } from '../../../core/settings/reading.ts';

const required = {
  DATABASE_URL: 'postgres://someone@127.0.0.1/x',
  SVC_SITE_URL: 'http://localhost:3000',
  SVC_API_EXTERNAL_URL: 'http://localhost:9999',
  SVC_JWT_SECRET: 'a-secret-of-at-least-thirty-two-characters',
};
const environment = (env: Record<string, string>) => readEnvironment({ env: { ...required, ...env }, file: null });
const read = (env: Record<string, string>, o: Parameters<typeof readSettings>[1] = {}) =>
  readSettings(environment(env), o);
const problems = (env: Record<string, string>): readonly string[] => {
  try {
    read(env);
    return [];
  } catch (error) {
    return (error as SettingsError).problems;
  }
};

const SHORT = ['x', 'secret', 'testsecret', 'your-256-bit-secret', 'a'.repeat(31), 'é'.repeat(15)];
const PRINTED = [
  'super-secret-jwt-token-with-at-least-32-characters-long',
  'your-super-secret-jwt-token-with-at-least-32-characters-long',
  ' Super-Secret-JWT-token-with-at-least-32-characters-long ',
  'super-secret-jwt-token-min-32-chars-long',
  'reallyreallyreallyreallyverysafe',
  'REALLYREALLYREALLYREALLYVERYSAFE',
  'secret_with_at_least_32_characters',
  'gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr9C',
  '37c304f8-51aa-419a-a1af-06154e63707a',
  'a-string-secret-at-least-256-bits-long',
  'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
  'your_super_secure_random_string_here_min_32_chars',
  'dev-jwt-secret-change-me-dev-jwt-secret-change-me',
  '<a secret of at least thirty-two characters>',
];

test('a short or published JWT secret stops the start, with an error that does not print it', () => {
  for (const [secrets, words] of [
    [SHORT, 'is shorter than 32 bytes'],
    [PRINTED, 'is printed in public documents'],
  ] as const) {
    for (const secret of secrets) {
      const found = problems({ SVC_JWT_SECRET: secret });
      assert.is(found.length, 1, secret);
      assert.match(found[0] ?? '', `SVC_JWT_SECRET ${words}`);
      assert.match(found[0] ?? '', 'SVC_INSECURE_JWT_SECRET=true');
      if (secret.length > 20) assert.not.match(found[0] ?? '', secret);
    }
  }
  for (const good of ['a'.repeat(32), 'é'.repeat(16), required.SVC_JWT_SECRET])
    assert.equal(problems({ SVC_JWT_SECRET: good }), [], good);
});

test('checks keys in JWT_KEYS too, including those that only verify', () => {
  const oct = (k: string, kid: string, key_ops: string[]) => ({ kty: 'oct', alg: 'HS256', k, kid, key_ops });
  const own = oct(Buffer.alloc(32, 7).toString('base64url'), 'own', ['sign', 'verify']);
  const of = (key: object) => problems({ SVC_JWT_KEYS: JSON.stringify([own, key]) });
  assert.equal(of(oct(Buffer.alloc(32, 9).toString('base64url'), 'b', ['verify'])), []);
  assert.match(of(oct('AAAA', 'b', ['verify']))[0] ?? '', 'SVC_JWT_KEYS: the key "b" is shorter than 32 bytes');
  for (const secret of PRINTED.slice(0, 2)) {
    const [problem = ''] = of(oct(Buffer.from(secret).toString('base64url'), 'b', ['verify']));
    assert.match(problem, 'SVC_JWT_KEYS: the key "b" is printed in public documents');
  }
  assert.match(of(oct(PRINTED[10] ?? '', 'b', ['verify']))[0] ?? '', 'is printed');
  const printed = {
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    x: 'M5Sjqn5zwC9Kl1zVfUUGvv9boQjCGd45G8sdopBExB4',
    y: 'P6IXMvA2WYXSHSOMTBH2jsw_9rrzGy89FjPf6oOsIxQ',
    d: 'dIhR8wywJlqlua4y_yMq2SLhlFXDZJBCvFrY1DCHyVU',
    kid: 'b',
    key_ops: ['verify'],
  };
  assert.match(of(printed)[0] ?? '', 'SVC_JWT_KEYS: the key "b" is printed');
  assert.match(
    of({ ...printed, d: undefined })[0] ?? '',
    'SVC_JWT_KEYS: the key "b" is printed',
    'the public half alone',
  );
});

test('SVC_INSECURE_JWT_SECRET and the embedded database turn the error into a warning', () => {
  const weak = { SVC_JWT_SECRET: 'testsecret' };
  for (const { warnings } of [
    read({ ...weak, SVC_INSECURE_JWT_SECRET: 'true' }),
    read(weak, { weak_secrets: 'warn' }),
  ]) {
    assert.equal(warnings.filter((text) => text.startsWith('SVC_JWT_SECRET is shorter')).length, 1);
  }
  assert.is(problems({ ...weak, SVC_INSECURE_JWT_SECRET: 'false' }).length, 1);
});

test('commands that start no server work with a weak secret, so that it can be rotated', async () => {
  const { jwt_secret } = await readKeySettings(environment({ SVC_JWT_SECRET: 'testsecret' }));
  assert.is(jwt_secret, 'testsecret');
});

test('no secret printed in our documentation starts a server', () => {
  const files = ['README.md', '.env.example', 'docker-compose.yml', 'CONTRIBUTING.md'].concat(
    readdirSync('docs', { recursive: true })
      .map((name) => `docs/${String(name)}`)
      .filter((path) => path.endsWith('.md')),
  );
  const printed = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/JWT_SECRET[=:] *["'`]?([^\s"'`$]+)/g)].map(([, value = '']) => value),
  );
  for (const value of printed) assert.is.not(problems({ SVC_JWT_SECRET: value }).length, 0, value);
});

test.run();
