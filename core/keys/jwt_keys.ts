// Parses JWT_KEYS. gateway/http/jwt.ts imports the keys.

import { findKeyProblem } from './jwt_key_check.ts';

export interface ParsedJwtKey {
  kid: string;
  alg: string;
  signs: boolean;
  /** Members of the JWK as configured: of a private or symmetric key, or of a public key that only verifies. */
  jwk: Readonly<Record<string, unknown>>;
}

/** Supported algorithms. HS* use JWT_SECRET or an `oct` key, the rest are asymmetric. */
export const JWT_ALGORITHMS = ['HS256', 'RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'] as const;

/** Returns the keys in order. Errors do not contain key material if `text` is JSON, which the settings require. */
export function parseJwtKeys(text: string): ParsedJwtKey[] {
  if (!text) return [];
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value) || value.length === 0) throw new Error('must be a JSON array of keys');
  const keys = value.map((entry, index) => parseKey(entry, index + 1));
  const signing = keys.filter((key) => key.signs).length;
  if (signing === 0) throw new Error('no signing key detected');
  if (signing > 1) throw new Error('multiple signing keys detected, only 1 signing key is supported');
  if (new Set(keys.map((key) => key.kid)).size < keys.length) throw new Error('two keys have the same kid');
  return keys;
}

function parseKey(entry: unknown, place: number): ParsedJwtKey {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) throw new Error(`key ${place} is not a JWK`);
  const jwk = entry as Record<string, unknown>;
  const { kid, key_ops } = jwk;
  if (typeof kid !== 'string' || kid === '') throw new Error(`key ${place} has no kid`);
  const alg = JWT_ALGORITHMS.find((name) => name === (jwk.alg ?? defaultAlgorithm(jwk)));
  if (!alg) throw new Error(`key ${place} must have an alg out of ${JWT_ALGORITHMS.join(', ')}`);
  const symmetric = jwk.kty === 'oct';
  if (symmetric !== alg.startsWith('HS')) throw new Error(`key ${place}: its kty and alg do not fit`);
  const signs = Array.isArray(key_ops) && key_ops.includes('sign');
  if (symmetric && typeof jwk.k !== 'string') throw new Error(`key ${place} has no k`);
  if (signs && !symmetric && typeof jwk.d !== 'string') {
    throw new Error(`key ${place} is public and cannot sign: take "sign" out of its key_ops, and add a private key`);
  }
  const fault = findKeyProblem(alg, jwk);
  if (fault) throw new Error(`key ${place}: ${fault}`);
  return { kid, alg, signs, jwk };
}

/** Returns the algorithms that are accepted if JWT_VALID_METHODS is not set. */
export function defaultMethods(keys: readonly ParsedJwtKey[]): string[] {
  return keys.length > 0 ? keys.map((key) => key.alg) : ['HS256'];
}

function defaultAlgorithm(jwk: Record<string, unknown>): string {
  if (jwk.kty === 'oct') return 'HS256';
  if (jwk.kty === 'RSA') return 'RS256';
  if (jwk.kty === 'EC') return jwk.crv === 'P-384' ? 'ES384' : 'ES256';
  return jwk.kty === 'OKP' ? 'EdDSA' : '';
}

/** Members that may be published, by key type. An allow list, so that no private member is published by mistake. */
const PUBLIC_MEMBERS: Record<string, readonly string[]> = { RSA: ['n', 'e'], EC: ['crv', 'x', 'y'], OKP: ['crv', 'x'] };

/** Returns the public JWK for the JWKS; null for a symmetric key. */
export function publicJwk(key: ParsedJwtKey): Record<string, unknown> | null {
  const members = typeof key.jwk.kty === 'string' ? PUBLIC_MEMBERS[key.jwk.kty] : undefined;
  if (!members) return null;
  const values = Object.fromEntries(members.map((name) => [name, key.jwk[name]]));
  return { kty: key.jwk.kty, ...values, kid: key.kid, alg: key.alg, use: 'sig', key_ops: ['verify'] };
}

/** Returns the algorithm that signs: that of the signing key in JWT_KEYS, or HS256 with JWT_SECRET. */
export function signingAlgorithm(jwt_keys: string): string {
  return parseJwtKeys(jwt_keys).find((key) => key.signs)?.alg ?? 'HS256';
}
