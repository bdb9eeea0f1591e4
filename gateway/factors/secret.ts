// Secrets of authenticator apps. They are generated here, shown to the user once, and sealed before they are stored.
import { randomBytes } from 'node:crypto';

/** 160 bits, the length that RFC 4226 (section 4) recommends: 32 letters in base32. */
const BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns a new secret in hexadecimal, the form that SQL expects. */
export const generateTotpSecret = (): string => randomBytes(BYTES).toString('hex');

/** Encodes a secret in base32 (RFC 4648). A secret of 20 bytes needs no padding. */
export function encodeBase32(secret: string): string {
  const bits = [...Buffer.from(secret, 'hex')].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (five) => BASE32[Number.parseInt(five, 2)] ?? '');
}

/** Returns the otpauth URI for the QR code. It encodes blanks as %20, because some apps display `+` literally. */
export function buildOtpauthUri({
  secret,
  issuer,
  account,
}: {
  secret: string;
  issuer: string;
  account: string;
}): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `algorithm=SHA1&digits=6&issuer=${encodeURIComponent(issuer)}&period=30&secret=${encodeBase32(secret)}`;
  return `otpauth://totp/${label}?${query}`;
}
