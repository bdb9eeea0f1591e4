// Facts about the bearer that come from the verified token alone.

import type { Settings } from '../../core/settings/table.ts';
import { refuse } from './errors.ts';
import type { Claims } from './jwt.ts';
import { NIL_UUID, parseUuid } from './uuid.ts';

export interface Bearer {
  user_id: string;
  /** Null for a user without a session (`session_id` absent, empty or nil). */
  session_id: string | null;
}

/** Returns user id and session id of the claims or throws an ApiError. */
export function bearerOf(claims: Claims): Bearer {
  if (typeof claims.sub !== 'string' || claims.sub === '') throw refuse('missing_sub');
  const user_id = parseUuid(claims.sub);
  if (user_id === null) throw refuse('sub_not_uuid');
  return { user_id, session_id: sessionOf(claims) };
}

/** Returns the session id of the claims, null if there is none, or throws an ApiError. */
export function sessionOf(claims: Claims): string | null {
  const { session_id } = claims;
  if (session_id === undefined || session_id === null || session_id === '') return null;
  const parsed = typeof session_id === 'string' ? parseUuid(session_id) : null;
  if (parsed === null) throw refuse('session_id_not_uuid');
  return parsed === NIL_UUID ? null : parsed;
}

/** Returns true if the token's role has a right in the admin API. SQL decides which. */
export function isStaff(
  claims: Claims,
  settings: Pick<Settings, 'jwt_admin_roles' | 'jwt_support_roles' | 'jwt_auditor_roles'>,
): boolean {
  const { jwt_admin_roles, jwt_support_roles, jwt_auditor_roles } = settings;
  const { role } = claims;
  return (
    typeof role === 'string' &&
    [jwt_admin_roles, jwt_support_roles, jwt_auditor_roles].some((list) => list.includes(role))
  );
}

/** Returns true if the token's role is an administrator's. */
export function isAdmin(claims: Claims, settings: { jwt_admin_roles: readonly string[] }): boolean {
  return typeof claims.role === 'string' && settings.jwt_admin_roles.includes(claims.role);
}

/**
 * Returns true if the token alone makes its bearer an administrator. For a token with a session only SQL can decide.
 */
export function isServiceToken(claims: Claims, settings: { jwt_admin_roles: readonly string[] }): boolean {
  const { session_id = null } = claims;
  const none = session_id === null || session_id === '';
  return isAdmin(claims, settings) && (none || (typeof session_id === 'string' && parseUuid(session_id) === NIL_UUID));
}

/** Returns true if an OAuth client holds the token. */
export function isClientToken(claims: Claims): boolean {
  return (claims.client_id ?? null) !== null;
}

/** Throws for a token that we have signed but that is no access token: an ID token names a client and no session. */
export function checkAccessToken(claims: Claims): void {
  if (isClientToken(claims) && sessionOf(claims) === null) throw refuse('bad_jwt', 'token is not an access token');
}

const texts = new WeakMap<object, string>();

/**
 * Returns the claims that functions read, as JSON. Other claims, above all metadata, are left out. Computed once per
 * cached token.
 */
export function claimsText(claims: Claims): string {
  const known = texts.get(claims);
  if (known !== undefined) return known;
  const { sub, aud, role, exp, session_id, aal, client_id, scope } = claims;
  const text = JSON.stringify({ sub, aud, role, exp, session_id, aal, client_id, scope });
  texts.set(claims, text);
  return text;
}
