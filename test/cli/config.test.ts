// postern config: effective values with their source, secrets masked.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runToEnd, temporaryFolder } from './process.ts';

const folder = temporaryFolder();
test.after(() => folder.remove());

type Shown = Record<string, { value: unknown; source: string }>;

const SECRETS = ['pa55word-of-the-url', 'a-jwt-secret-of-more-than-32-characters', 'smtp-pa55word'];
const env = {
  DATABASE_URL: `postgres://u:${SECRETS[0]}@127.0.0.1/x`,
  SVC_DB_DRIVER: 'postgres',
  SVC_SITE_URL: 'https://app.example.com',
  API_EXTERNAL_URL: 'https://auth.example.com',
  SVC_JWT_SECRET: SECRETS[1] ?? '',
  SVC_SMTP_PASS: SECRETS[2] ?? '',
  GOTRUE_DISABLE_SIGNUP: 'true',
};

test('values with their sources; the environment wins over the file', async () => {
  const file = join(folder.path, 'settings.env');
  writeFileSync(file, 'SVC_JWT_EXP=600\nSVC_SITE_URL=https://other.example.com\n');
  const { code, stdout, stderr } = await runToEnd(['-c', file, 'config', '--json'], { env });
  assert.is(code, 0, stderr);
  const shown = JSON.parse(stdout) as Shown;
  assert.equal(shown.SVC_SITE_URL, { value: 'https://app.example.com', source: 'SVC_SITE_URL' });
  assert.equal(shown.SVC_API_EXTERNAL_URL, { value: 'https://auth.example.com', source: 'API_EXTERNAL_URL' });
  assert.equal(shown.SVC_JWT_EXP, { value: 600, source: 'SVC_JWT_EXP in the .env file' });
  assert.equal(shown.SVC_DISABLE_SIGNUP, { value: true, source: 'GOTRUE_DISABLE_SIGNUP' });
  assert.equal(shown.SVC_MAILER_OTP_EXP, { value: 86400, source: 'default' });
});

for (const format of [[], ['--json']]) {
  test(`secrets are masked (${format.join('') || 'text'})`, async () => {
    const { code, stdout, stderr } = await runToEnd(['config', ...format], { env });
    assert.is(code, 0);
    for (const secret of SECRETS) assert.not((stdout + stderr).includes(secret));
    assert.match(stdout, '***');
  });
}

test('without DATABASE_URL it shows what the embedded start would use, and creates nothing', async () => {
  const { code, stdout, stderr } = await runToEnd(['config', '--json'], { env: { PORT: '8123' }, cwd: folder.path });
  assert.is(code, 0, stderr);
  const shown = JSON.parse(stdout) as Shown;
  assert.equal(shown.SVC_SITE_URL, { value: 'http://localhost:8123', source: 'start' });
  assert.is(shown.SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED?.value, true);
  assert.is(shown.SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL?.value, 10);
  assert.is(shown.SVC_JWT_SECRET?.value, '***');
});

test('malformed values are named, the secret ones without their value', async () => {
  const bad = { ...env, SVC_JWT_EXP: 'soon', SVC_SECURITY_PEPPER: 'not-a-ring-but-secret' };
  const { code, stderr } = await runToEnd(['config'], { env: bad });
  assert.is(code, 1);
  assert.match(stderr, 'SVC_JWT_EXP');
  assert.match(stderr, 'SVC_SECURITY_PEPPER');
  assert.not.match(stderr, 'not-a-ring');
});

test.run();
