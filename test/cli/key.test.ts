// postern key: generated keys work, lists show no key material, and each rotation step accepts the tokens of the steps
// before and after.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readKeySettings } from '../../cli/settings.ts';
import { JWT_ALGORITHMS } from '../../core/keys/jwt_keys.ts';
import { createKeyRing } from '../../core/keys/ring.ts';
import { readPrivateKey } from '../../core/saml/certificate.ts';
import { readEnvironment } from '../../core/settings/reading.ts';
import { createJwt, type Jwt } from '../../gateway/http/jwt.ts';
import { runInside } from '../support/processes/inside.ts';
import { startStack } from '../support/processes/stack.ts';
import { JWT_SECRET, runJson } from './admin.ts';

const PEPPER = `7:${Buffer.alloc(32, 5).toString('base64')}`;
const SECRET = { SVC_JWT_SECRET: JWT_SECRET };
const run = (args: string[], env: Record<string, string> = {}) => runInside(['key', ...args], { env });

interface RotationSteps {
  steps: { set: Record<string, string>; what: string }[];
}

/** Returns the signer and verifier of a gateway with these settings. */
async function jwtWithSettings(env: Record<string, string>): Promise<Jwt> {
  const settings = await readKeySettings(
    readEnvironment({ env: { DATABASE_URL: 'postgres://a@b/c', ...env }, file: null }),
  );
  return createJwt({ settings, now: Date.now });
}
const claims = () => ({ sub: 'x', role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 60 });
const accepts = (jwt: Jwt, token: string): Promise<boolean> =>
  jwt.verify(token).then(
    () => true,
    () => false,
  );

test('generate secret: prints a setting of 64 characters, a new one each time', async () => {
  const [one, two] = await Promise.all([run(['generate', 'secret']), run(['generate', 'secret'])]);
  assert.match(one.stdout, /^SVC_JWT_SECRET=[\w-]{64}\n$/);
  assert.is.not(one.stdout, two.stdout);
});

test('generate pepper: prints an entry that the ring accepts, with an unused id', async () => {
  const first = await runJson(['key', 'generate', 'pepper'], {});
  assert.match(String(first.value), /^1:/);
  createKeyRing({ security_pepper: String(first.value), jwt_secret: '' });
  const ring = { SVC_SECURITY_PEPPER: `1:${Buffer.alloc(32).toString('base64')},0:jwt`, ...SECRET };
  const next = await run(['generate', 'pepper'], ring);
  assert.match(next.stdout, /^SVC_SECURITY_PEPPER=2:/);
  assert.match(next.stderr, 'instead of replacing it');
  assert.is((await run(['generate', 'pepper', '--id', '1'], ring)).code, 1);
  assert.is((await run(['generate', 'pepper', '--id', '256'])).code, 2);
});

test('generate jwk: every algorithm signs and verifies as SVC_JWT_KEYS; the public half has no secret', async () => {
  for (const alg of JWT_ALGORITHMS) {
    const jwk = await runJson(['key', 'generate', 'jwk', '--alg', alg, '--kid', 'k1'], {});
    const jwt = await jwtWithSettings({ SVC_JWT_KEYS: JSON.stringify([jwk]) });
    const token = await jwt.sign(claims());
    assert.ok(await accepts(jwt, token), alg);
    assert.is(JSON.stringify(jwt.jwks()).includes('"d"'), false);
  }
  const line = await run(['generate', 'jwk']);
  assert.match(line.stdout, /^SVC_JWT_KEYS=\[\{.*"alg":"ES256".*\}\]\n$/);
  assert.is((await run(['generate', 'jwk', '--alg', 'none'])).code, 2);
});

test('generate saml: a key that SAML starts with, a new one each time', async () => {
  const [one, two] = await Promise.all([run(['generate', 'saml']), run(['generate', 'saml'])]);
  const [, value = ''] = /^SVC_SAML_PRIVATE_KEY=([A-Za-z0-9+/=]+)\n$/.exec(one.stdout) ?? [];
  assert.is(readPrivateKey(value).asymmetricKeyDetails?.modulusLength, 3072);
  assert.is.not(one.stdout, two.stdout);
});

test('issue: a token that the admin API accepts, for the requested time', async () => {
  const stack = await startStack({ worker: false, env: SECRET });
  const issued = await runJson(['key', 'issue', '--role', 'service_role', '--expires', '10y'], SECRET);
  const years = (Date.parse(String(issued.expires_at)) - Date.now()) / (365 * 86_400_000);
  const listed = await stack.get('/admin/users', { authorization: `Bearer ${String(issued.token)}` });
  const anon = await runJson(['key', 'issue', '--role', 'anon', '--expires', '30d'], SECRET);
  const refused = await stack.get('/admin/users', { authorization: `Bearer ${String(anon.token)}` });
  await stack.close();
  assert.ok(Math.abs(years - 10) < 0.01, String(years));
  assert.is(listed.status, 200, listed.text);
  assert.is(refused.status, 403);
});

test('issue: prefers the signing key of SVC_JWT_KEYS over the secret; prints warnings to standard error', async () => {
  const jwk = await runJson(['key', 'generate', 'jwk', '--kid', 'k9'], {});
  const env = { ...SECRET, SVC_JWT_KEYS: JSON.stringify([jwk]) };
  const ended = await run(['issue', '--role', 'service_role', '--expires', '12h'], env);
  assert.match(ended.stdout, /^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  assert.match(ended.stderr, 'has administrator rights until');
  const header = JSON.parse(Buffer.from(ended.stdout.split('.')[0] ?? '', 'base64url').toString()) as { kid: string };
  assert.is(header.kid, 'k9');
});

test('issue: exits with 2 for wrong usage, with 1 without a key', async () => {
  for (const args of [
    [],
    ['--role', "x'; drop"],
    ['--role', 'anon', '--expires', 'soon'],
    ['--role', 'anon', '--expires', '0s'],
  ])
    assert.is((await run(['issue', ...args], SECRET)).code, 2, args.join(' '));
  const none = await run(['issue', '--role', 'anon'], { SVC_DATA_DIR: 'no-such-folder' });
  assert.is(none.code, 1);
  assert.match(none.stderr, 'SVC_JWT_SECRET');
});

test('list: prints ids, algorithms and uses, never key material', async () => {
  const jwk = (await runJson(['key', 'generate', 'jwk', '--kid', 'k9'], {})) as { d: string };
  const env = { ...SECRET, SVC_SECURITY_PEPPER: `${PEPPER},0:jwt`, SVC_JWT_KEYS: JSON.stringify([jwk]) };
  const { keys } = (await runJson(['key', 'list'], env)) as { keys: { id: string; use: string; algorithm: string }[] };
  assert.equal(
    keys.map((key) => [key.id, key.algorithm, key.use]),
    [
      ['k9', 'ES256', 'signs and verifies'],
      ['', 'HS256', 'verifies tokens without a kid'],
      ['7', 'HKDF-SHA256', 'seals and unseals'],
      ['0', 'HKDF-SHA256, derived from SVC_JWT_SECRET', 'unseals'],
    ],
  );
  const shown = `${JSON.stringify(keys)}${(await run(['list'], env)).stdout}`;
  for (const secret of [JWT_SECRET, jwk.d, PEPPER.slice(2, 30)]) assert.is(shown.includes(secret), false);
});

for (const [name, env] of Object.entries({
  'the derived key': SECRET,
  'a ring': { ...SECRET, SVC_SECURITY_PEPPER: PEPPER },
})) {
  test(`rotate pepper, from ${name}: each step unseals what the step before or after it sealed`, async () => {
    const { steps } = (await runJson(['key', 'rotate', 'pepper'], env)) as unknown as RotationSteps;
    const rings = [env, ...steps.map((step) => ({ ...env, ...step.set }))].map((settings) =>
      createKeyRing({
        security_pepper: (settings as Record<string, string>).SVC_SECURITY_PEPPER ?? '',
        jwt_secret: JWT_SECRET,
      }),
    );
    assert.is(rings.length, 4);
    const parts = {
      user_id: '0191a4f0-0000-7000-8000-000000000001',
      session_id: '0191a4f0-0000-7000-8000-000000000002',
      counter: 3,
    };
    for (const [at, ring] of rings.entries()) {
      // In each step, values that this step, the previous step or the next step sealed can be unsealed.
      for (const other of rings.slice(Math.max(0, at - 1), at + 2)) {
        const [sealed, opened] = [other.sealRefresh(parts), ring.openRefresh(other.sealRefresh(parts))];
        assert.ok(opened.ok, `${at}: ${sealed}`);
      }
    }
    assert.is(rings[3]?.openRefresh(rings[0]?.sealRefresh(parts) ?? '').ok, false);
  });
}

for (const alg of ['HS256', 'ES256'] as const) {
  test(`rotate jwt, from SVC_JWT_SECRET to ${alg} and once more: neighbours accept each other's tokens`, async () => {
    const first = (await runJson(['key', 'rotate', 'jwt', '--alg', alg], SECRET)) as unknown as RotationSteps;
    const then = { ...SECRET, ...first.steps[2]?.set };
    const second = (await runJson(['key', 'rotate', 'jwt'], then)) as unknown as RotationSteps;
    for (const [env, { steps }] of [
      [SECRET, first],
      [then, second],
    ] as const) {
      const stages = await Promise.all([env, ...steps.map((step) => ({ ...env, ...step.set }))].map(jwtWithSettings));
      for (const [at, jwt] of stages.entries()) {
        const token = await jwt.sign(claims());
        if (at > 0) assert.ok(await accepts(stages[at - 1] as Jwt, token), `step ${at - 1} takes tokens of step ${at}`);
        if (at < 3) assert.ok(await accepts(stages[at + 1] as Jwt, token), `step ${at + 1} takes tokens of step ${at}`);
      }
    }
    const old = await (await jwtWithSettings(then)).sign(claims());
    const last = { ...then, ...second.steps[2]?.set };
    assert.is(await accepts(await jwtWithSettings(last), old), false, 'the last step drops the old key');
  });
}

test('rotate jwt: the last step replaces SVC_JWT_SECRET too, which would go on verifying, unless the pepper is derived from it', async () => {
  const own = { ...SECRET, SVC_SECURITY_PEPPER: PEPPER };
  const { steps } = (await runJson(['key', 'rotate', 'jwt'], own)) as unknown as RotationSteps;
  const old = await (await jwtWithSettings(own)).sign(claims());
  const [, second, last] = steps.map((step) => ({ ...own, ...step.set }));
  assert.ok(await accepts(await jwtWithSettings(second as Record<string, string>), old));
  assert.is(await accepts(await jwtWithSettings(last as Record<string, string>), old), false);
  for (const SVC_SECURITY_PEPPER of ['', `${PEPPER},0:jwt`]) {
    const derived = (await runJson(['key', 'rotate', 'jwt'], {
      ...SECRET,
      SVC_SECURITY_PEPPER,
    })) as unknown as RotationSteps;
    assert.is(derived.steps[2]?.set.SVC_JWT_SECRET, undefined);
    assert.match(derived.steps[2]?.what ?? '', 'except tokens of SVC_JWT_SECRET');
  }
});

test('rotate: prints three steps, and refuses without a key', async () => {
  const text = await run(['rotate', 'pepper'], SECRET);
  assert.match(
    text.stdout,
    /^# 1\. .*\nSVC_SECURITY_PEPPER=0:jwt,1:\S+\n\n# 2\. .*\nSVC_SECURITY_PEPPER=1:\S+,0:jwt\n\n# 3\. /,
  );
  for (const what of ['pepper', 'jwt'])
    assert.is((await run(['rotate', what], { SVC_DATA_DIR: 'no-such-folder' })).code, 1);
  assert.is((await run(['rotate', 'nonsense'], SECRET)).code, 2);
});

test.run();
