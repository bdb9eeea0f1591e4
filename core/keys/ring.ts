// The key ring. It seals and unseals refresh tokens, link tokens, ids and stored secrets, and derives codes, client
// secrets and rate limit keys (docs/adr/0002-tokens-are-derived.md).
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { DERIVED_KEY_ID, type PepperEntry, parsePepper } from './pepper.ts';

export interface RefreshParts {
  user_id: string;
  session_id: string;
  counter: number;
}

/**
 * Result of unsealing a refresh token. malformed: not in the format of a refresh token. unknown: not sealed by a key of
 * this ring.
 */
export type UnsealedRefreshToken = ({ ok: true } & RefreshParts) | { ok: false; reason: 'malformed' | 'unknown' };

export interface KeyRing {
  /** Warnings for the operator, logged at start. */
  readonly warnings: readonly string[];
  /** Id of the key that seals. All keys of the ring unseal. */
  readonly sealing_key_id: number;
  sealRefresh(parts: RefreshParts): string;
  openRefresh(token: string): UnsealedRefreshToken;
  sealLink(token_id: string): string;
  /**
   * Seals a link token with the key `key_id`, with which its row was created. That key may be older than the sealing
   * key.
   */
  sealLinkWith(token_id: string, key_id: number): string;
  /** Unseals a link token. Returns the id of its row, or null. The caller removes a leading `pkce_`. */
  openLink(text: string): string | null;
  /** Seals the id of a row. It can be unsealed only for the same purpose. */
  sealId(purpose: IdPurpose, id: string): string;
  /** Unseals an id. Returns null if it is invalid or for another purpose. */
  openId(purpose: IdPurpose, text: string): string | null;
  /** Generates a user code for the device grant. */
  newUserCode(): string;
  /** Returns the possible digests of a user code in the database: one per key, that of the sealing key first. */
  userCodeMacs(code: string): string[];
  /** Returns the client secret of an OAuth client in this generation. A rotation increments the generation. */
  clientSecret(client_id: string, generation: number): string;
  /** Returns the generation of a client secret; null if it is invalid. */
  openClientSecret(client_id: string, text: string): number | null;
  /**
   * Returns the digest under which a client secret of supabase/auth is stored after an import. `digest` is the SHA-256
   * of the secret.
   */
  importedSecret(digest: Buffer): string;
  /** Returns the possible digests of an imported client secret in the database, one per key. */
  importedSecrets(text: string): string[];
  /**
   * Returns the id of the row that an import creates for a link token of supabase/auth, from the token's SHA-256
   * (old_link_id in sql/lib/token.sql).
   */
  oldLinkId(digest: Buffer): string;
  /**
   * Returns the possible row ids of a link token of supabase/auth, one per key. Returns an empty list if the text is
   * not such a token.
   */
  oldLinkIds(text: string): string[];
  code(o: { key_id: number; token_id: string; generation: number; digits: number }): string;
  /**
   * Returns the sub-keys for codes in hexadecimal, by key id. They are the only keys that are passed to SQL, as a
   * bound parameter.
   */
  codeKeys(): Record<string, string>;
  /** Returns the digest that identifies a client's bucket of a rate limit, so that no header value is stored. */
  throttleKey(limiter: string, value: string): string;
  /** Encrypts a text for storage. `aad` is the id of the row that stores the result. */
  seal(plaintext: string, aad: string): string;
  /** Decrypts a sealed text. Returns null if it was sealed for another `aad` or with a key that is not in the ring. */
  open(sealed: string, aad: string): string | null;
}

/**
 * Creates the error for a text that cannot be unsealed, because its key is lost or another process has a newer key
 * ring.
 */
export function unknownSealingKeyError(what: string): Error {
  return new Error(`${what} is sealed by a key that is not in SVC_SECURITY_PEPPER`);
}

/** Purposes of sealed ids. A sealed authorization id has the format of a link token, the others are base64url. */
export type IdPurpose = 'authorization' | 'oauth_code' | 'device_code' | 'pushed' | 'scim_token';

const PURPOSES = [
  'refresh',
  'link',
  'code',
  'throttle',
  'sealed',
  'authorization',
  'oauth_code',
  'device_code',
  'pushed',
  'scim_token',
  'user_code',
  'client_secret',
] as const;
/** HMAC keys as key objects, because importing raw bytes for every MAC costs several times as much as the MAC. */
type SubKeys = Record<(typeof PURPOSES)[number], KeyObject>;

const VERSION = 1;
const REFRESH_MAC_BYTES = 18; // 60 bytes in total: 80 base64url characters without spare bits, so a token has exactly one spelling
const REFRESH_BYTES = 1 + 1 + 16 + 16 + 8 + REFRESH_MAC_BYTES;
const LINK_MAC_BYTES = 11; // 28 bytes in total: as long as the SHA-224 that clients expect
/**
 * Length in bytes of the MAC of a sealed id, except an authorization id. With version, key id and UUID, the result
 * has 56 base64url characters.
 */
const ID_MAC_BYTES = 24;
/** Letters of a user code, as in RFC 8628, 6.1. There are no vowels, so that no words appear. */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE_LENGTH = 8;
/** Length of a client secret in bytes: version, key id, generation and MAC. */
const SECRET_BYTES = 1 + 1 + 4 + 32;
const IMPORTED_SECRET = Buffer.from('imported secret ');
/** Matches a link token of this server or of supabase/auth (a SHA-224 digest). */
const LINK = /^[0-9a-f]{56}$/;
const OLD_LINK = Buffer.from('old link ');
const GCM_IV_BYTES = 12;
const GCM_TAG_BYTES = 16;

/** Creates the key ring from the settings. Throws an error without key material if they are invalid. */
export function createKeyRing(o: { security_pepper: string; jwt_secret: string }): KeyRing {
  const warnings: string[] = [];
  const entries: PepperEntry[] = o.security_pepper
    ? parsePepper(o.security_pepper)
    : [{ id: DERIVED_KEY_ID, key: null }];
  if (!o.jwt_secret && entries.some((entry) => entry.key === null)) {
    throw new Error('SVC_SECURITY_PEPPER is needed when there is no SVC_JWT_SECRET to derive a key from');
  }
  if (!o.security_pepper) {
    warnings.push(
      'SVC_SECURITY_PEPPER is not set: the sealing key is derived from SVC_JWT_SECRET, so changing that secret ends every session and ' +
        'voids every link and code that is on its way. Set SVC_SECURITY_PEPPER to "1:<32 random bytes in base64>,0:jwt" to separate them.',
    );
  }
  const ring = new Map<number, SubKeys>(
    entries.map((entry) => [entry.id, deriveSubKeys(entry.key ?? deriveMasterKey(o.jwt_secret))]),
  );
  const sealingId = entries[0]?.id ?? DERIVED_KEY_ID;
  const keysOf = (id: number): SubKeys => {
    const found = ring.get(id);
    if (!found) throw new Error(`key ${id} has left the ring`);
    return found;
  };

  const linkBytes = (tokenId: Buffer, keyId: number): Buffer =>
    Buffer.concat([
      tokenId,
      Buffer.of(keyId),
      computeMac(keysOf(keyId).link, [Buffer.of(VERSION), tokenId]).subarray(0, LINK_MAC_BYTES),
    ]);

  /** Returns the bytes of a sealed id under one key. */
  const idBytes = (purpose: IdPurpose, id: Buffer, keyId: number): Buffer => {
    const length = purpose === 'authorization' ? LINK_MAC_BYTES : ID_MAC_BYTES;
    const head = purpose === 'authorization' ? [id, Buffer.of(keyId)] : [Buffer.of(VERSION, keyId), id];
    return Buffer.concat([...head, computeMac(keysOf(keyId)[purpose], [Buffer.of(VERSION), id]).subarray(0, length)]);
  };
  const secretBytes = (client_id: string, generation: number, keyId: number): Buffer => {
    const head = Buffer.alloc(6);
    head[0] = VERSION;
    head[1] = keyId;
    head.writeUInt32BE(generation, 2);
    return Buffer.concat([head, computeMac(keysOf(keyId).client_secret, [uuidToBytes(client_id), head])]);
  };
  const importedSecret = (digest: Buffer, keyId: number): string =>
    computeMac(keysOf(keyId).client_secret, [IMPORTED_SECRET, digest]).toString('hex');

  const oldLinkId = (digest: Buffer, keyId: number): string =>
    uuidFromBytes(computeMac(keysOf(keyId).code, [OLD_LINK, digest]).subarray(0, 16));

  return {
    warnings,
    sealing_key_id: sealingId,

    sealRefresh({ user_id, session_id, counter }) {
      const body = Buffer.alloc(REFRESH_BYTES - REFRESH_MAC_BYTES);
      body[0] = VERSION;
      body[1] = sealingId;
      uuidToBytes(user_id).copy(body, 2);
      uuidToBytes(session_id).copy(body, 18);
      body.writeBigUInt64BE(BigInt(counter), 34);
      const tag = computeMac(keysOf(sealingId).refresh, [body]).subarray(0, REFRESH_MAC_BYTES);
      return Buffer.concat([body, tag]).toString('base64url');
    },

    openRefresh(token) {
      // Default refresh tokens of supabase/auth are well-formed but not sealed by this ring.
      if (/^[a-z0-9]{12}$/.test(token)) return { ok: false, reason: 'unknown' };
      if (!/^[A-Za-z0-9_-]{80}$/.test(token)) return { ok: false, reason: 'malformed' };
      const bytes = Buffer.from(token, 'base64url');
      if (bytes[0] !== VERSION) return { ok: false, reason: 'malformed' };
      const keys = ring.get(bytes.readUInt8(1));
      if (!keys) return { ok: false, reason: 'unknown' };
      const body = bytes.subarray(0, REFRESH_BYTES - REFRESH_MAC_BYTES);
      const tag = computeMac(keys.refresh, [body]).subarray(0, REFRESH_MAC_BYTES);
      if (!timingSafeEqual(tag, bytes.subarray(body.length))) return { ok: false, reason: 'unknown' };
      return {
        ok: true,
        user_id: uuidFromBytes(body.subarray(2, 18)),
        session_id: uuidFromBytes(body.subarray(18, 34)),
        counter: Number(body.readBigUInt64BE(34)),
      };
    },

    sealLink: (token_id) => linkBytes(uuidToBytes(token_id), sealingId).toString('hex'),
    sealLinkWith: (token_id, key_id) => linkBytes(uuidToBytes(token_id), key_id).toString('hex'),

    openLink(text) {
      if (!LINK.test(text)) return null;
      const bytes = Buffer.from(text, 'hex');
      const keyId = bytes.readUInt8(16);
      if (!ring.has(keyId)) return null;
      const id = bytes.subarray(0, 16);
      return timingSafeEqual(linkBytes(id, keyId), bytes) ? uuidFromBytes(id) : null;
    },

    sealId(purpose, id) {
      return idBytes(purpose, uuidToBytes(id), sealingId).toString(purpose === 'authorization' ? 'hex' : 'base64url');
    },

    openId(purpose, text) {
      const hex = purpose === 'authorization';
      if (!(hex ? LINK : /^[A-Za-z0-9_-]{56}$/).test(text)) return null;
      const bytes = Buffer.from(text, hex ? 'hex' : 'base64url');
      const keyId = bytes.readUInt8(hex ? 16 : 1);
      if (!ring.has(keyId)) return null;
      const id = hex ? bytes.subarray(0, 16) : bytes.subarray(2, 18);
      return timingSafeEqual(idBytes(purpose, id, keyId), bytes) ? uuidFromBytes(id) : null;
    },

    newUserCode: () =>
      Array.from({ length: USER_CODE_LENGTH }, () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)]).join(''),

    userCodeMacs: (code) => {
      const ids = [sealingId, ...[...ring.keys()].filter((id) => id !== sealingId)];
      return ids.map((id) => computeMac(keysOf(id).user_code, [Buffer.from(code)]).toString('hex'));
    },

    clientSecret: (client_id, generation) => secretBytes(client_id, generation, sealingId).toString('base64url'),

    openClientSecret(client_id, text) {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length !== SECRET_BYTES || bytes.toString('base64url') !== text) return null;
      const [keyId, generation] = [bytes.readUInt8(1), bytes.readUInt32BE(2)];
      if (!ring.has(keyId)) return null;
      return timingSafeEqual(secretBytes(client_id, generation, keyId), bytes) ? generation : null;
    },

    importedSecret: (digest) => importedSecret(digest, sealingId),

    importedSecrets(text) {
      const digest = createHash('sha256').update(text).digest();
      return [...ring.keys()].map((id) => importedSecret(digest, id));
    },

    oldLinkId: (digest) => oldLinkId(digest, sealingId),

    oldLinkIds(text) {
      if (!LINK.test(text)) return [];
      const digest = createHash('sha256').update(text).digest();
      return [...ring.keys()].map((id) => oldLinkId(digest, id));
    },

    code({ key_id, token_id, generation, digits }) {
      const counter = Buffer.alloc(8);
      counter.writeBigInt64BE(BigInt(generation));
      const value = computeMac(keysOf(key_id).code, [uuidToBytes(token_id), counter]).readBigUInt64BE(0);
      return String(value % 10n ** BigInt(digits)).padStart(digits, '0');
    },

    codeKeys: () => Object.fromEntries([...ring].map(([id, keys]) => [String(id), keys.code.export().toString('hex')])),

    // The name of a limiter contains no NUL, so the concatenation is unambiguous.
    throttleKey: (limiter, value) =>
      computeMac(keysOf(sealingId).throttle, [Buffer.from(`${limiter}\0${value}`)]).toString('base64url'),

    seal(plaintext, aad) {
      const iv = randomBytes(GCM_IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keysOf(sealingId).sealed, iv, { authTagLength: GCM_TAG_BYTES });
      cipher.setAAD(Buffer.from(aad));
      const text = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(sealingId), iv, cipher.getAuthTag(), text]).toString('base64url');
    },

    open(sealed, aad) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < 1 + GCM_IV_BYTES + GCM_TAG_BYTES) return null;
      const keys = ring.get(bytes.readUInt8(0));
      if (!keys) return null;
      const iv = bytes.subarray(1, 1 + GCM_IV_BYTES);
      const tag = bytes.subarray(1 + GCM_IV_BYTES, 1 + GCM_IV_BYTES + GCM_TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', keys.sealed, iv, { authTagLength: GCM_TAG_BYTES });
      decipher.setAAD(Buffer.from(aad));
      decipher.setAuthTag(tag);
      const text = decipher.update(bytes.subarray(1 + GCM_IV_BYTES + GCM_TAG_BYTES));
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return null; // the tag does not match: sealed for another row, or modified
      }
    },
  };
}

function deriveKey(key: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `postern ${info}`, 32));
}

function deriveMasterKey(jwtSecret: string): Buffer {
  return deriveKey(Buffer.from(jwtSecret, 'utf8'), 'pepper from JWT_SECRET');
}

function deriveSubKeys(key: Buffer): SubKeys {
  const of = (purpose: (typeof PURPOSES)[number]): KeyObject => createSecretKey(deriveKey(key, purpose));
  return Object.fromEntries(PURPOSES.map((purpose) => [purpose, of(purpose)])) as SubKeys;
}

function computeMac(key: KeyObject, parts: readonly Buffer[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** Returns the 16 bytes of a UUID in canonical form. Throws for any other text, which callers must not pass. */
function uuidToBytes(text: string): Buffer {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) throw new Error('not a UUID');
  return Buffer.from(text.replaceAll('-', ''), 'hex');
}

function uuidFromBytes(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
