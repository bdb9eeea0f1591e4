// Parses SECURITY_PEPPER: `id:base64,id:base64`. The first key seals; all keys unseal.

/** Id of the key that is derived from JWT_SECRET. SECURITY_PEPPER contains it as `0:jwt`. */
export const DERIVED_KEY_ID = 0;
const DERIVED_NAME = 'jwt';
const MIN_KEY_BYTES = 32;

export interface PepperEntry {
  id: number;
  /** Null for the key that is derived from JWT_SECRET. */
  key: Buffer | null;
}

/** Returns the keys in order. Errors name an entry by its position or key id and never contain its key. */
export function parsePepper(text: string): PepperEntry[] {
  const entries = text.split(',').map((part, index) => parseEntry(part.trim(), index + 1));
  const seen = new Set<number>();
  for (const entry of entries) {
    if (seen.has(entry.id)) throw new Error(`key id ${entry.id} appears twice`);
    seen.add(entry.id);
  }
  return entries;
}

function parseEntry(part: string, place: number): PepperEntry {
  const [, idText = '', keyText = ''] = /^(\d{1,3}):(.*)$/s.exec(part) ?? [];
  const id = Number(idText);
  if (!idText || id > 255) throw new Error(`entry ${place} must be <id>:<base64>, with an id from 1 to 255`);
  if (keyText === DERIVED_NAME) {
    if (id !== DERIVED_KEY_ID) throw new Error(`entry ${place}: only id 0 names the key derived from JWT_SECRET`);
    return { id, key: null };
  }
  if (id === DERIVED_KEY_ID) throw new Error(`entry ${place}: id 0 is the key derived from JWT_SECRET, written 0:jwt`);
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(keyText)) throw new Error(`entry ${place}: the key is not base64`);
  const key = Buffer.from(keyText, 'base64'); // accepts base64url too
  if (key.length < MIN_KEY_BYTES) throw new Error(`entry ${place}: the key must have at least ${MIN_KEY_BYTES} bytes`);
  return { id, key };
}
