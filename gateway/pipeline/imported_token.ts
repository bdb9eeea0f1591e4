// Recognizes refresh tokens of supabase/auth, which clients still send after an import. Only the database can verify
// them.
import { createHash } from 'node:crypto';

// Matches an opaque refresh token of supabase/auth: 12 characters, or 22 in old releases.
const OPAQUE = /^(?:[a-z0-9]{12}|[A-Za-z0-9_-]{22})$/;
// Matches a signed refresh token of supabase/auth: a zero byte, the session id, a counter of one to nine bytes, 16
// bytes of a MAC, and 4 bytes of a checksum.
const SIGNED = /^A[A-Za-z0-9_-]{50,61}$/;
const CHECKSUM_BYTES = 4;

/** Returns the SHA-256 digest in hexadecimal of a refresh token of supabase/auth. Returns null for other texts. */
export function importedTokenDigest(token: string): string | null {
  if (!OPAQUE.test(token) && !hasValidChecksum(token)) return null;
  return createHash('sha256').update(token).digest('hex');
}

/** Verifies the checksum of a signed token, so that a token of random characters costs no query. */
function hasValidChecksum(token: string): boolean {
  if (!SIGNED.test(token)) return false;
  const bytes = Buffer.from(token, 'base64url');
  const checksum = createHash('sha256').update(bytes.subarray(0, -CHECKSUM_BYTES)).digest();
  return bytes[0] === 0 && checksum.subarray(0, CHECKSUM_BYTES).equals(bytes.subarray(-CHECKSUM_BYTES));
}
