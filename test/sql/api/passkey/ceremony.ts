// A ceremony without an authenticator: the gateway's data of a verified one.
import { randomBytes } from 'node:crypto';
import { type Answer, client, type Person, type Surface, settings } from '../../../support/database/surface.ts';

export const site = (more: object = {}) =>
  settings({ webauthn_rp_id: 'example.com', webauthn_rp_display_name: 'The app', ...more });

/** Key algorithms as COSE numbers, in order of preference. */
export const KEY_KINDS = [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8];

export const newId = (): string => randomBytes(16).toString('hex');

/** Returns a credential that the gateway has verified. */
export const verifiedCredential = (more: object = {}) => ({
  id: newId(),
  public_key: randomBytes(77).toString('hex'),
  attestation_type: 'none',
  aaguid: '00000000-0000-0000-0000-000000000000',
  sign_count: 0,
  transports: ['usb'],
  backup_eligible: false,
  backed_up: false,
  ...more,
});

/** Registers a passkey of a user; returns its id, and that of its credential. */
export async function registered(
  surface: Surface,
  { claims }: Pick<Person, 'claims'>,
  more: object = {},
): Promise<{ id: string; credential_id: string; answer: Answer }> {
  const credential = verifiedCredential(more);
  const args = { claims, credential, settings: site(), client };
  const answer = await surface.call('finish_passkey_registration', args);
  if (typeof answer.id !== 'string') throw new Error(`no passkey but ${JSON.stringify(answer)}`);
  return { id: answer.id, credential_id: credential.id, answer };
}

/** Returns the challenge issued to a user, or to a sign-in. */
export async function challenged(surface: Surface, person?: Pick<Person, 'claims'>): Promise<string> {
  const name = person ? 'start_passkey_registration' : 'start_passkey_sign_in';
  const args = person ? { claims: person.claims } : {};
  const { challenge_id } = await surface.call(name, { ...args, settings: site() });
  return String(challenge_id);
}

export const NOT_FOUND = [400, 'webauthn_challenge_not_found', 'Challenge not found or already used'] as const;
export const EXPIRED = [400, 'webauthn_challenge_expired', 'Challenge has expired'] as const;
export const UNREADABLE = [400, 'webauthn_verification_failed', 'Invalid credential response'] as const;
export const REFUSED = [400, 'webauthn_verification_failed', 'Credential verification failed'] as const;
export const UNKNOWN = [404, 'validation_failed', 'Passkey not found'] as const;
export const ANONYMOUS = [403, 'no_authorization', 'Anonymous user not allowed to perform these actions'] as const;
export const ENDED = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'] as const;
export const NEEDS_AAL2 = [
  403,
  'insufficient_aal',
  'AAL2 session is required to manage passkeys when MFA is enabled',
] as const;
export const ENOUGH = [422, 'too_many_passkeys', 'Maximum number of passkeys reached'] as const;
const missing = (message: string) => [400, 'validation_failed', message] as const;

/** Errors that every second half returns before it looks for the challenge, in order. */
export const INCOMPLETE = [
  [{}, missing('challenge_id is required')],
  [{ challenge_id: '', credential: {} }, missing('challenge_id is required')],
  [{ challenge_id: 'x' }, missing('credential is required')],
  [{ challenge_id: 'x', credential: {} }, missing('challenge_id must be a valid UUID')],
  [{ challenge_id: '00000000-0000-4000-8000-000000000000', credential: {} }, NOT_FOUND],
] as const;

/** Adds a verified second factor to a user; the session is not raised. */
export async function withSecondFactor(surface: Surface, { id }: Pick<Person, 'id'>): Promise<void> {
  await surface.db.sql`
    insert into auth.factors (user_id, id, factor_type, status, secret, created_at, updated_at)
    values (${id}, gen_random_uuid(), 'totp', 'verified', 'sealed', now(), now())`;
  await surface.db.sql`update auth.users set factor_status = 'verified' where id = ${id}`;
}

/** Raises a session and returns its new claims; earlier claims stay at aal1. */
export async function raiseSession(surface: Surface, { session_id, claims }: Pick<Person, 'session_id' | 'claims'>) {
  await surface.db.sql`update auth.sessions set aal = 'aal2' where id = ${session_id}`;
  return { ...claims, aal: 'aal2' };
}
