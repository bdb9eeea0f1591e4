// HS256 (RFC 7515; RFC 7518, section 3.2) with node:crypto, which computes the MAC synchronously, without another
// thread.
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

export interface Hs256Key {
  sign(header: object, claims: object): string;
  /** Returns true if the third segment of a token is the MAC of the first two. */
  verify(token: string): boolean;
}

/** Creates a key of any length. The check of the settings (checkJwtSettings) reports short keys. */
export function createHs256Key(bytes: Buffer): Hs256Key {
  const key = createSecretKey(bytes);
  return {
    sign(header, claims) {
      const signed = `${encodeBase64UrlJson(header)}.${encodeBase64UrlJson(claims)}`;
      return `${signed}.${computeSignature(key, signed)}`;
    },
    verify(token) {
      const at = token.lastIndexOf('.');
      // Compares the text, because four base64url spellings of a MAC decode to the same bytes.
      const given = Buffer.from(token.slice(at + 1));
      const expected = Buffer.from(computeSignature(key, token.slice(0, at)));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

function encodeBase64UrlJson(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function computeSignature(key: KeyObject, signed: string): string {
  return createHmac('sha256', key).update(signed).digest('base64url');
}
