// Settings that SQL functions read: the generated files are up to date, each call passes the settings that its function
// needs, and the tool rejects code that it cannot analyze.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SETTINGS } from '../../core/settings/table.ts';
import { FUNCTIONS } from '../../gateway/routes/generated/functions.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { parseSqlFunctions, readSqlFunctions } from '../../tools/sql_functions.ts';
import { functionFacts, renderFunctionsFiles } from '../../tools/sql_settings.ts';

test('the generated files of gateway and worker are up to date', () => {
  for (const { file, text } of renderFunctionsFiles())
    assert.ok(readFileSync(file, 'utf8') === text, 'run: node tools/write_functions.ts');
});

test('each call of a route passes existing arguments, all required ones, and the settings if the function reads any', () => {
  const functions = readSqlFunctions();
  const calls = ROUTES.flatMap((route) => route.calls);
  assert.ok(calls.length > 60);
  for (const { function: name, args } of calls) {
    const { parameters = [] } = functions.get(`auth_api.${name}`) ?? {};
    const names = parameters.map((one) => one.name);
    const required = parameters.filter((one) => one.default.length === 0).map((one) => one.name);
    assert.equal([name, Object.keys(args).filter((arg) => !names.includes(arg))], [name, []]);
    assert.equal([name, required.filter((parameter) => !(parameter in args))], [name, []]);
    assert.is(args.settings === 'settings', names.includes('settings'), name);
  }
});

test('a function of the SQL API reads every setting that an SQL file names', () => {
  const read = new Set([...functionFacts().values()].flatMap(({ settings }) => settings));
  const named = [...readSqlFunctions().values()].flatMap(({ body }) =>
    body.filter(({ kind, text }) => kind === 'string' && Object.hasOwn(SETTINGS, text.slice(1, -1))),
  );
  assert.ok(named.length > 50);
  assert.equal(
    named.map(({ text }) => text.slice(1, -1)).filter((name) => !read.has(name)),
    [],
  );
});

test('no function reads a secret except the codes of test numbers, which SQL compares', () => {
  const secrets = Object.entries(SETTINGS).flatMap(([name, row]) => ('secret' in row && row.secret ? [name] : []));
  assert.ok(secrets.length > 5);
  const read = new Set<string>(Object.values(FUNCTIONS).flatMap(({ settings }) => settings));
  assert.equal(
    secrets.filter((name) => read.has(name)),
    ['sms_test_otp'],
  );
});

test('a rule shared by several routes is in the list of each', () => {
  const reads = (name: keyof typeof FUNCTIONS): readonly string[] => FUNCTIONS[name].settings;
  for (const name of [
    'refresh_session',
    'verify_factor',
    'consume_recovery_code',
    'get_sessions',
    'list_users',
  ] as const)
    for (const limit of ['sessions_timebox', 'sessions_inactivity_timeout'])
      assert.ok(reads(name).includes(limit), `${name} ${limit}`);
  assert.ok(reads('sign_up').includes('mailer_notifications_new_device_enabled'), 'by a name that is put together');
  assert.not.ok(reads('unlink_identity').includes('mailer_notifications_new_device_enabled'));
  assert.not.ok(
    reads('consume_recovery_code').includes('mfa_totp_verify_enabled'),
    'by a case that one branch decides',
  );
});

/** Returns the settings that auth_api.f reads if it has this body. `other` is the body of auth_lib.g. */
function settingsReadBy(body: string, other = 'select null'): readonly string[] {
  const functions = parseSqlFunctions(
    'lib/made.sql',
    `create function auth_api.f(kind text, client jsonb, settings jsonb) returns jsonb language sql stable as $$ ${body} $$;
     create function auth_lib.g(use text, settings jsonb, more jsonb default null) returns jsonb language sql stable as $$ ${other} $$;`,
  );
  return functionFacts(new Map(functions.map((one) => [one.name, one]))).get('f')?.settings ?? [];
}

test('finds reads by a name, a composed name, a case expression, and in called functions', () => {
  const named = "select settings ->> 'site_url'";
  assert.equal(settingsReadBy("select settings ->> 'site_url' -- settings -> 'port'"), ['site_url']);
  assert.equal(settingsReadBy("select coalesce(f.settings -> 'hooks' -> 'x', 'settings')"), ['hooks']);
  assert.equal(settingsReadBy("select settings ? 'hooks'"), ['hooks']);
  assert.equal(settingsReadBy("select settings -> case when kind = '' then 'site_url' else 'jwt_exp' end"), [
    'jwt_exp',
    'site_url',
  ]);
  assert.equal(settingsReadBy("select settings ->> ('mfa_' || kind || '_enroll_enabled')").length, 4);
  assert.equal(settingsReadBy('select auth_lib.g(null, settings)', named), ['site_url']);
  assert.equal(settingsReadBy('select auth_lib.g(settings => f.settings, use => kind)', named), ['site_url']);
  assert.equal(settingsReadBy("select auth_lib.g(kind, '{}')", named), []);
  const mfa = "select settings ->> ('mfa_totp_' || use || '_enabled')";
  assert.equal(settingsReadBy("select auth_lib.g('verify', settings)", mfa), ['mfa_totp_verify_enabled']);
  assert.equal(settingsReadBy('select auth_lib.g(kind, settings)', mfa), [
    'mfa_totp_enroll_enabled',
    'mfa_totp_verify_enabled',
  ]);
  const decided = "select settings -> case use when 'a' then 'site_url' when 'b' then 'jwt_exp' else 'jwt_aud' end";
  assert.equal(settingsReadBy("select auth_lib.g('b', settings)", decided), ['jwt_exp']);
  assert.equal(settingsReadBy("select auth_lib.g('c', settings)", decided), ['jwt_aud']);
  assert.equal(settingsReadBy('select auth_lib.g(kind, settings)', decided), ['jwt_aud', 'jwt_exp', 'site_url']);
});

test('throws for code that it cannot analyze instead of returning an empty list', () => {
  for (const [body, error] of [
    ["select settings ->> 'site_ulr'", 'is no setting'],
    ['select settings -> kind', 'a name that is not understood'],
    ["select settings #> '{site_url}'", 'in a way that is not understood'],
    ['select jsonb_each(settings)', 'in a way that is not understood'],
    ["select auth_lib.g(kind, settings - 'site_url')", 'changes the settings'],
    ['select auth_lib.g(kind, null, settings)', 'in a way that is not understood'],
    ['select auth_lib.unknown(kind, settings)', 'in a way that is not understood'],
    ["select v -> 'site_url' from (select settings) as s (v)", 'in a way that is not understood'],
  ] as const)
    assert.throws(
      () => settingsReadBy(body),
      (thrown: Error) => thrown.message.includes(error),
      body,
    );
});

test.run();
