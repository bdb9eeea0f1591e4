// What several mappings do with members of an answer.
import type { Members } from './provider.ts';

/** The members that are there; undefined where none is, so that no empty object is kept. */
export function some(members: Members): Members | undefined {
  const there = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  return there.length > 0 ? Object.fromEntries(there) : undefined;
}

/** All members but these. */
export function without(members: Members, names: ReadonlySet<string>): Members | undefined {
  return some(Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name))));
}

/** An answer that must be an object to have members. */
export function membersOf(value: unknown): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('the answer is no object');
  return value as Members;
}

/** Claims of an ID token that are about the token, not about its user. */
export const TOKEN_CLAIMS: readonly string[] =
  'iss aud exp iat nbf auth_time nonce at_hash c_hash s_hash azp jti sid acr amr'.split(' ');
