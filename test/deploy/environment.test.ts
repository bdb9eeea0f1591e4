// deploy/systemd/environment.sh distributes the variables of .env to the units.
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generateJwk } from '../../cli/keys/make.ts';
import { readEnvironment, readSettings } from '../../core/settings/reading.ts';
import { readEnvFile } from '../support/processes/compose.ts';
import { temporaryFolder } from '../support/processes/process.ts';

const folder = temporaryFolder({ on_disk: true });
test.after(() => folder.remove());

test('systemd: gateway and worker get the other settings of .env, as with compose', () => {
  const copy = join(folder.path, 'more');
  mkdirSync(copy);
  cpSync('deploy', join(copy, 'deploy'), { recursive: true });
  const own = { SVC_SMTP_SENDER_NAME: 'Ada & Co', SVC_SMS_TWILIO_AUTH_TOKEN: 'a#b c', SVC_DISABLE_SIGNUP: 'true' };
  const lines = Object.entries({ ...own, SVC_SMTP_HOST: 'smtp.example.com', DATABASE_URL: 'postgres://other' });
  writeFileSync(join(copy, '.env'), lines.map(([name, value]) => `${name}=${value}\n`).join(''));
  execFileSync('sh', ['deploy/secrets.sh'], { cwd: copy });
  execFileSync('sh', ['deploy/systemd/environment.sh', 'etc'], { cwd: copy });
  for (const unit of ['gateway', 'worker']) {
    const text = readFileSync(join(copy, 'etc', `${unit}.env`), 'utf8');
    for (const [name, value] of Object.entries(own))
      assert.ok(text.includes(`\n${name}=${value}\n`), `${unit}: ${name}`);
    const names = [...text.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    assert.equal(names, [...new Set(names)], 'each once');
    for (const name of ['SVC_JWT_SECRET', 'SVC_SECURITY_PEPPER', 'DATABASE_URL'])
      assert.not.ok(names.includes(name), name);
  }
});

test('systemd: a unit gets no secret that only another unit uses, and its settings are complete', () => {
  const copy = join(folder.path, 'own');
  mkdirSync(copy);
  cpSync('deploy', join(copy, 'deploy'), { recursive: true });
  const hook = (name: string) => ({
    [`SVC_HOOK_${name}_ENABLED`]: 'true',
    [`SVC_HOOK_${name}_URI`]: 'https://hooks.example.com',
    [`SVC_HOOK_${name}_SECRETS`]: `v1,whsec_${Buffer.alloc(24, 3).toString('base64')}`,
  });
  const jwk = generateJwk('ES256', { sign: true, kid: 'k' });
  const of_gateway = {
    SVC_SECURITY_CAPTCHA_ENABLED: 'true',
    SVC_SECURITY_CAPTCHA_SECRET: 'of-the-captcha',
    SVC_JWT_KEYS: JSON.stringify([jwk]),
    SVC_JWT_VALID_METHODS: 'ES256,HS256',
    SVC_EXTERNAL_GITHUB_ENABLED: 'true',
    SVC_EXTERNAL_GITHUB_CLIENT_ID: 'github',
    SVC_EXTERNAL_GITHUB_SECRET: 'of-github',
    SVC_EXTERNAL_GITHUB_REDIRECT_URI: 'https://auth.example.com/callback',
    ...hook('CUSTOM_ACCESS_TOKEN'),
    ...hook('MFA_VERIFICATION_ATTEMPT'),
    ...hook('PASSWORD_VERIFICATION_ATTEMPT'),
    ...hook('BEFORE_USER_CREATED'),
  };
  const of_worker = { SVC_SMTP_USER: 'postern', SVC_SMTP_PASS: 'of-the-mail-server' };
  const of_both = {
    SVC_SMTP_HOST: 'smtp.example.com',
    SVC_EXTERNAL_FLOW_STATE_EXPIRY_DURATION: '400',
    ...hook('SEND_SMS'),
  };
  const all = { ...of_gateway, ...of_worker, ...of_both };
  writeFileSync(
    join(copy, '.env'),
    Object.entries(all)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  execFileSync('sh', ['deploy/secrets.sh'], { cwd: copy });
  execFileSync('sh', ['deploy/systemd/environment.sh', 'etc'], { cwd: copy });
  for (const [unit, own, other] of [
    ['gateway', of_gateway, of_worker],
    ['worker', of_worker, of_gateway],
  ] as const) {
    const env = readEnvFile(join(copy, 'etc', `${unit}.env`));
    for (const [name, value] of Object.entries({ ...own, ...of_both })) assert.is(env[name], value, `${unit}: ${name}`);
    for (const name of Object.keys(other)) assert.is(env[name], undefined, `${unit}: ${name}`);
    const secrets = Object.fromEntries(
      readdirSync(join(copy, 'etc', unit)).map((name) => [`${name}_FILE`, join(copy, 'etc', unit, name)]),
    );
    const needs = unit === 'gateway' ? (['gateway', 'admin'] as const) : (['worker'] as const);
    assert.equal(readSettings(readEnvironment({ env: { ...env, ...secrets }, file: null }), { needs }).warnings, []);
  }
  // The worker signs the logout tokens of OAuth clients.
  appendFileSync(join(copy, '.env'), 'SVC_OAUTH_SERVER_ENABLED=true\n');
  execFileSync('sh', ['deploy/systemd/environment.sh', 'with-clients'], { cwd: copy });
  assert.is(readEnvFile(join(copy, 'with-clients', 'worker.env')).SVC_JWT_KEYS, of_gateway.SVC_JWT_KEYS);
});

test.run();
