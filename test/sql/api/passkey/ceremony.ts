// Passkey ceremonies without an authenticator: the data that the gateway passes to SQL after it has verified a
// credential.
import { randomBytes } from 'node:crypto';
import { type CallResult, client, type SqlApi, type SqlPerson, settings } from '../../../support/database/sql_api.ts';

export const relyingParty = (more: object = {}) =>
  settings({ webauthn_rp_id: 'example.com', webauthn_rp_display_name: 'The app', ...more });

/** COSE numbers of key algorithms, in order of preference. */
export const COSE_ALGORITHMS = [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8];

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

/** Registers a passkey of a user. Returns its id and the id of its credential. */
export async function registerPasskey(
  sql_api: SqlApi,
  { claims }: Pick<SqlPerson, 'claims'>,
  more: object = {},
): Promise<{ id: string; credential_id: string; answer: CallResult }> {
  const credential = verifiedCredential(more);
  const args = { claims, credential, settings: relyingParty(), client };
  const answer = await sql_api.call('finish_passkey_registration', args);
  if (typeof answer.id !== 'string') throw new Error(`no passkey but ${JSON.stringify(answer)}`);
  return { id: answer.id, credential_id: credential.id, answer };
}

/** Returns a challenge for a registration by the user, or for a sign-in. */
export async function requestChallenge(sql_api: SqlApi, person?: Pick<SqlPerson, 'claims'>): Promise<string> {
  const name = person ? 'start_passkey_registration' : 'start_passkey_sign_in';
  const args = person ? { claims: person.claims } : {};
  const { challenge_id } = await sql_api.call(name, { ...args, settings: relyingParty() });
  return String(challenge_id);
}

export const CHALLENGE_NOT_FOUND = [
  400,
  'webauthn_challenge_not_found',
  'Challenge not found or already used',
] as const;
export const CHALLENGE_EXPIRED = [400, 'webauthn_challenge_expired', 'Challenge has expired'] as const;
export const INVALID_RESPONSE = [400, 'webauthn_verification_failed', 'Invalid credential response'] as const;
export const VERIFICATION_FAILED = [400, 'webauthn_verification_failed', 'Credential verification failed'] as const;
export const PASSKEY_NOT_FOUND = [404, 'validation_failed', 'Passkey not found'] as const;
export const ANONYMOUS = [403, 'no_authorization', 'Anonymous user not allowed to perform these actions'] as const;
export const SESSION_ENDED = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'] as const;
export const NEEDS_AAL2 = [
  403,
  'insufficient_aal',
  'AAL2 session is required to manage passkeys when MFA is enabled',
] as const;
export const TOO_MANY_PASSKEYS = [422, 'too_many_passkeys', 'Maximum number of passkeys reached'] as const;
const missing = (message: string) => [400, 'validation_failed', message] as const;

/**
 * Incomplete arguments of the functions that consume a challenge, with the expected errors, in the order of the checks.
 * The last entry is complete and returns the error of an unknown challenge.
 */
export const INCOMPLETE_CASES = [
  [{}, missing('challenge_id is required')],
  [{ challenge_id: '', credential: {} }, missing('challenge_id is required')],
  [{ challenge_id: 'x' }, missing('credential is required')],
  [{ challenge_id: 'x', credential: {} }, missing('challenge_id must be a valid UUID')],
  [{ challenge_id: '00000000-0000-4000-8000-000000000000', credential: {} }, CHALLENGE_NOT_FOUND],
] as const;

/** Adds a verified second factor to a user. The session stays at aal1. */
export async function addSecondFactor(sql_api: SqlApi, { id }: Pick<SqlPerson, 'id'>): Promise<void> {
  await sql_api.db.sql`
    insert into auth.factors (user_id, id, factor_type, status, secret, created_at, updated_at)
    values (${id}, gen_random_uuid(), 'totp', 'verified', 'sealed', now(), now())`;
  await sql_api.db.sql`update auth.users set factor_status = 'verified' where id = ${id}`;
}

/** Raises a session to aal2 and returns its new claims. Earlier claims stay at aal1. */
export async function raiseSession(sql_api: SqlApi, { session_id, claims }: Pick<SqlPerson, 'session_id' | 'claims'>) {
  await sql_api.db.sql`update auth.sessions set aal = 'aal2' where id = ${session_id}`;
  return { ...claims, aal: 'aal2' };
}
