// Each error code that clients know is returned by a route, or listed in this file with a reason.
// test/security/refusals.test.ts and gateway_refusals.test.ts provoke the codes.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GATEWAY_ERRORS } from '../../gateway/http/errors.ts';

const KNOWN = `unexpected_failure unknown validation_failed bad_json request_timeout request_entity_too_large conflict
  bad_jwt no_authorization not_admin user_not_found session_not_found session_expired refresh_token_not_found
  refresh_token_already_used invalid_credentials unexpected_audience insufficient_aal signup_disabled
  user_already_exists email_exists phone_exists user_banned email_provider_disabled phone_provider_disabled
  anonymous_provider_disabled provider_disabled email_not_confirmed phone_not_confirmed user_sso_managed weak_password
  same_password reauthentication_needed reauthentication_not_valid current_password_required current_password_invalid
  otp_expired otp_disabled sms_send_failed over_request_rate_limit over_email_send_rate_limit
  over_sms_send_rate_limit email_address_not_authorized email_address_invalid bad_oauth_state bad_oauth_callback
  oauth_provider_not_supported flow_state_not_found flow_state_expired flow_state_already_used bad_code_verifier
  invite_not_found provider_email_needs_verification captcha_failed`.split(/\s+/);

const OPTIONAL = 'of an optional rule that is not built';
const ABSENT: Readonly<Record<string, string>> = {
  unknown: 'every refusal has a code',
  sms_send_failed: 'SMS are queued, so a gateway cannot refuse within the request',
  email_address_not_authorized: OPTIONAL,
};

const sql = readFileSync('sql/errors.sql', 'utf8');
const answered = new Set([
  ...[...sql.matchAll(/\('\w+',\s+\d{3}, '(\w+)'/g)].map(([, code]) => code),
  ...Object.values(GATEWAY_ERRORS).map(([, code]) => code),
]);

test('every code that clients know is returned by a route, or listed with a reason', () => {
  const missing = KNOWN.filter((code) => !answered.has(code) && !(code in ABSENT));
  assert.equal(missing, []);
});

test('no reason is listed for a code that a route returns', () => {
  assert.equal(
    Object.keys(ABSENT).filter((code) => answered.has(code) || !KNOWN.includes(code)),
    [],
  );
});

test.run();
