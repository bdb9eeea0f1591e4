// Helper functions for the claims of providers.
import type { Members } from './provider.ts';

/** Returns the members that have a value; undefined if there are none, so that no empty object is stored. */
export function undefinedIfEmpty(members: Members): Members | undefined {
  const there = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  return there.length > 0 ? Object.fromEntries(there) : undefined;
}

/** Returns the members that have a value, except those in `names`; undefined if there are none. */
export function withoutMembers(members: Members, names: ReadonlySet<string>): Members | undefined {
  return undefinedIfEmpty(Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name))));
}

/** Returns a value as an object. Throws if it is not an object. */
export function asObject(value: unknown): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('the answer is no object');
  return value as Members;
}

/** Claims that describe the ID token and not the user. */
export const TOKEN_CLAIMS: readonly string[] =
  'iss aud exp iat nbf auth_time nonce at_hash c_hash s_hash azp jti sid acr amr'.split(' ');
