// Helpers for tests of administrative SQL functions: an administrator's claims, and common errors.
import { type CallArguments, type ExpectedError, type SqlApi, settings } from '../../../support/database/sql_api.ts';

export const ADMIN: CallArguments = { role: 'service_role' };
export const NOT_UUID: ExpectedError = [404, 'validation_failed', 'user_id must be an UUID'];
export const NOT_FOUND: ExpectedError = [404, 'user_not_found', 'User not found'];
export const NOT_ADMIN: ExpectedError = [403, 'not_admin', 'User not allowed'];
export const NIL = '00000000-0000-0000-0000-000000000000';

/** Texts that are not UUIDs. */
export const INVALID_IDS = ['', 'me', '1', `${NIL}0`, `{${NIL}`, `${NIL} `, "' or true --", '../users'];

/** Returns spellings of a UUID that the API accepts. */
export const uuidSpellings = (id: string): string[] => [
  id,
  id.toUpperCase(),
  id.replaceAll('-', ''),
  `{${id}}`,
  `urn:uuid:${id}`,
  `URN:UUID:${id}`,
];

/**
 * Asserts that the function rejects callers without an administrator's role. Tests pass invalid ids to show that the
 * function checks the caller first.
 */
export async function assertAdministratorsOnly(sql_api: SqlApi, name: string, args: CallArguments = {}): Promise<void> {
  const all = { settings: settings(), ...args };
  for (const role of [undefined, null, '', 'authenticated', 'anon', 'admin', 'SERVICE_ROLE', ['service_role']]) {
    await sql_api.refused(name, { ...all, claims: { role } }, NOT_ADMIN);
  }
  await sql_api.refused(name, { ...all, claims: null }, NOT_ADMIN);
  const only = settings({ jwt_admin_roles: ['boss'] });
  await sql_api.refused(name, { ...all, claims: ADMIN, settings: only }, NOT_ADMIN);
}

/** Returns the expected audit entry of an administrator's action. */
export const adminAuditEntry = (action: string, traits: object): object => ({
  actions: [action],
  traits,
  actor_id: NIL,
});
