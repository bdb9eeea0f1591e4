// Settings: sources and precedence, both duration formats, one report of all errors, warnings, and no secret in the
// output.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { settingsDocument } from '../../../core/settings/document.ts';
import { readEnvironment, readSettings, SettingsError } from '../../../core/settings/reading.ts';
import type { Row } from '../../../core/settings/row.ts';
import { PROVIDER_ROWS } from '../../../core/settings/rows/providers.ts';
import { SETTINGS, type SettingName, variableNames } from '../../../core/settings/table.ts';
import { isUnsupportedSetting } from '../../../core/settings/unsupported.ts';

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

test('defaults are those of supabase/auth', () => {
  const s = settings();
  const wanted: Partial<typeof s> = {
    port: 8081,
    jwt_exp: 3600,
    jwt_aud: 'authenticated',
    jwt_default_group_name: 'authenticated',
    jwt_admin_roles: ['service_role', 'supabase_admin'],
    jwt_admin_group_name: 'admin',
    db_namespace: 'auth',
    role_prefix: 'auth',
    external_email_enabled: true,
    external_phone_enabled: false,
    security_refresh_token_rotation_enabled: false,
    security_refresh_token_reuse_interval: 0,
    smtp_max_frequency: null,
    smtp_port: 587,
    mailer_otp_exp: 86400,
    mailer_autoconfirm: false,
    mailer_secure_email_change_enabled: true,
    password_min_length: 6,
    password_required_characters: [],
    rate_limit_email_sent: { count: 30, per: null },
    api_max_request_duration: 10,
    log_level: 'info',
    sms_otp_exp: 60,
    sms_otp_length: 6,
    security_bcrypt_cost: 10,
    security_strict_sessions: false,
    security_audit_refresh: true,
    security_audit_refused_sign_ins: 20,
    security_redirect_same_origin: false,
    db_prepare: true,
    http_engine: 'auto',
    data_dir: '.postern',
    message_retention: 2592000,
    mailer_urlpaths_recovery: '/verify',
    mailer_subjects_magic_link: 'Your Magic Link',
    disable_signup: false,
    security_max_password_failures: 100,
    security_max_code_failures: 30,
    external_flow_state_expiry_duration: 300,
    sessions_timebox: null,
  };
  for (const [key, value] of Object.entries(wanted)) assert.equal(s[key as SettingName], value, key);
  assert.ok(s.security_hash_concurrency >= 1);
  assert.equal(read().warnings, []);
});

test('names everything missing or malformed at once', () => {
  const found = settingErrors(
    { SVC_JWT_EXP: 'soon', SVC_MAILER_AUTOCONFIRM: 'yes', PORT: '99999', SVC_SITE_URL: '/app', SVC_LOG_LEVEL: 'loud' },
    {},
  );
  assert.equal([...found].sort(), [
    'DATABASE_URL: is required',
    'PORT: must be at most 65535, not "99999"',
    'SVC_API_EXTERNAL_URL: is required',
    'SVC_JWT_EXP: must be a number of seconds or a duration such as 90s, 15m or 1h30m, not "soon"',
    'SVC_JWT_SECRET: is required (npx postern key generate secret makes one)',
    'SVC_LOG_LEVEL: must be one of panic, fatal, error, warn, info, debug, trace, not "loud"',
    'SVC_MAILER_AUTOCONFIRM: must be true or false, not "yes"',
    `SVC_SITE_URL: must be an absolute URL: http, https or an app's own scheme, not "/app"`,
  ]);
});

test('start-up errors, of supabase/auth and ours', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ SVC_DB_DRIVER: 'mysql' }, /SVC_DB_DRIVER: must be one of postgres, not "mysql"/],
    [{ SVC_API_EXTERNAL_URL: 'localhost:9999' }, /SVC_API_EXTERNAL_URL: must be an absolute/],
    [{ SVC_URI_ALLOW_LIST: 'http://a/[b' }, /SVC_URI_ALLOW_LIST: pattern "http:\/\/a\/\[b" has a "\["/],
    [{ SVC_SECURITY_CAPTCHA_ENABLED: 'true' }, /captcha provider secret is empty/],
    [{ SVC_SECURITY_CAPTCHA_PROVIDER: 'x' }, /SVC_SECURITY_CAPTCHA_PROVIDER: unsupported captcha provider: x$/m],
    [{ SVC_SECURITY_CAPTCHA_ENABLED: 'true', SVC_SECURITY_CAPTCHA_SECRET: ' ' }, /captcha provider secret is empty/],
    [{ SVC_SECURITY_CAPTCHA_URL: 'localhost' }, /SVC_SECURITY_CAPTCHA_URL: must be an absolute/],
    [{ SVC_SMS_PROVIDER: 'twilio', SVC_SMS_TEMPLATE: '{{ .Code' }, /SVC_SMS_TEMPLATE/],
    [
      { SVC_MAILER_SUBJECTS_INVITE: 'Hi {{ upper .Email }}' },
      /SVC_MAILER_SUBJECTS_INVITE: line 1, column 7: there is no function upper/,
    ],
    [{ SVC_INBOX: 'true', SVC_SMTP_URLS: 'smtp://mail.example.com' }, /SVC_INBOX: .*unset it, or SVC_SMTP_URLS$/m],
    [{ SVC_INBOX: 'true', SVC_SMTP_HOST: 'mail.example.com' }, /SVC_INBOX: .*unset it, or SVC_SMTP_HOST$/m],
    [{ SVC_INBOX: 'true', SVC_SMS_PROVIDER: 'twilio' }, /SVC_INBOX: .*unset it, or SVC_SMS_PROVIDER$/m],
    [{ SVC_INBOX: 'true', SVC_SMS_TEMPLATE: '{{ .Code' }, /SVC_SMS_TEMPLATE/],
    [{ SVC_MAILER_URLPATHS_RECOVERY: 'http://' }, /SVC_MAILER_URLPATHS_RECOVERY: must be a path or an absolute URL/],
    ...['auth/v1', '/', '/auth/v1/', '//auth', '/a/../b', '/./a', '/a b', '/a?b', '/a%2fb', '/é'].map(
      (prefix): [Record<string, string>, RegExp] => [
        { SVC_API_PREFIX: prefix },
        /SVC_API_PREFIX: must be empty, or a path such as/,
      ],
    ),
    [{ SVC_SITE_URL: 'myapp' }, /SVC_SITE_URL: must be an absolute URL/],
    [{ SVC_SITE_URL: 'ftp://files.example.com' }, /SVC_SITE_URL: must be an absolute URL: http, https or an app/],
    [{ SVC_SITE_URL: 'javascript://x/%0aalert(1)' }, /SVC_SITE_URL: must be an absolute URL/],
    [{ SVC_PASSWORD_MIN_LENGTH: '-1' }, /SVC_PASSWORD_MIN_LENGTH: must be at least 0, not "-1"/],
    [{ SVC_PASSWORD_MIN_LENGTH: '73' }, /SVC_PASSWORD_MIN_LENGTH: must be at most 72/],
    [{ SVC_SITE_URL: 'mailto:a@b' }, /SVC_SITE_URL: must be an absolute URL/],
    [{ SVC_SESSIONS_TIMEBOX: '0' }, /SVC_SESSIONS_TIMEBOX: must be positive/],
    [{ SVC_SESSIONS_TIMEBOX: '-5m' }, /SVC_SESSIONS_TIMEBOX: must be at least 0/],
    [{ SVC_DB_MAX_POOL_SIZE: '3' }, /SVC_DB_MAX_POOL_SIZE/],
    [{ SVC_DB_NAMESPACE: 'Auth; drop' }, /SVC_DB_NAMESPACE/],
    [{ SVC_SECURITY_BCRYPT_COST: '4', NODE_ENV: 'production' }, /SVC_SECURITY_BCRYPT_COST: must be at least 10/],
    [{ SVC_SECURITY_BCRYPT_COST: '17' }, /at most 14/],
    [{ SVC_SECURITY_PEPPER: '1:short' }, /SVC_SECURITY_PEPPER: entry 1/],
    ...['service_role', 'supabase_admin'].map((role): [Record<string, string>, RegExp] => [
      { SVC_JWT_DEFAULT_GROUP_NAME: role, SVC_JWT_ADMIN_ROLES: 'boss' },
      /SVC_JWT_DEFAULT_GROUP_NAME: must not be a role that may call the admin API/,
    ]),
    [
      { SVC_JWT_DEFAULT_GROUP_NAME: 'boss', SVC_JWT_ADMIN_ROLES: 'x,boss' },
      /SVC_JWT_DEFAULT_GROUP_NAME: must not be a role/,
    ],
    [{ SVC_JWT_DEFAULT_GROUP_NAME: 'admin' }, /must not be SVC_JWT_ADMIN_GROUP_NAME/],
    [{ SVC_JWT_KEYS: '[]' }, /SVC_JWT_KEYS/],
    [{ SVC_JWT_KEYS: '[{"kty":"oct","k":"AA","kid":"a"}]' }, /no signing key detected/],
    [{ SVC_JWT_VALID_METHODS: 'HS256,none' }, /SVC_JWT_VALID_METHODS: must be out of HS256/],
    [{ SVC_JWT_VALID_METHODS: 'RS256' }, /SVC_JWT_VALID_METHODS: must hold HS256, which new tokens have/],
    [{ DATABASE_URL: 'postgres://u:hunter2@h/d?sslmod=x' }, /DATABASE_URL: unknown parameter "sslmod"/],
    [{ SVC_RATE_LIMIT_EMAIL_SENT: '10/0s' }, /SVC_RATE_LIMIT_EMAIL_SENT/],
    [{ SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '-1' }, /at least 0/],
  ];
  for (const [env, pattern] of wrong) assert.match(settingErrors(env).join('\n'), pattern);
  assert.equal(settings({ SVC_SECURITY_BCRYPT_COST: '4' }).security_bcrypt_cost, 4);
});

test('URLs of login roles make DATABASE_URL unnecessary', () => {
  const { DATABASE_URL: _, ...others } = required;
  const url = 'postgres://u@h/d';
  assert.equal(
    settingErrors({ DATABASE_URL_GATEWAY: url, DATABASE_URL_ADMIN: url, DATABASE_URL_WORKER: url }, others),
    [],
  );
  assert.equal(settingErrors({ DATABASE_URL_GATEWAY: url }, others), ['DATABASE_URL: is required']);
  const environment = readEnvironment({ env: { ...others, DATABASE_URL_WORKER: url }, file: null });
  assert.is(readSettings(environment, { needs: ['worker'] }).settings.database_url_worker, url);
  assert.throws(() => readSettings(environment, { needs: ['gateway', 'worker'] }), /DATABASE_URL: is required/);
});

test('no error and no warning shows a secret', () => {
  for (const [key, row] of Object.entries(SETTINGS) as [SettingName, Row<unknown>][]) {
    if (!row.secret) continue;
    const [name = ''] = variableNames(key);
    const value = 'zq-secret:%%{[';
    const found = [...settingErrors({ [name]: value })];
    if (found.length === 0) found.push(...read({ [name]: value }).warnings);
    assert.not.match(found.join('\n'), 'zq-secret');
  }
});

test('both spellings of durations, and zero as default', () => {
  for (const [text, seconds] of [
    ['900', 900],
    ['15m', 900],
    ['1h30m', 5400],
    ['1.5', 1.5],
    ['250ms', 0.25],
    ['0.5h', 1800],
    ['0', null],
  ] as const) {
    assert.is(settings({ SVC_SMTP_MAX_FREQUENCY: text }).smtp_max_frequency, seconds, text);
  }
  for (const text of ['10', '10s', '10000ms'])
    assert.is(settings({ SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: text }).security_refresh_token_reuse_interval, 10);
  for (const text of ['5 min', '1d', 'm', '5m5', '1,5', ''])
    assert.is(settingErrors({ SVC_SMTP_MAX_FREQUENCY: text }).length, text === '' ? 0 : 1, text);
  assert.is(settings({ SVC_JWT_EXP: '0' }).jwt_exp, 3600);
  assert.is(settings({ SVC_JWT_EXP: '1h' }).jwt_exp, 3600);
  assert.is(settingErrors({ SVC_JWT_EXP: '1.5' }).length, 1);
  assert.is(settings({ SVC_MAILER_OTP_EXP: '0' }).mailer_otp_exp, 86400);
  assert.is(settings({ SVC_API_MAX_REQUEST_DURATION: '0' }).api_max_request_duration, 0);
});

test('the other kinds of value', () => {
  for (const text of ['1', 't', 'T', 'true', 'TRUE', 'True'])
    assert.is(settings({ SVC_DISABLE_SIGNUP: text }).disable_signup, true);
  for (const text of ['0', 'f', 'F', 'false', 'FALSE', 'False', ''])
    assert.is(settings({ SVC_EXTERNAL_EMAIL_ENABLED: text }).external_email_enabled, text === '');
  assert.equal(settings({ SVC_URI_ALLOW_LIST: 'http://a, http://b' }).uri_allow_list, ['http://a', ' http://b']);
  assert.equal(settings({ SVC_RATE_LIMIT_EMAIL_SENT: '10/1h' }).rate_limit_email_sent, { count: 10, per: 3600 });
  assert.equal(settings({ SVC_RATE_LIMIT_EMAIL_SENT: '0' }).rate_limit_email_sent, { count: 0, per: null });
  assert.equal(settings({ SVC_PASSWORD_REQUIRED_CHARACTERS: 'abc:AB\\:C::01' }).password_required_characters, [
    'abc',
    'AB:C',
    '01',
  ]);
  assert.equal(settings({ SVC_SMS_TEST_OTP: '+49:1,50:2' }).sms_test_otp, { '49': '1', '50': '2' });
  assert.is(settings({ SVC_PASSWORD_MIN_LENGTH: '3' }).password_min_length, 6);
  assert.is(settings({ SVC_MAILER_OTP_LENGTH: '12' }).mailer_otp_length, 6);
  assert.is(settings({ SVC_EXTERNAL_FLOW_STATE_EXPIRY_DURATION: '10s' }).external_flow_state_expiry_duration, 300);
  assert.is(settings({ SVC_DB_NAMESPACE: 'app' }).role_prefix, 'app');
  assert.is(settings({ SVC_SMTP_ADMIN_EMAIL: 'a@b' }).smtp_sender_name, 'a@b');
  for (const url of ['https://app.example.com/', 'myapp://callback', 'exp://192.168.1.5:8081'])
    assert.is(settings({ SVC_SITE_URL: url }).site_url, url);
  assert.is(settings({ LOG_LEVEL: 'warning' }).log_level, 'warn');
  assert.equal(settings({ SVC_JWT_ADMIN_ROLES: '' }).jwt_admin_roles, []);
  assert.equal(settings({}).jwt_admin_roles, ['service_role', 'supabase_admin']);
});

test('codes have at least six digits, even with a lower setting', () => {
  const read = settings({ SVC_MAILER_OTP_LENGTH: '5', SVC_SMS_OTP_LENGTH: '4', SVC_MFA_PHONE_OTP_LENGTH: '1' });
  assert.equal([read.mailer_otp_length, read.sms_otp_length, read.mfa_phone_otp_length], [6, 6, 6]);
});

test('warns of unknown, unsupported and deprecated names', () => {
  const warningsFor = (env: Record<string, string>) => read(env).warnings.join('\n');
  assert.is(warningsFor({ SVC_JWT_EXPP: '1' }), 'SVC_JWT_EXPP is not a setting; SVC_JWT_EXP is one');
  assert.is(warningsFor({ SVC_NO_SUCH_THING_AT_ALL: '1' }), 'SVC_NO_SUCH_THING_AT_ALL is not a setting');
  assert.is(warningsFor({ GOTRUE_NO_SUCH_THING: '1' }), 'GOTRUE_NO_SUCH_THING is not a setting');
  assert.match(warningsFor({ SVC_SMTP_HOST: 'mail' }), 'without SVC_SMTP_ADMIN_EMAIL');
  assert.match(warningsFor({ SVC_JWT_ADMIN_GROUP_NAME: 'boss' }), 'SVC_JWT_ADMIN_GROUP_NAME is deprecated');
  assert.is(warningsFor({ HOME: '/x', PATH: '/y' }), '');
});

test('warns of a setting that nothing reads, without its value, in every spelling', () => {
  const names = [
    ...['LOG_SQL', 'DB_ADVISOR_ENABLED', 'PROFILER_ENABLED', 'OPERATOR_TOKEN', 'API_ENDPOINT'],
    ...['EXPERIMENTAL_CURSOR_PAGINATION_ENABLED', 'DB_ADVISOR_ENABLED', 'DB_ADVISOR_OBSERVATION_INTERVAL'],
    ...['TRACING_HOST', 'TRACING_PORT', 'TRACING_SERVICE_NAME', 'TRACING_TAGS', 'RELOADING_POLLER_INTERVAL'],
    ...['PASSWORD_HIBP_BLOOM_ENABLED', 'MAILER_EMAIL_VALIDATION_SERVICE_URL', 'EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES'],
  ];
  for (const name of names) {
    for (const variable of [`SVC_${name}`, `GOTRUE_${name}`, `SVC_${name}_FILE`]) {
      assert.equal(read({ [variable]: 'zq' }).warnings, [
        `${variable} is set, but its feature is not part of this release`,
      ]);
    }
  }
  for (const variable of ['LOG_SQL', 'SVC_LOG_SQL']) assert.equal(read({ [variable]: '' }).warnings, []);
  const named = (Object.keys(SETTINGS) as SettingName[]).flatMap(variableNames).filter(isUnsupportedSetting);
  assert.equal(named, [], 'a setting that has a row is no name in the list');
});

test('OpenTelemetry: decodes resource attributes, stops the start for a malformed one, and ignores DEBUG of other programs', () => {
  const { settings, warnings } = read({
    OTEL_RESOURCE_ATTRIBUTES: 'a=b, c.d = e%2Cf%3D',
    DEBUG: 'app:*',
    OTEL_BSP_MAX_QUEUE_SIZE: '1',
  });
  assert.equal(settings.otel_resource_attributes, { a: 'b', 'c.d': 'e,f=' });
  assert.equal([settings.debug, warnings], [false, []]);
  assert.is(read({ DEBUG: 'true' }).settings.debug, true);
  assert.throws(() => read({ OTEL_RESOURCE_ATTRIBUTES: 'a' }), /OTEL_RESOURCE_ATTRIBUTES: must be name=value/);
  assert.throws(() => read({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }), /must be one of http\/protobuf, grpc/);
  assert.throws(() => read({ SVC_METRICS_EXPORTER: 'statsd' }), /must be one of opentelemetry, prometheus/);
});

test('.env.example needs only the secret, and recommends rotation with an interval', () => {
  const file = fileURLToPath(new URL('../../../.env.example', import.meta.url));
  const environment = readEnvironment({ env: { SVC_JWT_SECRET: required.SVC_JWT_SECRET }, file });
  const { settings: s, warnings } = readSettings(environment);
  assert.equal(warnings, []);
  assert.equal([s.security_refresh_token_rotation_enabled, s.security_refresh_token_reuse_interval], [true, 10]);
});

test('warns of an issuer without a configured client here, not of one with a provider', () => {
  const warned = (issuer: string) => read({ SVC_EXTERNAL_ALLOWED_ID_TOKEN_ISSUERS: issuer }).warnings.join();
  assert.match(warned('https://id.example.com'), 'every application of https://id.example.com can sign its users in');
  for (const own of ['https://appleid.apple.com', 'https://accounts.google.com', 'https://www.facebook.com'])
    assert.is(warned(own), '');
});

test('docs/settings.md is up to date', () => {
  const written = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
  assert.ok(written === settingsDocument(), 'run: node tools/write_settings_doc.ts');
});

test('docs/settings.md lists every setting', () => {
  const document = settingsDocument();
  const ofProvider = new Set(PROVIDER_ROWS.map(([key]) => key));
  const missing = (Object.keys(SETTINGS) as SettingName[]).filter(
    (key) => !(ofProvider.has(key) || document.includes(`\`${variableNames(key)[0]}\``)),
  );
  assert.equal(missing, []);
});

test.run();
