// Signing keys of a fake provider: signs ID tokens, publishes the public keys, and rotates the keys.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { HostResponse } from './network.ts';

export interface Signer {
  issuer: string;
  /** Signs an ID token with these claims. Sets iat and exp unless given. */
  idToken(claims: Record<string, unknown>, header?: Record<string, unknown>): string;
  /** Returns the JSON Web Key Set. */
  keys(): HostResponse;
  /** Replaces the signing key and its published public key. */
  rotate(): void;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function computeAtHash(access_token: string): string {
  return createHash('sha256').update(access_token).digest().subarray(0, 16).toString('base64url');
}

export function createSigner(issuer: string): Signer {
  // Created on first use, because generating an RSA key takes as long as the rest of a sign-in.
  let made: SigningKey | undefined;
  const key = (): SigningKey => {
    made ??= generateSigningKey();
    return made;
  };
  return {
    issuer,
    idToken(claims, own = {}) {
      const current = key();
      const now = Math.floor(Date.now() / 1000);
      const header = { alg: 'RS256', typ: 'JWT', kid: current.kid, ...own };
      const text = `${encode(header)}.${encode({ iss: issuer, iat: now, exp: now + 600, ...claims })}`;
      return `${text}.${sign('sha256', Buffer.from(text), current.key).toString('base64url')}`;
    },
    keys: () => ({ body: { keys: [key().jwk] } }),
    rotate() {
      made = generateSigningKey();
    },
  };
}

interface SigningKey {
  kid: string;
  key: KeyObject;
  jwk: object;
}

function generateSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('hex');
  return { kid, key: privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } };
}

/** Returns an Apple client secret: a JWT that a random key signs. */
export function signAppleSecret(client_id: string, lives_s = 100 * 86_400): string {
  const now = Math.floor(Date.now() / 1000);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const claims = { iss: 'TEAM', sub: client_id, aud: 'https://appleid.apple.com', iat: now, exp: now + lives_s };
  const text = `${encode({ alg: 'ES256', kid: 'key' })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}
