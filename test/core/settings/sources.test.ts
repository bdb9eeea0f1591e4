// Sources of settings: names, the environment, a .env file, NAME_FILE, and defaults of the caller.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseDotenv } from '../../../core/settings/dotenv.ts';
import { readEnvironment, readSettings, SettingsError } from '../../../core/settings/reading.ts';
import type { Row } from '../../../core/settings/row.ts';
import { SETTINGS, type SettingName, variableNames } from '../../../core/settings/table.ts';

const folder = mkdtempSync(join(tmpdir(), 'postern-config-'));
const required = {
  SVC_SITE_URL: 'http://localhost:3000',
  SVC_API_EXTERNAL_URL: 'http://localhost:9999',
  SVC_JWT_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  DATABASE_URL: 'postgres://u:hunter2@localhost/d',
};
const read = (env: Record<string, string> = {}, file: string | null = null) =>
  readSettings(readEnvironment({ env: { ...required, ...env }, file }));
const settings = (env: Record<string, string> = {}) => read(env).settings;
function settingErrors(env: Record<string, string>, base: Record<string, string> = required): readonly string[] {
  try {
    readSettings(readEnvironment({ env: { ...base, ...env }, file: null }));
  } catch (error) {
    assert.instance(error, SettingsError);
    return (error as SettingsError).problems;
  }
  return [];
}

test('precedence: the bare name, SVC_, GOTRUE_', () => {
  assert.is(settings({ PORT: '1', SVC_API_PORT: '2' }).port, 1);
  assert.is(settings({ SVC_API_PORT: '2', GOTRUE_API_PORT: '3' }).port, 2);
  const inherited = read({ GOTRUE_API_PORT: '3', GOTRUE_JWT_EXP: '60', GOTRUE_SMTP_MAX_FREQUENCY: '1s' });
  assert.equal(
    [inherited.settings.port, inherited.settings.jwt_exp, inherited.settings.smtp_max_frequency],
    [3, 60, 1],
  );
  assert.match(inherited.warnings.join(), 'GOTRUE_API_PORT, GOTRUE_JWT_EXP, GOTRUE_SMTP_MAX_FREQUENCY');
  assert.is(inherited.sources.port, 'GOTRUE_API_PORT');
  assert.is(settings({ LOG_LEVEL: 'warn', SVC_LOG_LEVEL: 'debug' }).log_level, 'warn');
  assert.is(settings({ API_EXTERNAL_URL: 'http://bare' }).api_external_url, 'http://localhost:9999');
  assert.is(settings({ SVC_API_EXTERNAL_URL: '', API_EXTERNAL_URL: 'http://bare' }).api_external_url, 'http://bare');
  assert.is(settings({ SVC_DB_DATABASE_URL: 'postgres://other/x' }).database_url, required.DATABASE_URL);
  assert.is(settings({ DB_NAMESPACE: 'bare' }).db_namespace, 'bare');
  assert.is(settings({ REQUEST_ID_HEADER: 'x-id' }).request_id_header, 'x-id');
  // JWT_EXP and JWT_AUD are not read without a prefix.
  assert.is(settings({ JWT_EXP: '5', JWT_AUD: 'x' }).jwt_exp, 3600);
});

test('a .env file: the environment wins, and a named file must exist', () => {
  const file = join(folder, 'one.env');
  writeFileSync(file, 'SVC_JWT_EXP=60\nexport SVC_JWT_AUD="from file"\nSVC_PORT=5\n');
  const { settings: s, sources } = read({ SVC_JWT_EXP: '90' }, file);
  assert.equal([s.jwt_exp, s.jwt_aud, s.port], [90, 'from file', 5]);
  assert.equal(
    [sources.jwt_exp, sources.jwt_aud, sources.jwt_issuer],
    ['SVC_JWT_EXP', 'SVC_JWT_AUD in the .env file', 'default'],
  );
  // The environment takes precedence even if the file has a name of higher precedence.
  writeFileSync(file, 'SVC_JWT_EXP=60\n');
  assert.is(read({ GOTRUE_JWT_EXP: '7' }, file).settings.jwt_exp, 7);
  const environment = readEnvironment({ env: { ...required, SVC_JWT_EXP: '' }, file });
  assert.is(environment.source.SVC_JWT_EXP, 'file');
  assert.is(environment.source.SVC_SITE_URL, 'environment');
  try {
    read({}, join(folder, 'none.env'));
    assert.unreachable();
  } catch (error) {
    assert.match(String(error), /none\.env: cannot be read \(ENOENT\)/);
  }
  writeFileSync(file, 'SVC_JWT_EXP=60\nwhat is this\n');
  assert.throws(() => read({}, file), /line 2 is not KEY=value/);
});

test('the .env format', () => {
  const use = (name: string) => `$\{${name}}`;
  const text = [
    '# a comment',
    '',
    'A=1',
    'export B = two words # said',
    `C='lit $A \\n ${use('A')}' # c`,
    `D="x\\ny ${use('A')} \\"q\\" \\$"`,
    `E=${use('A')}-${use('B')}-${use('HOME_OF_TEST')}`,
    'F=',
    'G=pa#ss',
    'H="two',
    'lines"',
    'I=a=b',
    '  J=5  ',
    'K=$A',
    `L=\\${use('A')}`,
  ];
  assert.equal(parseDotenv(text.join('\r\n'), { HOME_OF_TEST: 'h' }), {
    A: '1',
    B: 'two words',
    C: `lit $A \\n ${use('A')}`,
    D: 'x\ny 1 "q" $',
    E: '1-two words-h',
    F: '',
    G: 'pa#ss',
    H: 'two\nlines',
    I: 'a=b',
    J: '5',
    K: '$A',
    L: use('A'),
  });
  assert.throws(() => parseDotenv('A="x', {}), /line 1: the quote does not end/);
  assert.throws(() => parseDotenv('A=1\nB="x" y', {}), /line 2: text after the closing quote/);
});

test('NAME_FILE', () => {
  const file = join(folder, 'secret');
  writeFileSync(file, 'the-secret-in-a-file-is-also-quite-long-enough\n');
  const { SVC_JWT_SECRET: _, ...others } = required;
  const through = (env: Record<string, string>) =>
    readSettings(readEnvironment({ env: { ...others, ...env }, file: null })).settings;
  assert.is(through({ SVC_JWT_SECRET_FILE: file }).jwt_secret, 'the-secret-in-a-file-is-also-quite-long-enough');
  assert.is(through({ GOTRUE_JWT_SECRET_FILE: file }).jwt_secret, 'the-secret-in-a-file-is-also-quite-long-enough');
  writeFileSync(file, 'postgres://file@h/d');
  assert.match(settingErrors({ DATABASE_URL_FILE: file }).join(), /DATABASE_URL and DATABASE_URL_FILE are both set/);
  assert.match(
    settingErrors({ SVC_SMTP_PASS_FILE: '/nowhere' }).join(),
    /SVC_SMTP_PASS_FILE: cannot be read \(ENOENT\)/,
  );
  const empty = join(folder, 'empty');
  writeFileSync(empty, '');
  Object.assign(others, { SVC_JWT_SECRET: required.SVC_JWT_SECRET });
  assert.equal(through({ SVC_JWT_ADMIN_ROLES_FILE: empty }).jwt_admin_roles, [], 'a list may be empty');
  assert.equal(through({ SVC_JWT_ADMIN_ROLES: '', SVC_JWT_ADMIN_ROLES_FILE: empty }).jwt_admin_roles, []);
  assert.is(through({ SVC_JWT_ISSUER_FILE: empty }).jwt_issuer, '');
  assert.equal(read({ SVC_SESSIONS_TAGS: '' }).warnings, [], 'what compose passes for a list that is not set');
  // LOG_FILE is a setting, not the file of a setting LOG.
  assert.is(settings({ SVC_LOG_FILE: '/var/log/x' }).log_file, '/var/log/x');
});

test('every secret may be a file: its last newline is cut, and an invalid value stops the start', () => {
  const secrets = Object.entries<Row<unknown>>(SETTINGS).filter(([, row]) => row.secret);
  assert.ok(secrets.length > 40, String(secrets.length));
  const file = join(folder, 'any');
  for (const [key] of secrets) {
    const [name = ''] = variableNames(key as SettingName);
    writeFileSync(file, ' kept as it is \r\n', { mode: 0o600 });
    const { values, origins } = readEnvironment({ env: { [`${name}_FILE`]: file }, file: null });
    assert.equal([values[name], origins.environment[name]], [' kept as it is ', `${name}_FILE`]);
    writeFileSync(file, '\n');
    const empty = readEnvironment({ env: { [`${name}_FILE`]: file }, file: null });
    assert.equal([empty.values[name], empty.problems], [undefined, [`${name}_FILE: the file is empty`]]);
  }
  const problemsOf = (content: string | Buffer) => {
    writeFileSync(file, content);
    return settingErrors({ SVC_SMTP_PASS_FILE: file }).join();
  };
  assert.is(problemsOf('x'.repeat(1024 * 1024 + 1)), 'SVC_SMTP_PASS_FILE: the file is larger than 1048576 bytes');
  assert.is(problemsOf(Buffer.from([0x68, 0xff])), 'SVC_SMTP_PASS_FILE: the file is not UTF-8');
  assert.match(settingErrors({ SVC_SMTP_PASS_FILE: folder }).join(), /^SVC_SMTP_PASS_FILE: cannot be read \(EISDIR\)$/);
  // A secret given in place of a path is never shown.
  assert.not.match(settingErrors({ SVC_SMTP_PASS_FILE: 'hunter2' }).join(), 'hunter2');
  writeFileSync(file, 'short-secret');
  assert.not.match(settingErrors({ SVC_JWT_SECRET: '', SVC_JWT_SECRET_FILE: file }).join(), 'short-secret');
});

test('warns of a file with a secret that every account can read or that others than its owner can write', () => {
  const file = join(folder, 'mode');
  writeFileSync(file, 'p');
  const warned = (mode: number, name = 'SVC_SMTP_PASS') => {
    chmodSync(file, mode);
    return readEnvironment({ env: { [`${name}_FILE`]: file }, file: null }).warnings;
  };
  for (const mode of [0o400, 0o600, 0o440, 0o640]) assert.equal(warned(mode), [], mode.toString(8));
  const [readable, writable] = [
    'every account of this machine can read the file',
    'others than its owner can write to the file',
  ];
  for (const mode of [0o444, 0o644])
    assert.equal(warned(mode), [`SVC_SMTP_PASS_FILE: ${readable} (mode 0${mode.toString(8)})`]);
  for (const mode of [0o660, 0o666])
    assert.equal(warned(mode), [`SVC_SMTP_PASS_FILE: ${writable} (mode 0${mode.toString(8)})`]);
  assert.equal(warned(0o666, 'SVC_SITE_URL'), [], 'no secret');
  chmodSync(file, 0o644);
  assert.match(read({ SVC_SMTP_PASS_FILE: file }).warnings.join(), 'every account');
});

test('defaults of the caller have the lowest precedence', () => {
  const environment = readEnvironment({
    env: { SVC_JWT_SECRET: required.SVC_JWT_SECRET, SVC_JWT_AUD: 'mine', DATABASE_URL: required.DATABASE_URL },
    file: null,
  });
  const defaults = {
    site_url: 'http://localhost:8081',
    api_external_url: 'http://localhost:8081',
    jwt_aud: 'authenticated',
  };
  const { settings: s, sources } = readSettings(environment, { defaults });
  assert.equal(
    [s.site_url, s.jwt_aud, sources.site_url, sources.jwt_aud],
    ['http://localhost:8081', 'mine', 'start', 'SVC_JWT_AUD'],
  );
});

test.after(() => rmSync(folder, { recursive: true }));

test('T114 environment variables override .env', () => {
  const file = join(folder, 'overridden.env');
  writeFileSync(file, 'SVC_JWT_EXP=60\nSVC_JWT_AUD=from-the-file\nSVC_SITE_URL=http://file.test\n');
  const { settings } = readSettings(readEnvironment({ env: { ...required, SVC_JWT_EXP: '90' }, file }));
  assert.is(settings.jwt_exp, 90, 'in both');
  assert.is(settings.site_url, required.SVC_SITE_URL, 'in both');
  assert.is(settings.jwt_aud, 'from-the-file', 'in the file alone');
});

test('T115 accepts seconds and durations as equal', () => {
  const spacing = (value: string) =>
    readSettings(readEnvironment({ env: { ...required, SVC_SMTP_MAX_FREQUENCY: value }, file: null })).settings
      .smtp_max_frequency;
  assert.is(spacing('900'), 900);
  assert.is(spacing('15m'), 900);
});

test.run();
