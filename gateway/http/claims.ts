// Reads user, session and role from the claims of a verified token.

import type { Settings } from '../../core/settings/table.ts';
import { ApiError, refuse } from './errors.ts';
import type { Claims } from './jwt.ts';
import { NIL_UUID, parseUuid } from './uuid.ts';

export interface BearerIds {
  user_id: string;
  /** Null for a token without a session: `session_id` is absent, empty or nil. */
  session_id: string | null;
}

/** Returns the user id and session id of the claims. Throws an ApiError if one is invalid. */
export function readBearerIds(claims: Claims): BearerIds {
  if (typeof claims.sub !== 'string' || claims.sub === '') throw refuse('missing_sub');
  const user_id = parseUuid(claims.sub);
  if (user_id === null) throw refuse('sub_not_uuid');
  return { user_id, session_id: readSessionId(claims) };
}

/** Returns the session id of the claims, or null if there is none. Throws an ApiError if it is invalid. */
export function readSessionId(claims: Claims): string | null {
  const { session_id } = claims;
  if (session_id === undefined || session_id === null || session_id === '') return null;
  const parsed = typeof session_id === 'string' ? parseUuid(session_id) : null;
  if (parsed === null) throw refuse('session_id_not_uuid');
  return parsed === NIL_UUID ? null : parsed;
}

/** Returns true if the token's role may use the admin API. SQL decides which functions it may call. */
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

/** Returns true if the token's role is an administrator role. */
export function isAdmin(claims: Claims, settings: { jwt_admin_roles: readonly string[] }): boolean {
  return typeof claims.role === 'string' && settings.jwt_admin_roles.includes(claims.role);
}

/**
 * Returns true if the token alone proves that its bearer is an administrator. The session of any other token must be
 * checked in SQL.
 */
export function isServiceToken(claims: Claims, settings: { jwt_admin_roles: readonly string[] }): boolean {
  const { session_id = null } = claims;
  const none = session_id === null || session_id === '';
  return isAdmin(claims, settings) && (none || (typeof session_id === 'string' && parseUuid(session_id) === NIL_UUID));
}

/** Returns true if the token was issued to an OAuth client. */
export function isClientToken(claims: Claims): boolean {
  return (claims.client_id ?? null) !== null;
}

/** Rejects ID tokens. They have the claim client_id, but not session_id. */
export function checkAccessToken(claims: Claims): void {
  if (isClientToken(claims) && readSessionId(claims) === null) throw refuse('bad_jwt', 'token is not an access token');
}

const texts = new WeakMap<object, string>();

/**
 * Returns the claims that SQL functions read, as JSON. Omits other claims, such as metadata. Computed once per cached
 * token.
 */
export function serializeClaims(claims: Claims): string {
  const known = texts.get(claims);
  if (known !== undefined) return known;
  const { sub, aud, role, exp, session_id, aal, client_id, scope } = claims;
  const text = JSON.stringify({ sub, aud, role, exp, session_id, aal, client_id, scope });
  texts.set(claims, text);
  return text;
}

/** Returns null for an ApiError, in places where an invalid token counts as absent. Rethrows any other error. */
export function nullIfInvalidToken(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}
