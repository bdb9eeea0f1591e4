// Sample events for testing hooks.
import { randomUUID } from 'node:crypto';
import type { Settings } from '../settings/table.ts';
import { eventNameOf, type HookName } from './hook.ts';

/** Returns a sample event about a user who does not exist. */
export function sampleEvent(name: HookName, settings: Settings): object {
  const now = Math.floor(Date.now() / 1000);
  const id = randomUUID();
  const aud = settings.jwt_aud;
  const role = settings.jwt_default_group_name;
  const app_metadata = { provider: 'email', providers: ['email'] };
  const email = 'ada@example.com';
  const user = {
    id,
    aud,
    role,
    email,
    phone: '',
    is_anonymous: false,
    app_metadata,
    user_metadata: {},
    identities: [],
  };
  const metadata = {
    uuid: randomUUID(),
    time: new Date().toISOString(),
    name: eventNameOf(name),
    ip_address: '192.0.2.1',
    // Marks the event as a test.
    test: true,
  };
  const claims = {
    sub: id,
    aud,
    role,
    iat: now,
    exp: now + settings.jwt_exp,
    email,
    phone: '',
    app_metadata,
    user_metadata: {},
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: now }],
    session_id: randomUUID(),
    is_anonymous: false,
  };
  const codes = { token: '123456', token_hash: '0'.repeat(56), token_new: '', token_hash_new: '' };
  const links = { redirect_to: settings.site_url, site_url: settings.api_external_url };
  const none = { old_email: '', old_phone: '', provider: '', factor_type: '' };
  const own: Readonly<Record<HookName, object>> = {
    custom_access_token: { user_id: id, claims, authentication_method: 'password' },
    send_email: { user, email_data: { ...codes, ...links, ...none, email_action_type: 'signup' } },
    send_sms: { user, sms: { otp: '123456', phone: '15550100100' } },
    mfa_verification_attempt: { user_id: id, factor_id: randomUUID(), factor_type: 'totp', valid: true },
    password_verification_attempt: { user_id: id, valid: true },
    before_user_created: { user },
    after_user_created: { user },
    merge_users: { user, merged_user: { ...user, id: randomUUID(), email: 'former@example.com' } },
  };
  return { metadata, ...own[name] };
}

/**
 * Checks the format of an HTTP hook's response. Returns the error or null. SQL checks the result of a hook function.
 */
export function responseErrorOf(name: HookName, answer: Readonly<Record<string, unknown>>): string | null {
  if (name === 'custom_access_token' && typeof answer.claims !== 'object') return 'output claims field is missing';
  if (name.endsWith('_verification_attempt') && !['continue', 'reject'].includes(String(answer.decision)))
    return 'the decision is neither continue nor reject';
  return null;
}
