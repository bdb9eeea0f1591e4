// Decrypts column values that GoTrue has encrypted (GOTRUE_SECURITY_DB_ENCRYPTION_*). A value is JSON with a key id
// and a ciphertext.
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { UsageError } from '../../core/terminal/errors.ts';

/** Master keys by id. */
export type DecryptionKeys = ReadonlyMap<string, Buffer>;

const TAG_BYTES = 16;

/** Parses `id:base64url,id:base64url`, the format of GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS. */
export function readDecryptionKeys(text: string): DecryptionKeys {
  const keys = new Map<string, Buffer>();
  for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
    const [id = '', key = ''] = pair.trim().split(':');
    const bytes = Buffer.from(key, 'base64url');
    if (id === '' || bytes.length !== 32) {
      throw new UsageError('GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS: each key is id:32 bytes in base64url');
    }
    keys.set(id, bytes);
  }
  return keys;
}

/** Decrypts a column value of a row. Returns an unencrypted value unchanged, and null if no key decrypts it. */
export function decryptValue(text: string, row_id: string, keys: DecryptionKeys): string | null {
  const sealed = readSealed(text);
  if (sealed === null) return text;
  const master = keys.get(sealed.key_id);
  if (master === undefined) return null;
  const key = Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), row_id, 32));
  const bytes = Buffer.from(sealed.data, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.nonce, 'base64'), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const start = decipher.update(bytes.subarray(0, -TAG_BYTES));
  try {
    return Buffer.concat([start, decipher.final()]).toString('utf8');
  } catch {
    return null; // another key under the same id
  }
}

function readSealed(text: string): { key_id: string; data: string; nonce: string } | null {
  if (!text.startsWith('{')) return null;
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    const { key_id, alg, data, nonce } = value;
    if (alg !== 'aes-gcm-hkdf' || typeof key_id !== 'string' || typeof data !== 'string' || typeof nonce !== 'string')
      return null;
    return { key_id, data, nonce };
  } catch {
    return null; // a brace, but no JSON: not encrypted
  }
}
