// The secret of an authenticator app: made here, shown to its owner once, sealed before anything is stored.
import { randomBytes } from 'node:crypto';

/** 160 bits, as long as the hash that codes are made with (RFC 4226, 4); 32 letters in base32. */
const BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** In hexadecimal, as SQL takes it. */
export const newSecret = (): string => randomBytes(BYTES).toString('hex');

/** In base32 (RFC 4648), as people type it. Five bytes are eight letters, so nothing is left over. */
export function inBase32(secret: string): string {
  const bits = [...Buffer.from(secret, 'hex')].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (five) => BASE32[Number.parseInt(five, 2)] ?? '');
}

/** What the QR code says. Some apps show + where it stands for a blank, hence no URLSearchParams. */
export function otpauthUri({ secret, issuer, account }: { secret: string; issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `algorithm=SHA1&digits=6&issuer=${encodeURIComponent(issuer)}&period=30&secret=${inBase32(secret)}`;
  return `otpauth://totp/${label}?${query}`;
}
