// A vendor's signing keys: ID tokens, the published keys, and a new key when a test says so.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { HostAnswer } from './network.ts';

export interface Signer {
  issuer: string;
  /** A signed token with these claims; iat and exp are set unless given. */
  idToken(claims: Record<string, unknown>, header?: Record<string, unknown>): string;
  /** The published keys. */
  keys(): HostAnswer;
  /** Signs with a new key from now on; the old one is published no longer. */
  rotate(): void;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What at_hash says of an access token. */
export function atHash(access_token: string): string {
  return createHash('sha256').update(access_token).digest().subarray(0, 16).toString('base64url');
}

export function createSigner(issuer: string): Signer {
  // Made when it is first needed: a key of RSA takes as long as everything else of a sign-in.
  let made: Key | undefined;
  const key = (): Key => {
    made ??= newKey();
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
      made = newKey();
    },
  };
}

interface Key {
  kid: string;
  key: KeyObject;
  jwk: object;
}

function newKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('hex');
  return { kid, key: privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } };
}

/** A client secret as Apple wants it, by a key of nobody: a JWT of a team for a Services ID. */
export function appleSecret(client_id: string, lives_s = 100 * 86_400): string {
  const now = Math.floor(Date.now() / 1000);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const claims = { iss: 'TEAM', sub: client_id, aud: 'https://appleid.apple.com', iat: now, exp: now + lives_s };
  const text = `${encode({ alg: 'ES256', kid: 'key' })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}
