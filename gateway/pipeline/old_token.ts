// Refresh tokens of supabase/auth, which clients still send after an import. Only the database can verify them.
import { createHash } from 'node:crypto';

// Refresh tokens of supabase/auth: the usual form of 12 characters, and that of its old releases with 22.
const OPAQUE = /^(?:[a-z0-9]{12}|[A-Za-z0-9_-]{22})$/;
// A zero byte, the session, a counter of one to nine bytes, 16 bytes of a MAC, 4 of a checksum.
const SIGNED = /^A[A-Za-z0-9_-]{50,61}$/;
const CHECKSUM_BYTES = 4;

/** Returns the SHA-256 of a token that has one of these forms, in hexadecimal; null for other texts. */
export function oldTokenDigest(token: string): string | null {
  if (!OPAQUE.test(token) && !isSigned(token)) return null;
  return createHash('sha256').update(token).digest('hex');
}

/** Verifies the checksum in the last bytes, so that an invented token costs no query. */
function isSigned(token: string): boolean {
  if (!SIGNED.test(token)) return false;
  const bytes = Buffer.from(token, 'base64url');
  const checksum = createHash('sha256').update(bytes.subarray(0, -CHECKSUM_BYTES)).digest();
  return bytes[0] === 0 && checksum.subarray(0, CHECKSUM_BYTES).equals(bytes.subarray(-CHECKSUM_BYTES));
}
