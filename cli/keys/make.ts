// Generates key material: secrets, pepper entries, SAML keys, and JWKs for SVC_JWT_KEYS.
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { type JWT_ALGORITHMS, parseJwtKeys } from '../../core/keys/jwt_keys.ts';
import { type PepperEntry, parsePepper } from '../../core/keys/pepper.ts';
import { CommandError } from '../../core/terminal/errors.ts';

export type JwtAlgorithm = (typeof JWT_ALGORITHMS)[number];
export type Jwk = Record<string, unknown>;

/** Generates a value for SVC_JWT_SECRET. */
export function generateSecret(): string {
  return randomBytes(48).toString('base64url');
}

/** Generates a value for SVC_SAML_PRIVATE_KEY, in the form that supabase/auth reads too. */
export function generateSamlKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  return privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64');
}

/** Generates an entry of SVC_JWT_KEYS. Without `sign`, the key is only used to verify tokens. */
export function generateJwk(alg: JwtAlgorithm, o: { sign: boolean; kid?: string }): Jwk {
  const kid = o.kid ?? randomUUID();
  return withKeyUse({ kid, alg, ...generateKeyMaterial(alg) }, o.sign);
}

/** Returns the key with its permitted use: signing and verifying, or verifying only. */
export function withKeyUse(jwk: Jwk, sign: boolean): Jwk {
  const { key_ops: _, use: _use, ...members } = jwk;
  return { ...members, use: 'sig', key_ops: sign ? ['sign', 'verify'] : ['verify'] };
}

function generateKeyMaterial(alg: JwtAlgorithm): Jwk {
  if (alg === 'HS256') return { kty: 'oct', k: randomBytes(48).toString('base64url') };
  const { privateKey } =
    alg === 'EdDSA'
      ? generateKeyPairSync('ed25519')
      : alg === 'ES256' || alg === 'ES384'
        ? generateKeyPairSync('ec', { namedCurve: alg === 'ES256' ? 'P-256' : 'P-384' })
        : generateKeyPairSync('rsa', { modulusLength: 3072 });
  return { ...privateKey.export({ format: 'jwk' }) };
}

/** Returns the keys of SVC_JWT_KEYS. */
export function readJwks(jwt_keys: string): Jwk[] {
  return parseJwtKeys(jwt_keys).map((key) => ({ ...key.jwk, alg: key.alg }));
}

/** Returns the entries of SVC_SECURITY_PEPPER; `0:jwt` if it is not set. */
export function splitPepper(security_pepper: string): string[] {
  return security_pepper === '' ? ['0:jwt'] : security_pepper.split(',').map((part) => part.trim());
}

/** Generates an entry of SVC_SECURITY_PEPPER. The default id is the lowest unused id. */
export function generatePepperEntry(security_pepper: string, id?: number): string {
  const taken = new Set(
    security_pepper === '' ? [0] : parsePepper(security_pepper).map((entry: PepperEntry) => entry.id),
  );
  const free = Array.from({ length: 255 }, (_, index) => index + 1).find((candidate) => !taken.has(candidate));
  const chosen = id ?? free;
  if (chosen === undefined)
    throw new CommandError('All 255 key ids are in use; drop old entries from SVC_SECURITY_PEPPER.');
  if (taken.has(chosen))
    throw new CommandError(`SVC_SECURITY_PEPPER already has key id ${chosen}.`, { code: 'id_in_use' });
  return `${chosen}:${randomBytes(32).toString('base64')}`;
}
