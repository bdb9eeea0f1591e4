// The key ring: seals and opens refresh tokens, link tokens and stored secrets, derives codes and limiter keys (docs/adr/0002-tokens-are-derived.md).
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { DERIVED_KEY_ID, type PepperEntry, parsePepper } from './pepper.ts';

export interface RefreshParts {
  user_id: string;
  session_id: string;
  counter: number;
}

/** malformed: not the shape of a refresh token at all; unknown: the shape of one, but not sealed by a key of this ring. */
export type OpenedRefresh = ({ ok: true } & RefreshParts) | { ok: false; reason: 'malformed' | 'unknown' };

export interface KeyRing {
  /** What the operator should read at start. */
  readonly warnings: readonly string[];
  /** Id of the key that seals; all keys of the ring open. */
  readonly sealing_key_id: number;
  sealRefresh(parts: RefreshParts): string;
  openRefresh(token: string): OpenedRefresh;
  sealLink(token_id: string): string;
  /** The link of a row that was made under an older key of the ring. */
  sealLinkWith(token_id: string, key_id: number): string;
  /** The id of the one-time token row, or null. A leading `pkce_` is the caller's. */
  openLink(text: string): string | null;
  /** The id of the row that an import makes of a link of supabase/auth, from the link's SHA-256 (old_link_id of sql/lib/token.sql). */
  oldLinkId(digest: Buffer): string;
  /** The ids that the row of such a link may have, one for each key; none for a text that is no such link. */
  oldLinkIds(text: string): string[];
  code(o: { key_id: number; token_id: string; generation: number; digits: number }): string;
  /** Key id to hex sub-key: the only keys that go to SQL, as a bound argument. */
  codeKeys(): Record<string, string>;
  /** Digest under which a client's bucket of one limiter is kept, so that no header value is stored. */
  throttleKey(limiter: string, value: string): string;
  /** Encrypts for storage; `aad` is the id of the row that will hold it. */
  seal(plaintext: string, aad: string): string;
  /** What was sealed for this `aad`, or null when it was not, or under a key that has left the ring. */
  open(sealed: string, aad: string): string | null;
}

/** Why something cannot be opened: the key is lost, or another process has a newer ring. It is the operator's to mend, and no bug. */
export function sealedElsewhere(what: string): Error {
  return new Error(`${what} is sealed by a key that is not in SVC_SECURITY_PEPPER`);
}

const PURPOSES = ['refresh', 'link', 'code', 'throttle', 'sealed'] as const;
/** As key objects: bytes are imported anew for every MAC, which costs four times as much as the MAC. */
type SubKeys = Record<(typeof PURPOSES)[number], KeyObject>;

const VERSION = 1;
const REFRESH_MAC_BYTES = 18; // 60 bytes in all: 80 base64url characters without slack bits, so a token has one spelling
const REFRESH_BYTES = 1 + 1 + 16 + 16 + 8 + REFRESH_MAC_BYTES;
const LINK_MAC_BYTES = 11; // 28 bytes in all: as long as the SHA-224 that clients expect
/** Links of supabase/auth, a SHA-224, look like ours. */
const LINK = /^[0-9a-f]{56}$/;
const OLD_LINK = Buffer.from('old link ');
const GCM_IV_BYTES = 12;
const GCM_TAG_BYTES = 16;

/** Builds the ring from the settings; throws a sentence without key material when it cannot. */
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
    entries.map((entry) => [entry.id, subKeys(entry.key ?? derived(o.jwt_secret))]),
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
      mac(keysOf(keyId).link, [Buffer.of(VERSION), tokenId]).subarray(0, LINK_MAC_BYTES),
    ]);

  const oldLinkId = (digest: Buffer, keyId: number): string =>
    uuidText(mac(keysOf(keyId).code, [OLD_LINK, digest]).subarray(0, 16));

  return {
    warnings,
    sealing_key_id: sealingId,

    sealRefresh({ user_id, session_id, counter }) {
      const body = Buffer.alloc(REFRESH_BYTES - REFRESH_MAC_BYTES);
      body[0] = VERSION;
      body[1] = sealingId;
      uuidBytes(user_id).copy(body, 2);
      uuidBytes(session_id).copy(body, 18);
      body.writeBigUInt64BE(BigInt(counter), 34);
      const tag = mac(keysOf(sealingId).refresh, [body]).subarray(0, REFRESH_MAC_BYTES);
      return Buffer.concat([body, tag]).toString('base64url');
    },

    openRefresh(token) {
      // Tokens as supabase/auth makes them unless it is told otherwise are well-formed, and none of ours.
      if (/^[a-z0-9]{12}$/.test(token)) return { ok: false, reason: 'unknown' };
      if (!/^[A-Za-z0-9_-]{80}$/.test(token)) return { ok: false, reason: 'malformed' };
      const bytes = Buffer.from(token, 'base64url');
      if (bytes[0] !== VERSION) return { ok: false, reason: 'malformed' };
      const keys = ring.get(bytes.readUInt8(1));
      if (!keys) return { ok: false, reason: 'unknown' };
      const body = bytes.subarray(0, REFRESH_BYTES - REFRESH_MAC_BYTES);
      const tag = mac(keys.refresh, [body]).subarray(0, REFRESH_MAC_BYTES);
      if (!timingSafeEqual(tag, bytes.subarray(body.length))) return { ok: false, reason: 'unknown' };
      return {
        ok: true,
        user_id: uuidText(body.subarray(2, 18)),
        session_id: uuidText(body.subarray(18, 34)),
        counter: Number(body.readBigUInt64BE(34)),
      };
    },

    sealLink: (token_id) => linkBytes(uuidBytes(token_id), sealingId).toString('hex'),
    sealLinkWith: (token_id, key_id) => linkBytes(uuidBytes(token_id), key_id).toString('hex'),

    openLink(text) {
      if (!LINK.test(text)) return null;
      const bytes = Buffer.from(text, 'hex');
      const keyId = bytes.readUInt8(16);
      if (!ring.has(keyId)) return null;
      const id = bytes.subarray(0, 16);
      return timingSafeEqual(linkBytes(id, keyId), bytes) ? uuidText(id) : null;
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
      const value = mac(keysOf(key_id).code, [uuidBytes(token_id), counter]).readBigUInt64BE(0);
      return String(value % 10n ** BigInt(digits)).padStart(digits, '0');
    },

    codeKeys: () => Object.fromEntries([...ring].map(([id, keys]) => [String(id), keys.code.export().toString('hex')])),

    // NUL cannot be part of a header value or a limiter's name, so no two pairs run together.
    throttleKey: (limiter, value) =>
      mac(keysOf(sealingId).throttle, [Buffer.from(`${limiter}\0${value}`)]).toString('base64url'),

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
        return null; // the tag does not match: another row's secret, or a changed one
      }
    },
  };
}

function hkdf(key: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `postern ${info}`, 32));
}

function derived(jwtSecret: string): Buffer {
  return hkdf(Buffer.from(jwtSecret, 'utf8'), 'pepper from JWT_SECRET');
}

function subKeys(key: Buffer): SubKeys {
  const of = (purpose: (typeof PURPOSES)[number]): KeyObject => createSecretKey(hkdf(key, purpose));
  return { refresh: of('refresh'), link: of('link'), code: of('code'), throttle: of('throttle'), sealed: of('sealed') };
}

function mac(key: KeyObject, parts: readonly Buffer[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** The 16 bytes of a UUID in canonical spelling; ours come from the database, so anything else is a bug. */
function uuidBytes(text: string): Buffer {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) throw new Error('not a UUID');
  return Buffer.from(text.replaceAll('-', ''), 'hex');
}

function uuidText(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
