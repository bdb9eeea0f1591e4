// Helpers of the tests of administrative functions: an administrator's claims and the errors common to all.
import { type Args, type Expected, type Surface, settings } from '../../../support/database/surface.ts';

/** Claims of a service token. */
export const ADMIN: Args = { role: 'service_role' };
export const NOT_UUID: Expected = [404, 'validation_failed', 'user_id must be an UUID'];
export const NOT_FOUND: Expected = [404, 'user_not_found', 'User not found'];
export const NOT_ADMIN: Expected = [403, 'not_admin', 'User not allowed'];
export const NIL = '00000000-0000-0000-0000-000000000000';

/** A malformed id and other spellings that are no id. */
export const NO_IDS = ['', 'me', '1', `${NIL}0`, `{${NIL}`, `${NIL} `, "' or true --", '../users'];

/** Returns the spellings of an id that a path may have. */
export const spellings = (id: string): string[] => [
  id,
  id.toUpperCase(),
  id.replaceAll('-', ''),
  `{${id}}`,
  `urn:uuid:${id}`,
  `URN:UUID:${id}`,
];

/** Asserts that only administrators may call, which is checked first, and that the id is checked next. */
export async function refusesStrangers(surface: Surface, name: string, args: Args = {}): Promise<void> {
  const all = { settings: settings(), ...args };
  for (const role of [undefined, null, '', 'authenticated', 'anon', 'admin', 'SERVICE_ROLE', ['service_role']]) {
    await surface.refused(name, { ...all, claims: { role } }, NOT_ADMIN);
  }
  await surface.refused(name, { ...all, claims: null }, NOT_ADMIN);
  const only = settings({ jwt_admin_roles: ['boss'] });
  await surface.refused(name, { ...all, claims: ADMIN, settings: only }, NOT_ADMIN);
}

/** Returns the audit row of an action of an administrator. */
export const byAdmin = (action: string, traits: object): object => ({ actions: [action], traits, actor_id: NIL });
