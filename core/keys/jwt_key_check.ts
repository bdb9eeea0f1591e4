// Checks at start that a private or public JWK works with its algorithm.
import { createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto';

/** Requirements of each algorithm: key type, curve, and digest for a trial signature. */
const NEEDS: Readonly<Record<string, { kty: string; crv?: string; digest: string | null }>> = {
  RS256: { kty: 'RSA', digest: 'sha256' },
  RS384: { kty: 'RSA', digest: 'sha384' },
  RS512: { kty: 'RSA', digest: 'sha512' },
  PS256: { kty: 'RSA', digest: 'sha256' },
  ES256: { kty: 'EC', crv: 'P-256', digest: 'sha256' },
  ES384: { kty: 'EC', crv: 'P-384', digest: 'sha384' },
  EdDSA: { kty: 'OKP', crv: 'Ed25519', digest: null },
};

/** Minimum RSA key size in bits (RFC 7518, section 3.3). */
const LEAST_MODULUS = 2048;

/**
 * Returns why an asymmetric key is unusable, as the end of a sentence without key material; null if it is usable.
 * Keys of other algorithms are not checked.
 */
export function findKeyProblem(alg: string, jwk: Readonly<Record<string, unknown>>): string | null {
  const needs = NEEDS[alg];
  if (needs === undefined) return null;
  const curve = needs.crv === undefined ? '' : ` ${needs.crv}`;
  if (jwk.kty !== needs.kty || (needs.crv && jwk.crv !== needs.crv)) return `${alg} needs a ${needs.kty}${curve} key`;
  try {
    const { kty, crv, n, e, x, y } = jwk as JsonWebKey;
    const open = createPublicKey({ key: { kty, crv, n, e, x, y } as JsonWebKey, format: 'jwk' });
    const { modulusLength = LEAST_MODULUS } = open.asymmetricKeyDetails ?? {};
    if (modulusLength < LEAST_MODULUS) return `an RSA key needs at least ${LEAST_MODULUS} bits`;
    if (jwk.d === undefined) return null;
    const key = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' });
    const trial = Buffer.from('postern');
    return verify(needs.digest, trial, open, sign(needs.digest, trial, key)) ? null : 'its halves do not fit';
  } catch {
    return `it cannot be used with ${alg}`; // the cause may quote the key
  }
}
