// Signs and verifies JSON Web Tokens with one table of keys. Verified tokens are cached, so that their signature is not
// verified again. HS256 is implemented in hs256.ts, and the library jose implements the other algorithms.
import { hash } from 'node:crypto';
import { CompactSign, type CryptoKey, compactVerify, errors, importJWK } from 'jose';
import { defaultMethods, type ParsedJwtKey, parseJwtKeys, publicJwk } from '../../core/keys/jwt_keys.ts';
import { type ApiError, refuse } from './errors.ts';
import { createHs256Key, type Hs256Key } from './hs256.ts';
import { storageErrorOf } from './storable.ts';

/** Claims of a verified token. Frozen, because all requests with the token share the object. */
export type Claims = Readonly<Record<string, unknown>>;

/** Header `typ`: at+jwt for an access token of an OAuth client (RFC 9068), JWT for any other token of the gateway. */
export type TokenType = 'JWT' | 'at+jwt';

export interface Jwt {
  /** Imports the keys at start. Rejects with an error for the operator if one is invalid. */
  ready(): Promise<void>;
  sign(claims: object, typ?: TokenType): Promise<string>;
  /** Returns the claims or throws an ApiError (403 bad_jwt). */
  verify(token: string): Promise<Claims>;
  /**
   * Returns the claims of a token that this server signed, even if it has expired. Throws an ApiError (403 bad_jwt)
   * for any other token.
   */
  verifyExpired(token: string): Promise<Claims>;
  /** Returns the public keys for /.well-known/jwks.json. Symmetric keys are never included. */
  jwks(): { keys: Record<string, unknown>[] };
}

export interface JwtSettings {
  jwt_secret: string;
  jwt_key_id: string;
  jwt_keys: string;
  jwt_valid_methods: readonly string[];
}

interface Key {
  kid: string;
  alg: string;
  /** Null for keys that only verify tokens. */
  sign: ((claims: object, typ: TokenType) => Promise<string>) | null;
  /** Returns the payload of a token, or null if this key did not sign the token. */
  open(token: string): Promise<Uint8Array | null>;
}

interface KeyTable {
  signing: Key;
  by_kid: ReadonlyMap<string, Key>;
  /**
   * Key of JWT_SECRET. Verifies HS256 tokens without a kid and, if JWT_KEYS is not set, also tokens with an unknown
   * kid.
   */
  secret: Key | null;
  with_jwt_keys: boolean;
}

interface CachedToken {
  claims: Claims;
  exp: number | null;
  nbf: number | null;
}

const MAX_TOKEN_BYTES = 16 * 1024;
const MAX_REMEMBERED = 5000;
/** Maximum size in bytes of a cached token. Longer tokens are verified each time. */
const MAX_REMEMBERED_BYTES = 4096;

/** Creates the signer and verifier of tokens. `now` returns milliseconds since 1970. */
export function createJwt(o: { settings: JwtSettings; now: () => number }): Jwt {
  const { settings, now } = o;
  const texts = parseJwtKeys(settings.jwt_keys);
  const methods = new Set(settings.jwt_valid_methods.length > 0 ? settings.jwt_valid_methods : defaultMethods(texts));
  const published = texts.map(publicJwk).filter((jwk) => jwk !== null);
  const remembered = new Map<string, CachedToken>();
  let table: Promise<KeyTable> | undefined;
  const keys = (): Promise<KeyTable> => {
    table ??= importKeys(texts, settings);
    return table;
  };

  /** Verifies the signature and returns the claims. Does not check expiry and not-before. */
  const open = async (token: string): Promise<CachedToken> => {
    const key = chooseKey(readHeader(token), await keys(), methods);
    const payload = await key.open(token);
    if (payload === null) throw invalidTokenError('token signature is invalid: signature is invalid');
    return readClaims(payload);
  };

  return {
    ready: async () => void (await keys()),

    async sign(claims, typ = 'JWT') {
      const { signing } = await keys();
      if (!signing.sign) throw new Error('the signing key cannot sign');
      return signing.sign(claims, typ);
    },

    async verify(token) {
      const api_key = /^sb_(?:publishable|secret)_/.exec(token); // without the rest, which may be a secret
      if (api_key !== null)
        throw invalidTokenError(`token is an API key of Supabase (${api_key[0]}…) and no JSON Web Token`);
      if (token.length > MAX_TOKEN_BYTES) throw invalidTokenError('token is malformed: token is too long');
      const digest = hash('sha256', token, 'base64');
      const known = remembered.get(digest);
      if (known) return checkTokenTimes(known, now());
      const fresh = await open(token);
      checkTokenTimes(fresh, now());
      if (token.length <= MAX_REMEMBERED_BYTES) cacheToken(remembered, digest, fresh);
      return fresh.claims;
    },

    async verifyExpired(token) {
      if (token.length > MAX_TOKEN_BYTES) throw invalidTokenError('token is malformed: token is too long');
      return (await open(token)).claims;
    },

    jwks: () => ({ keys: published }),
  };
}

function invalidTokenError(detail: string): ApiError {
  return refuse('bad_jwt', detail);
}

async function importKeys(texts: readonly ParsedJwtKey[], settings: JwtSettings): Promise<KeyTable> {
  const keys = await Promise.all(texts.map(importKey));
  const secret = settings.jwt_secret
    ? createSymmetricKey(Buffer.from(settings.jwt_secret, 'utf8'), settings.jwt_key_id, true)
    : null;
  const signing = keys.find((_, index) => texts[index]?.signs) ?? secret;
  if (!signing) throw new Error('there is no key to sign tokens with');
  const by_kid = new Map(keys.map((key) => [key.kid, key]));
  if (secret?.kid && !by_kid.has(secret.kid)) by_kid.set(secret.kid, secret);
  return { signing, by_kid, secret, with_jwt_keys: keys.length > 0 };
}

async function importKey({ kid, alg, signs, jwk }: ParsedJwtKey): Promise<Key> {
  if (jwk.kty === 'oct') return createSymmetricKey(Buffer.from(String(jwk.k), 'base64url'), kid, signs);
  try {
    // Omits key_ops, because importJWK rejects a key whose key_ops do not include this use.
    const { key_ops: _, ...members } = jwk;
    const secret = signs ? ((await importJWK(members, alg)) as CryptoKey) : null;
    const { use: _use, key_ops: _ops, ...open } = publicJwk({ kid, alg, signs, jwk }) ?? {};
    const shown = (await importJWK(open, alg)) as CryptoKey;
    return {
      kid,
      alg,
      sign: secret && createSigner(secret, buildJwtHeader(alg, kid)),
      open: (token) => verifySignature(token, shown, alg),
    };
  } catch {
    throw new Error(`SVC_JWT_KEYS: the key "${kid}" cannot be used with ${alg}`); // the cause may quote the key
  }
}

function buildJwtHeader(alg: string, kid: string) {
  return (typ: TokenType) => ({ alg, typ, ...(kid ? { kid } : {}) });
}

function createSymmetricKey(bytes: Buffer, kid: string, signs: boolean): Key {
  const key: Hs256Key = createHs256Key(bytes);
  const plain = buildJwtHeader('HS256', kid)('JWT');
  const header = (typ: TokenType) => (typ === 'JWT' ? plain : { ...plain, typ });
  return {
    kid,
    alg: 'HS256',
    sign: signs ? async (claims, typ) => key.sign(header(typ), claims) : null,
    open: async (token) => (key.verify(token) ? Buffer.from(token.split('.')[1] ?? '', 'base64url') : null),
  };
}

function createSigner(key: CryptoKey, header: (typ: TokenType) => { alg: string }) {
  return (claims: object, typ: TokenType): Promise<string> =>
    new CompactSign(new TextEncoder().encode(JSON.stringify(claims))).setProtectedHeader(header(typ)).sign(key);
}

async function verifySignature(token: string, key: CryptoKey, alg: string): Promise<Uint8Array | null> {
  try {
    const { payload } = await compactVerify(token, key, { algorithms: [alg] });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return null;
    if (error instanceof errors.JOSEError) throw invalidTokenError('token is malformed: not a JSON Web Signature');
    throw error;
  }
}

interface Header {
  alg: string;
  kid: string | null;
}

function readHeader(token: string): Header {
  const segments = token.split('.');
  if (segments.length !== 3)
    throw invalidTokenError('token is malformed: token contains an invalid number of segments');
  if (!segments.every((segment) => /^[A-Za-z0-9_-]*$/.test(segment)))
    throw invalidTokenError('token is malformed: could not base64 decode segment');
  const header = parseJsonObject(Buffer.from(segments[0] ?? '', 'base64url'));
  if (!header) throw invalidTokenError('token is malformed: could not JSON decode header');
  const { alg, kid, crit, typ } = header;
  if (typeof alg !== 'string' || !/^[A-Za-z0-9-]{1,20}$/.test(alg)) {
    throw invalidTokenError('token is unverifiable: signing method (alg) is unavailable');
  }
  if (crit !== undefined)
    throw invalidTokenError('token is unverifiable: critical header parameters are not supported');
  // Reject other types of tokens that this server signs, such as logout tokens.
  if (typ !== undefined && !/^(?:application\/)?(?:at\+)?jwt$/i.test(String(typ)))
    throw invalidTokenError('token is malformed: typ is not that of an access token');
  if (kid !== undefined && kid !== null && typeof kid !== 'string')
    throw invalidTokenError('token is malformed: kid is not a string');
  return { alg, kid: kid ?? null };
}

/**
 * Returns the key that verifies a token: the key with its kid, or JWT_SECRET for HS256. Rejects a token whose `alg` is
 * not the algorithm of its key. If JWT_KEYS is set, an unknown kid is rejected. Otherwise JWT_SECRET verifies any kid,
 * because restarted gateways use a new kid before the others know it, during the rolling restart of a key rotation
 * (docs/rotating-keys.md).
 */
function chooseKey({ alg, kid }: Header, table: KeyTable, methods: ReadonlySet<string>): Key {
  if (!methods.has(alg)) throw invalidTokenError(`token signature is invalid: signing method ${alg} is invalid`);
  const named = kid === null ? undefined : table.by_kid.get(kid);
  const unnamed = kid === null || !table.with_jwt_keys;
  const key = named ?? (alg === 'HS256' && unnamed ? table.secret : null);
  if (key && key.alg === alg) return key;
  const shown = (kid ?? '').slice(0, 100).toWellFormed();
  throw invalidTokenError(
    `token is unverifiable: error while executing keyfunc: unrecognized JWT kid ${shown} for algorithm ${alg}`,
  );
}

function readClaims(payload: Uint8Array): CachedToken {
  const claims = parseJsonObject(payload);
  if (!claims) throw invalidTokenError('token is malformed: could not JSON decode claim');
  return { claims: deepFreeze(claims), exp: parseNumericDate(claims.exp), nbf: parseNumericDate(claims.nbf) };
}

function parseNumericDate(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw invalidTokenError('token is malformed: could not JSON decode claim');
  return value;
}

/** Checks exp and nbf without leeway. Accepts a token without exp, because a service token may have none. */
function checkTokenTimes(token: CachedToken, at: number): Claims {
  const seconds = at / 1000;
  if (token.exp !== null && seconds >= token.exp) throw invalidTokenError('token has invalid claims: token is expired');
  if (token.nbf !== null && seconds < token.nbf)
    throw invalidTokenError('token has invalid claims: token is not valid yet');
  return token.claims;
}

function cacheToken(remembered: Map<string, CachedToken>, digest: string, token: CachedToken): void {
  // Evicts the oldest entries. A Map iterates in insertion order.
  for (const oldest of remembered.keys()) {
    if (remembered.size < MAX_REMEMBERED) break;
    remembered.delete(oldest);
  }
  remembered.set(digest, token);
}

function parseJsonObject(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && storageErrorOf(value, text) === null ? (value as Record<string, unknown>) : null;
  } catch {
    return null; // not UTF-8 or not JSON
  }
}

/** Freezes an object recursively. storageErrorOf() has limited the depth. */
function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) deepFreeze(member);
  return Object.freeze(value);
}
