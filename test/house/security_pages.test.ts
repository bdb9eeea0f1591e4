// The pages that the security tables name document the rules as the code has them: limits, session lifetimes, levels
// of sign-ins, and retention.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Row } from '../../core/settings/row.ts';
import { SETTINGS } from '../../core/settings/table.ts';

const ROWS: Readonly<Record<string, Row<unknown> | undefined>> = SETTINGS;
const read = (path: string): string => readFileSync(path, 'utf8');
const sql = ['sql/lib', 'sql/api']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter((path) => path.endsWith('.sql'))
  .map((path) => read(path).replace(/--.*$/gm, ''))
  .join('\n');

/** Returns the text of a page below a heading, up to the next heading. */
function findSection(page: string, heading: string): string {
  const text = read(page);
  const start = text.indexOf(`\n## ${heading}\n`);
  assert.ok(start >= 0, `${page} has no section ${heading}`);
  const end = text.indexOf('\n## ', start + 1);
  return text.slice(start, end < 0 ? undefined : end);
}

/** Returns the cells of the rows of a section's table, without its head. */
const tableRows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** Returns the settings in backticks, as keys of the settings table. */
const settingsIn = (text: string): string[] =>
  [...text.matchAll(/`SVC_([A-Z_]+)(?:=\w+)?`/g)].map(([, name]) => String(name).toLowerCase());

/** Default of each limit, and how the page writes it. */
const LIMITS: Readonly<Record<string, readonly [value: unknown, text: string]>> = {
  smtp_max_frequency: [null, 'one a minute (sign-ups: a quarter of an hour)'],
  sms_max_frequency: [60, 'one a minute'],
  rate_limit_email_per_address: [{ count: 10, per: 900 }, '10, then one every 15 minutes (mail)'],
  rate_limit_sms_per_address: [{ count: 10, per: 1800 }, 'or 30 minutes (SMS)'],
  rate_limit_email_sent: [{ count: 30, per: null }, '30 an hour'],
  rate_limit_sms_sent: [{ count: 30, per: null }, '30 an hour'],
  security_max_code_failures: [30, '30 an hour, unless a new code is requested'],
  security_max_code_failures_per_day: [100, '100 in any 24 hours'],
  security_max_password_failures: [100, '100, then an hour’s pause'],
};

test('docs/operating.md documents the default of each limit, and that wrong codes lock nobody out', () => {
  const text = findSection('docs/operating.md', 'Attempt limits and floods');
  const rows = tableRows(text);
  const documented = rows.flatMap(([, limit = '', cell = '']) =>
    settingsIn(cell.replace('`_PER_DAY`', '`SVC_SECURITY_MAX_CODE_FAILURES_PER_DAY`')).map((key) => ({ key, limit })),
  );
  assert.equal(documented.map(({ key }) => key).sort(), Object.keys(LIMITS).sort());
  for (const { key, limit } of documented) {
    const [value, words] = LIMITS[key] ?? [undefined, ''];
    assert.equal(ROWS[key]?.default, value, key);
    assert.ok(limit.replaceAll("'", '’').includes(words), `${key}: ${limit}`);
  }
  const read_by_sql = [...sql.matchAll(/settings ->>? '(security_max_\w+)'/g)].map(([, key]) => String(key));
  assert.equal(
    [...new Set(read_by_sql)].filter((key) => LIMITS[key] === undefined),
    [],
  );
  assert.match(text, /wrong attempts at one code \| 5 \|/);
  assert.match(sql, /t\.attempts < 5/);
  assert.match(text, /\bpending\b/);
  assert.match(text, /\blinks and passwords\b/);
});

test('docs/sessions.md documents every limit of a session, and the number of sessions', () => {
  const rows = tableRows(findSection('docs/sessions.md', 'Session lifetime'));
  const keys = Object.keys(ROWS).filter((key) => key.startsWith('sessions_'));
  assert.ok(keys.length >= 5);
  assert.equal(rows.flatMap(([cell = '']) => settingsIn(cell)).sort(), keys.sort());
  const single = rows.find(([cell = '']) => cell.includes('SINGLE_PER_USER'));
  assert.match(String(single?.[1]), /only the most recently used session/);
  const most = /order by l\.used_at desc, \(l\.session\)\.id limit (\d+)/.exec(sql)?.[1];
  const [, shown] = /at most ([\d,]+):/.exec(findSection('docs/sessions.md', 'List and end sessions')) ?? [];
  assert.is(shown?.replace(',', ''), most);
});

test('docs/sso.md and docs/oauth-server.md document when sessions of federated sign-ins end', () => {
  const sso = read('docs/sso.md').replace(/\s+/g, ' ');
  assert.match(sso, /ends at `SessionNotOnOrAfter`/);
  assert.match(read('gateway/saml/response.ts'), /SessionNotOnOrAfter/);
  assert.match(sso, /`end_sessions=false`/, 'the deletion of a provider');
  const oauth = read('docs/oauth-server.md');
  const keys = Object.keys(ROWS).filter((key) => key.startsWith('oauth_server_session_'));
  assert.ok(keys.length >= 2);
  for (const key of keys) assert.ok(settingsIn(oauth).includes(key), key);
  assert.is(ROWS.oauth_server_session_inactivity_timeout?.default, 30 * 24 * 60 * 60);
  assert.match(oauth, /SESSION_INACTIVITY_TIMEOUT`[^\n]*30 days/);
});

/** Returns the methods of `amr` that SQL writes. */
function sessionMethods(): Set<string> {
  const calls = [
    /auth_lib\.sign_in\([^;]{0,80}?, '([a-z0-9/]+)',/g,
    /auth_lib\.open_(?:client_)?session\([^;]{0,80}?, '([a-z_/]+)',/g,
    /auth_lib\.start_flow\([^;]{0,40}?, '([a-z_/]+)', link\)/g,
    /auth_lib\.request_recovery_token\([^;]{0,60}?, '([a-z]+)', link/g,
  ];
  const named = calls.flatMap((call) => [...sql.matchAll(call)].map(([, method]) => String(method)));
  assert.match(sql, /when 'totp' then 'totp' else 'mfa\/' \|\| \(factor\)\.factor_type end/);
  const [, types = ''] = /factor_type in \(([^)]*)\)/.exec(read('sql/migrations/0002-factors.sql')) ?? [];
  const factors = [...types.matchAll(/'(\w+)'/g)].map(([, type]) => (type === 'totp' ? type : `mfa/${type}`));
  return new Set([...named, ...factors]);
}

test('docs/mfa.md documents the level of each way to sign in', () => {
  const rows = tableRows(findSection('docs/mfa.md', 'Level of each way to sign in'));
  const methods = rows.flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w/]+)`/g)].map(([, method]) => String(method)),
  );
  assert.equal(methods.sort(), [...sessionMethods()].sort());
  for (const [way, cell = '', level] of rows) {
    assert.is(level, /`(?:totp|mfa\/\w+)`/.test(cell) ? '`aal2`' : '`aal1`', way);
  }
});

/** Errors of a session without its second factor, and a word for each in docs/mfa.md. */
const NEED_AAL2: Readonly<Record<string, RegExp>> = {
  enroll_needs_aal2: /\benroll another factor/,
  unenroll_needs_aal2: /\bunenroll/,
  update_needs_aal2: /\bpassword, e-mail address or phone number/,
  identities_need_aal2: /\bidentities, and [^;]*\btokens of a provider/,
  merge_needs_aal2: /\bmerge\b/,
  passkeys_need_second_factor: /\bpasskeys/,
  recovery_codes_need_aal2: /\brecovery codes/,
  oauth_consent_needs_aal2: /\bOAuth client/,
  export_needs_aal2: /\bexport/,
  admin_needs_aal2: /\badmin API/,
};

test('docs/mfa.md documents everything that needs a second factor', () => {
  const errors = [...read('sql/errors.sql').matchAll(/\('(\w+)',\s+\d{3}, 'insufficient_aal'/g)].map(
    ([, name]) => name,
  );
  assert.equal(errors.sort(), Object.keys(NEED_AAL2).sort());
  const text = findSection('docs/mfa.md', 'What requires `aal2`').replace(/\s+/g, ' ');
  for (const [error, words] of Object.entries(NEED_AAL2)) assert.match(text, words, error);
});

test('docs/for-dbas.md and docs/telemetry.md document how long entries are kept and where logs go', () => {
  const retention = 397 * 24 * 60 * 60;
  assert.is(ROWS.audit_log_retention?.default, retention);
  assert.match(
    read('docs/for-dbas.md'),
    /\| `audit_log` \|[^\n]*\| 13 months \(`SVC_AUDIT_LOG_RETENTION`; 0: for ever\) \|/,
  );
  const keys = Object.keys(ROWS).filter((key) => key.startsWith('log_'));
  const named = settingsIn(read('docs/telemetry.md'));
  assert.equal(
    keys.filter((key) => !named.includes(key)),
    [],
  );
});

test('docs/administration.md and docs/oauth-server.md document which members roles and clients see', () => {
  const list = tableRows(findSection('docs/administration.md', 'Roles')).find(([right]) => right === '`list`');
  assert.match(String(list?.[1]), /\bmetadata\b/);
  assert.match(sql, /has_admin_right\(claims, settings, 'list'\) then v_shown\s+else \(auth_lib\.without_metadata/);
  const rows = tableRows(findSection('docs/oauth-server.md', 'Claims and data of a client'));
  const named = rows.flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => String(name)));
  const limited = [...sql.matchAll(/'(\w+)' = any \((?:v_)?scopes\)/g)].map(([, scope]) => String(scope));
  const without_members = ['openid', 'offline_access'];
  assert.equal([...new Set(limited)].filter((scope) => !without_members.includes(scope)).sort(), [
    'email',
    'phone',
    'profile',
  ]);
  for (const member of ['email', 'phone', 'role', 'user_metadata', 'app_metadata'])
    assert.ok(named.includes(member), member);
  assert.match(String(rows.find(([cell]) => cell === '`user_metadata`')?.[1]), /scope `profile`/);
});

test('no route and no column has a security question or a hint for a password', () => {
  const asked = /(?:security|secret)[ _-]question|password[ _-]hint/i;
  for (const page of ['docs/api.md', 'sql/schema.sql', 'docs/settings.md']) assert.not.match(read(page), asked);
});

test.run();
