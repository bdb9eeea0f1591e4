// postern config: effective values with their source, secrets masked.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Row } from '../../core/settings/row.ts';
import { SETTINGS, type SettingName, variableNames } from '../../core/settings/table.ts';
import { runInside } from '../support/processes/inside.ts';
import { runToEnd, temporaryFolder } from '../support/processes/process.ts';

const folder = temporaryFolder();
test.after(() => folder.remove());

type PrintedConfig = Record<string, { value: unknown; source: string }>;

const SECRETS = ['pa55word-of-the-url', 'a-jwt-secret-of-more-than-32-characters', 'smtp-pa55word'];
const env = {
  DATABASE_URL: `postgres://u:${SECRETS[0]}@127.0.0.1/x`,
  SVC_SITE_URL: 'https://app.example.com',
  API_EXTERNAL_URL: 'https://auth.example.com',
  SVC_JWT_SECRET: SECRETS[1] ?? '',
  SVC_SMTP_PASS: SECRETS[2] ?? '',
  GOTRUE_DISABLE_SIGNUP: 'true',
};

test('prints values with their sources; the environment wins over the file', async () => {
  const file = join(folder.path, 'settings.env');
  writeFileSync(file, 'SVC_JWT_EXP=600\nSVC_SITE_URL=https://other.example.com\n');
  const { code, stdout, stderr } = await runInside(['-c', file, 'config', '--json'], { env });
  assert.is(code, 0, stderr);
  const shown = JSON.parse(stdout) as PrintedConfig;
  assert.equal(shown.SVC_SITE_URL, { value: 'https://app.example.com', source: 'SVC_SITE_URL' });
  assert.equal(shown.SVC_API_EXTERNAL_URL, { value: 'https://auth.example.com', source: 'API_EXTERNAL_URL' });
  assert.equal(shown.SVC_JWT_EXP, { value: 600, source: 'SVC_JWT_EXP in the .env file' });
  assert.equal(shown.SVC_DISABLE_SIGNUP, { value: true, source: 'GOTRUE_DISABLE_SIGNUP' });
  assert.equal(shown.SVC_MAILER_OTP_EXP, { value: 86400, source: 'default' });
});

const shownBy = async (more: Record<string, string>, file = '', without: string[] = []): Promise<PrintedConfig> => {
  const path = join(folder.path, 'more.env');
  writeFileSync(path, file);
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !without.includes(name)));
  const { code, stdout, stderr } = await runInside(['-c', path, 'config', '--json'], { env: { ...kept, ...more } });
  assert.is(code, 0, stderr);
  return JSON.parse(stdout) as PrintedConfig;
};

test('NAME_FILE: the value is the file’s, the source names NAME_FILE, a secret stays masked', async () => {
  const secret = join(folder.path, 'secret');
  const host = join(folder.path, 'host');
  writeFileSync(secret, 'from-a-file-of-the-secret-store-0123456789\n');
  writeFileSync(host, 'mail.example.com\n');
  const shown = await shownBy(
    { SVC_JWT_SECRET_FILE: secret, SVC_SECURITY_CAPTCHA_SECRET_FILE: secret, SVC_SMTP_HOST: '' },
    `SVC_SMTP_HOST_FILE=${host}\n`,
    ['SVC_JWT_SECRET'],
  );
  assert.equal(shown.SVC_JWT_SECRET, { value: '***', source: 'SVC_JWT_SECRET_FILE' });
  assert.equal(shown.SVC_SECURITY_CAPTCHA_SECRET, { value: '***', source: 'SVC_SECURITY_CAPTCHA_SECRET_FILE' });
  assert.equal(shown.SVC_SMTP_HOST, { value: 'mail.example.com', source: 'SVC_SMTP_HOST_FILE in the .env file' });
});

test('precedence: any spelling in the environment before any in the file; then the bare name, SVC_, GOTRUE_', async () => {
  const file = 'PORT=1\nSVC_JWT_EXP=60\nSVC_SMS_OTP_EXP=5m\nSVC_SMS_OTP_LENGTH=8\n';
  const first = await shownBy({ GOTRUE_API_PORT: '3', GOTRUE_JWT_EXP: '7', SVC_SMS_OTP_LENGTH: '' }, file);
  assert.equal(first.PORT, { value: 3, source: 'GOTRUE_API_PORT' });
  assert.equal(first.SVC_JWT_EXP, { value: 7, source: 'GOTRUE_JWT_EXP' });
  assert.equal(first.SVC_SMS_OTP_EXP, { value: 300, source: 'SVC_SMS_OTP_EXP in the .env file' });
  assert.equal(first.SVC_SMS_OTP_LENGTH, { value: 8, source: 'SVC_SMS_OTP_LENGTH in the .env file' });
  const second = await shownBy({
    PORT: '4',
    SVC_API_PORT: '5',
    GOTRUE_API_PORT: '6',
    SVC_JWT_EXP: '8',
    GOTRUE_JWT_EXP: '9',
  });
  assert.equal([second.PORT?.value, second.SVC_JWT_EXP?.value], [4, 8]);
});

test('T115: durations in both spellings are seconds; the effective value is shown, not the written one', async () => {
  for (const [text, seconds] of [
    ['900', 900],
    ['15m', 900],
    ['0.5h', 1800],
    ['1m30s', 90],
    ['250ms', 0.25],
  ] as const) {
    const shown = await shownBy({ SVC_SMTP_MAX_FREQUENCY: text, SVC_SECURITY_CAPTCHA_TIMEOUT: text });
    assert.is(shown.SVC_SMTP_MAX_FREQUENCY?.value, seconds, text);
    assert.is(shown.SVC_SECURITY_CAPTCHA_TIMEOUT?.value, seconds, text);
  }
  const shown = await shownBy({ SVC_PASSWORD_MIN_LENGTH: '2', SVC_SMS_OTP_LENGTH: '99', SVC_SMTP_MAX_FREQUENCY: '0' });
  assert.is(shown.SVC_PASSWORD_MIN_LENGTH?.value, 6);
  assert.is(shown.SVC_SMS_OTP_LENGTH?.value, 6);
  assert.equal(shown.SVC_SMTP_MAX_FREQUENCY, { value: null, source: 'SVC_SMTP_MAX_FREQUENCY' });
});

test('masks the query of a template URL, which may be a key', async () => {
  const url = 'https://templates.example.com/invite.html';
  const shown = await shownBy({ SVC_MAILER_TEMPLATES_INVITE: `${url}?signature=zq-canary` });
  assert.is(shown.SVC_MAILER_TEMPLATES_INVITE?.value, `${url}?***`);
});

test('masks every secret, and shows one that is not set as not set', async () => {
  const canary = 'zq-canary-0123456789-0123456789-0123456789';
  const forms: Record<string, string> = {
    keys: `1:${Buffer.alloc(32, 3).toString('base64')}`,
    smtp_urls: `smtp://user:${canary}@127.0.0.1:587`,
    map: '4917012345:zq-canary-0123456789',
    ...Object.fromEntries(
      Object.keys(SETTINGS)
        .filter((key) => /^hook_.*_secrets$/.test(key))
        .map((key) => [key, `v1,whsec_${Buffer.from(canary).toString('base64')}`]),
    ),
    ...Object.fromEntries(
      Object.keys(SETTINGS)
        .filter((key) => /^otel_.*_headers$/.test(key))
        .map((key) => [key, `authorization=${canary}`]),
    ),
    JSON: JSON.stringify([
      { kty: 'oct', k: Buffer.from(canary).toString('base64url'), kid: 'a', alg: 'HS256', key_ops: ['sign', 'verify'] },
    ]),
  };
  const rows = Object.entries(SETTINGS) as [SettingName, Row<unknown>][];
  const secrets = rows.filter(([key, row]) => row.secret && !key.startsWith('database_url'));
  assert.ok(secrets.length > 10);
  const set = Object.fromEntries(
    secrets.map(([key, row]) => [variableNames(key)[0] ?? '', forms[key] ?? forms[row.type] ?? canary]),
  );
  const path = join(folder.path, 'none.env');
  writeFileSync(path, '');
  for (const format of [[], ['--json']]) {
    const { code, stdout, stderr } = await runInside(['-c', path, 'config', ...format], { env: { ...env, ...set } });
    assert.is(code, 0, stderr);
    for (const value of [...Object.values(set), 'zq-canary']) assert.not((stdout + stderr).includes(value));
  }
  const unset = await shownBy({});
  for (const [key] of secrets) {
    const name = variableNames(key)[0] ?? '';
    if (!Object.hasOwn(env, name)) assert.is.not(unset[name]?.value, '***', name);
  }
});

test('reports unknown names and missing features', async () => {
  const { code, stdout } = await runInside(['config'], {
    env: { ...env, SVC_JWT_EXPP: '1', SVC_INDEX_WORKER_ENABLED: 'x' },
  });
  assert.is(code, 0);
  assert.match(stdout, 'warning: SVC_JWT_EXPP is not a setting; SVC_JWT_EXP is one');
  assert.match(stdout, 'warning: SVC_INDEX_WORKER_ENABLED is set, but its feature is not part of this release');
});

for (const format of [[], ['--json']]) {
  test(`secrets are masked (${format.join('') || 'text'})`, async () => {
    const { code, stdout, stderr } = await runInside(['config', ...format], { env });
    assert.is(code, 0);
    for (const secret of SECRETS) assert.not((stdout + stderr).includes(secret));
    assert.match(stdout, '***');
  });
}

test('a command of a test finds no embedded database, even if one was started in this folder', async () => {
  for (const run of [runInside, runToEnd]) {
    const shown = JSON.parse((await run(['config', '--json'], { env: {} })).stdout) as PrintedConfig;
    assert.is(existsSync(String(shown.SVC_DATA_DIR?.value)), false);
    assert.is.not(shown.SVC_DATA_DIR?.value, '.postern');
  }
});

test('without DATABASE_URL, config shows the settings of the embedded start and creates nothing', async () => {
  const { code, stdout, stderr } = await runInside(['config', '--json'], { env: { PORT: '8123' }, cwd: folder.path });
  assert.is(code, 0, stderr);
  const shown = JSON.parse(stdout) as PrintedConfig;
  assert.equal(shown.SVC_SITE_URL, { value: 'http://localhost:8123', source: 'start' });
  assert.is(shown.SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED?.value, true);
  assert.is(shown.SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL?.value, 10);
  assert.is(shown.SVC_JWT_SECRET?.value, '***');
});

test('names malformed values, the secret ones without their value', async () => {
  const bad = { ...env, SVC_JWT_EXP: 'soon', SVC_SECURITY_PEPPER: 'not-a-ring-but-secret' };
  const { code, stderr } = await runInside(['config'], { env: bad });
  assert.is(code, 1);
  assert.match(stderr, 'SVC_JWT_EXP');
  assert.match(stderr, 'SVC_SECURITY_PEPPER');
  assert.not.match(stderr, 'not-a-ring');
});

test.run();
