// Every setting with a secret is marked as secret. Its value may be in a file that NAME_FILE names, with any of the
// setting's names, in the environment or in a .env file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEnvironment, readSettings } from '../../../core/settings/reading.ts';
import type { Row } from '../../../core/settings/row.ts';
import { SETTINGS, type SettingName, type Settings, variableNames } from '../../../core/settings/table.ts';

const ROWS = Object.entries(SETTINGS) as [SettingName, Row<unknown>][];
const SECRETS = ROWS.filter(([, row]) => row.secret);

const folder = mkdtempSync(join(tmpdir(), 'postern-secret-files-'));
test.after(() => rmSync(folder, { recursive: true }));

/** Types of settings that never contain a secret. */
const FEW = /^(boolean|whole number|number|duration|rate|one of .*)$/;

/** Text settings without a secret, each reviewed. A new text setting must be marked as secret or added here. */
const PUBLIC = [
  'site_url uri_allow_list api_host api_external_url api_prefix request_id_header cors_allowed_headers rate_limit_header',
  'rate_limit_trusted_proxies',
  'db_namespace role_prefix data_dir log_file worker_heartbeat_file inbox_host',
  'jwt_aud jwt_issuer jwt_key_id jwt_valid_methods jwt_admin_roles jwt_support_roles jwt_auditor_roles jwt_admin_group_name jwt_default_group_name',
  'password_hibp_user_agent password_hibp_url password_hibp_file_path',
  'console_host console_url',
  'security_audiences password_required_characters security_captcha_provider security_captcha_url sessions_tags',
  'smtp_headers mailer_email_validation_blocked_mx mailer_email_validation_dns',
  'smtp_host smtp_plain_hosts smtp_user smtp_admin_email smtp_sender_name mailer_external_hosts mailer_default_locale',
  'sms_provider sms_template mfa_phone_template sms_test_otp_valid_until sms_http_success',
  'sms_twilio_account_sid sms_twilio_message_service_sid sms_twilio_content_sid sms_twilio_url',
  'sms_twilio_verify_account_sid sms_twilio_verify_message_service_sid sms_twilio_verify_url',
  'sms_messagebird_originator sms_messagebird_url sms_textlocal_sender sms_textlocal_url sms_vonage_from sms_vonage_url',
  'external_kept_tokens',
  'external_redirecturl external_allowed_id_token_issuers external_allowed_id_token_audiences external_apple_bundle_id',
  'experimental_provider_linking_domains experimental_providers_with_own_linking_domain',
  'custom_oauth_external_url custom_oauth_allowed_networks webauthn_rp_id webauthn_rp_display_name webauthn_rp_origins',
  'oauth_server_authorization_path oauth_server_default_scope oauth_server_scopes oauth_server_resources',
  'oauth_server_device_path oauth_server_client_documents oauth_server_allowed_networks',
  'saml_external_url saml_allowed_networks sso_dns scim_groups_claim',
  'otel_exporter_prometheus_host otel_exporter_otlp_endpoint otel_service_name otel_resource_attributes',
].flatMap((line) => line.split(' '));

/** Families of settings without a secret: public settings of providers, texts of mails, and URIs of hooks. */
const PUBLIC_FAMILIES =
  /^(external_\w+_(client_id|redirect_uri|url|api_url)|mailer_(subjects|templates|urlpaths)_\w+|hook_\w+_uri)$/;

test('a text setting is marked as secret, or is in the list of those without one', () => {
  const open = ROWS.filter(([, row]) => !(row.secret || FEW.test(row.type))).map(([key]) => key);
  assert.equal(
    open.filter((key) => !(PUBLIC.includes(key) || PUBLIC_FAMILIES.test(key))),
    [],
    'neither marked as a secret nor known to be none',
  );
  assert.equal(
    PUBLIC.filter((key) => !open.includes(key as SettingName)),
    [],
    'no such setting, or a secret',
  );
});

const URL_TEXT = 'postgres://somebody:in-a-file@db.example.com/auth';
const SIGNING_KEY = { kty: 'oct', alg: 'HS256', kid: 'filed', k: Buffer.alloc(32, 7).toString('base64url') };
/** File contents for secrets that must have a certain format. */
const FORMS: readonly [RegExp, string][] = [
  [/^database_url/, URL_TEXT],
  [/^jwt_keys$/, JSON.stringify([{ ...SIGNING_KEY, key_ops: ['sign', 'verify'] }])],
  [/^security_pepper$/, `3:${Buffer.alloc(32, 3).toString('base64')}`],
  [/^smtp_urls$/, 'smtp://mailer:in-a-file@mail.example.com:587'],
  [/^sms_test_otp$/, '4915100000:135790'],
  [/^sms_http_url$/, 'https://sms.example.com/in-a-file'],
  [/^sms_http_headers$/, '{"authorization":"in-a-file"}'],
  [/^hook_\w+_secrets$/, `v1,whsec_${Buffer.alloc(32, 9).toString('base64')}`],
  [/_headers$/, 'authorization=in-a-file'],
];
const heldBy = (key: string): string =>
  FORMS.find(([form]) => form.test(key))?.[1] ?? 'in-a-file-and-long-enough-for-a-key-0123';

/** Other required settings. */
const others: Readonly<Partial<Record<SettingName, string>>> = {
  site_url: 'http://localhost:3000',
  api_external_url: 'http://localhost:9999',
  jwt_secret: 'a-secret-of-at-least-thirty-two-characters',
  database_url: 'postgres://u@localhost/d',
};

/** Reads the settings with one value in a file that `variable` names. */
function readFromFile(
  key: SettingName,
  variable: string,
  place: 'environment' | 'file',
): Settings & { source: string } {
  const secret = join(folder, 'secret');
  writeFileSync(secret, `${heldBy(key)}\n`, { mode: 0o600 });
  const beside = Object.entries(others).filter(([other]) => other !== key);
  const env = Object.fromEntries(
    beside.map(([other, text]) => [variableNames(other as SettingName)[0] ?? other, text]),
  );
  const dotenv = join(folder, 'one.env');
  writeFileSync(dotenv, place === 'file' ? `${variable}=${secret}\n` : '');
  if (place === 'environment') env[variable] = secret;
  const read = readSettings(readEnvironment({ env, file: dotenv }));
  return { ...read.settings, source: read.sources[key] };
}

test('reads each secret from a file, by each of its names, in the environment and in a .env file', () => {
  let looked = 0;
  for (const [key, row] of SECRETS)
    for (const name of variableNames(key))
      for (const place of ['environment', 'file'] as const) {
        const variable = `${name}_FILE`;
        const settings = readFromFile(key, variable, place);
        const source = place === 'file' ? `${variable} in the .env file` : variable;
        assert.equal([settings[key], settings.source], [row.parse(heldBy(key)), source], variable);
        assert.not.equal(settings[key], row.default, variable);
        looked += 1;
      }
  assert.ok(looked > 4 * 45, String(looked));
});

test('refuses invalid headers for a collector at the start, without showing them', () => {
  const env = Object.fromEntries(
    Object.entries(others).map(([key, text]) => [variableNames(key as SettingName)[0] ?? key, text]),
  );
  const read = (name: string, text: string) =>
    readSettings(readEnvironment({ env: { ...env, [`OTEL_EXPORTER_OTLP_${name}`]: text }, file: null })).settings;
  // The OpenTelemetry SDK would drop the first of these names. For the second it would log part of the text, which may
  // be the token.
  const names = ['CANARY', 'Authorization: Basic CANARY=', '=CANARY', 'a=1,b CANARY=2'];
  const values = ['a=CANARY%', 'a=CANARY%C3%BC', 'a=CANARYü', 'a=CANARY%0A', 'a=CANARY%7f'];
  for (const name of ['HEADERS', 'TRACES_HEADERS', 'METRICS_HEADERS'])
    for (const text of [...names, ...values])
      try {
        read(name, text);
        assert.unreachable(text);
      } catch (error) {
        assert.match(
          (error as Error).message,
          new RegExp(`OTEL_EXPORTER_OTLP_${name}: must be name=value pairs[^\\n]*$`),
        );
        assert.not.match((error as Error).message, 'CANARY');
      }
  const header = 'authorization=Basic%20dXNlcjpwYXNz==, x-tenant = a,';
  assert.is(read('HEADERS', header).otel_exporter_otlp_headers, header);
});

test.run();
