// Verifies ID tokens: signature, type, issuer, audience, times and at_hash. Finds keys by discovery and caches them.
// Cached keys stay valid while a provider is unavailable.
import { createHash, createPublicKey, type JsonWebKey, timingSafeEqual } from 'node:crypto';
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import { type KeySetLocation, readMember, textOrEmpty } from '../../core/providers/provider.ts';
import type { NetworkRestriction } from '../../core/reach.ts';
import { hasTooManyValues, storageErrorOf } from '../http/storable.ts';
import { discoveryUrl } from './discovery.ts';
import { fetchProviderBody, ProviderError } from './provider_request.ts';

/**
 * Accepted signing algorithms. They are asymmetric. With HMAC, everyone who knows the client's secret could sign, and
 * `none` has no signature.
 */
export const ACCEPTED_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const SKEW_S = 60;
/** Maximum length of a token in characters. Microsoft's tokens have about 10,000 when they list the user's groups. */
const LONGEST_TOKEN = 32_768;
/** Maximum number of issuers in the key cache. Each tenant of a provider is an issuer. */
const MOST_ISSUERS = 100;
/** Minimum interval in milliseconds between refreshes of an issuer's cached keys. */
const PAUSE_MS = 30_000;
/** Rate limit for fetching keys that are not cached: MOST_QUESTIONS at once, and one more per QUESTION_PAUSE_MS. */
const MOST_QUESTIONS = 50;
const QUESTION_PAUSE_MS = 1_000;
/** Maximum number of rate limits in memory, one per name. */
const MOST_COUNTED = 1_000;

interface CachedKeySet {
  keys: JSONWebKeySet;
  at: number;
  /** Time in milliseconds of the last fetch because of an unknown key id or an expired cache entry. */
  asked_at: number;
}

export interface TrustedIssuers {
  /** Returns where the issuer publishes its keys. Returns null if the issuer is not accepted. */
  keys_of(issuer: string): KeySetLocation | null;
  access_token?: string;
  signal: AbortSignal;
  /**
   * Name of the rate limit for fetching keys that are not cached. Set for tokens of unauthenticated clients, which may
   * name any issuer.
   */
  counted_as?: string;
}

export interface IdTokens {
  /**
   * Verifies signature, type, issuer, times and at_hash, and returns the claims. Throws a ProviderError if a check
   * fails.
   */
  open(token: string, trusted: TrustedIssuers): Promise<JWTPayload>;
  /**
   * Returns the key set that is published at a location, from the cache if possible. Used for the keys of OAuth
   * clients.
   */
  keys(
    place: KeySetLocation,
    kid: string | undefined,
    how: Pick<TrustedIssuers, 'signal' | 'counted_as'>,
  ): Promise<JSONWebKeySet>;
  /**
   * Verifies a token like open(). Also verifies that it has a subject and was issued for these clients (isIssuedFor).
   */
  verify(token: string, expected: TrustedIssuers & { audiences: readonly string[] }): Promise<JWTPayload>;
}

/**
 * Returns true if the token has an audience and all its audiences are in the list. For a token with `azp` it is enough
 * that `azp` and one audience are in the list.
 */
export function isIssuedFor({ aud, azp }: JWTPayload, audiences: readonly string[]): boolean {
  const named = [aud ?? []].flat();
  const ours = (id: unknown): boolean => typeof id === 'string' && id !== '' && audiences.includes(id);
  return azp === undefined ? named.length > 0 && named.every(ours) : named.some(ours) && ours(azp);
}

/**
 * Returns false if a signed token is marked as another type. Issuers sign access, refresh and logout tokens and
 * security events with the same keys. The type of a token is in the header `typ` (RFC 8725, 3.11), in the claim `typ`
 * (Keycloak) or in the claim `token_use` (Cognito). A security event has the claim `events` (RFC 8417).
 */
function isIdToken(header: { typ?: unknown }, { typ, token_use, events }: JWTPayload): boolean {
  const isAbsentOr = (value: unknown, ...kinds: string[]): boolean =>
    value === undefined || (typeof value === 'string' && kinds.includes(value.toLowerCase()));
  return (
    isAbsentOr(header.typ, 'jwt', 'application/jwt') &&
    isAbsentOr(typ, 'id') &&
    isAbsentOr(token_use, 'id') &&
    events === undefined
  );
}

export function createIdTokens(o: {
  now: () => number;
  ttl_ms: number;
  /** Number of processes that share the rate limit. */
  processes?: number | undefined;
}): IdTokens {
  const kept = new Map<string, CachedKeySet>();
  const asking = new Map<string, Promise<CachedKeySet>>();

  const fetchKeys = async (place: KeySetLocation, signal: AbortSignal): Promise<CachedKeySet> => {
    const keys =
      typeof place === 'string'
        ? await fetchKeySet(await fetchDiscovery(place, signal), { issuer: place, signal })
        : await fetchKeySetAt(place.jwks_uri, { signal, reach: place.reach });
    // A response without usable keys must not replace the cached ones.
    if (!keys.keys.some(canVerifySignatures)) throw new ProviderError('the key set has no keys for signatures');
    const name = nameOf(place);
    const asked_at = kept.get(name)?.asked_at ?? Number.NEGATIVE_INFINITY;
    const fresh = { keys, at: o.now(), asked_at };
    kept.delete(name);
    kept.set(name, fresh);
    const [oldest] = kept.keys();
    if (kept.size > MOST_ISSUERS && oldest !== undefined) kept.delete(oldest);
    return fresh;
  };

  /** Concurrent callers share one request. */
  const refreshed = (place: KeySetLocation, signal: AbortSignal): Promise<CachedKeySet> => {
    const name = nameOf(place);
    const running = asking.get(name) ?? fetchKeys(place, signal).finally(() => asking.delete(name));
    asking.set(name, running);
    return running;
  };

  const countQuestion = createFetchLimit(o.now, o.processes ?? 1);

  const keysFor = async (
    place: KeySetLocation,
    kid: string | undefined,
    { signal, counted_as }: Pick<TrustedIssuers, 'signal' | 'counted_as'>,
  ): Promise<JSONWebKeySet> => {
    const known = kept.get(nameOf(place));
    const named = known?.keys.keys.some((key) => kid === undefined || key.kid === kid) ?? false;
    const old = known === undefined || o.now() - known.at > o.ttl_ms;
    if (known === undefined) {
      if (counted_as !== undefined && !asking.has(nameOf(place))) countQuestion(counted_as);
      return (await refreshed(place, signal)).keys;
    }
    if (!old && named) return known.keys;
    if (!asking.has(nameOf(place))) {
      if (o.now() - known.asked_at < PAUSE_MS) return known.keys;
      known.asked_at = o.now();
    }
    return (await refreshed(place, signal).catch(() => known)).keys;
  };

  const tokens: IdTokens = {
    keys: keysFor,
    async open(token, { keys_of, access_token, ...how }) {
      const { issuer, kid } = readUnverifiedIssuer(token);
      const trusted = keys_of(issuer);
      if (trusted === null) throw new ProviderError('the id token is of another issuer');
      const keys = await keysFor(trusted, kid, how);
      const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
        algorithms: ACCEPTED_ALGORITHMS,
        issuer,
        clockTolerance: SKEW_S,
        currentDate: new Date(o.now()),
        requiredClaims: ['exp'],
      }).catch((error: unknown) => {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
        throw new ProviderError(`the id token is refused: ${code}`);
      });
      if (!isIdToken(protectedHeader, payload)) throw new ProviderError('the token is not an id token');
      if (payload.iat !== undefined && payload.iat > o.now() / 1000 + SKEW_S)
        throw new ProviderError('the id token was issued in the future: check the clocks');
      if (payload.at_hash !== undefined && access_token !== undefined) {
        if (!matchesAccessTokenHash(String(payload.at_hash), access_token, protectedHeader.alg))
          throw new ProviderError('the id token belongs to another access token');
      }
      const source = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
      if (hasTooManyValues(source) || storageErrorOf(payload, source))
        throw new ProviderError('the id token has claims that cannot be stored');
      return payload;
    },
    async verify(token, expected) {
      const payload = await tokens.open(token, expected);
      if (!isIssuedFor(payload, expected.audiences))
        throw new ProviderError('the id token was made for another client');
      if (!payload.sub) throw new ProviderError('the id token has no subject');
      return payload;
    },
  };
  return tokens;
}

/**
 * Returns a function that counts a fetch against a named rate limit. It throws a ProviderError if the limit is
 * reached.
 */
function createFetchLimit(now: () => number, processes: number): (name: string) => void {
  const most = Math.max(1, MOST_QUESTIONS / processes);
  const left = new Map<string, { questions: number; at: number }>();
  return (name) => {
    const at = now();
    const before = left.get(name) ?? { questions: most, at };
    const questions = Math.min(most, before.questions + Math.max(0, at - before.at) / (processes * QUESTION_PAUSE_MS));
    if (questions < 1)
      throw new ProviderError('too many unknown issuers: the keys of this one are not fetched', { away: true });
    left.delete(name);
    left.set(name, { questions: questions - 1, at });
    const [oldest] = left.keys();
    if (left.size > MOST_COUNTED && oldest !== undefined) left.delete(oldest);
  };
}

/** Returns true if the key is a supported public key that is not marked for another use than signatures. */
export function canVerifySignatures(key: JWK): boolean {
  if (key.use !== undefined && key.use !== 'sig') return false;
  try {
    return createPublicKey({ key: key as JsonWebKey, format: 'jwk' }).type === 'public';
  } catch {
    return false; // unsupported key type, or not a key
  }
}

/**
 * Returns the cache key of a key set. It depends on where the keys are published, so that no issuer gets another's
 * keys.
 */
const nameOf = (place: KeySetLocation): string => (typeof place === 'string' ? `of ${place}` : `at ${place.jwks_uri}`);

/** Fetches the discovery document of an issuer. */
export function fetchDiscovery(issuer: string, signal: AbortSignal): Promise<unknown> {
  return fetchProviderBody({ what: 'the discovery document', url: discoveryUrl(issuer), request: { signal } });
}

/** Fetches the key set that a discovery document names. */
export async function fetchKeySet(
  discovery: unknown,
  { issuer, signal }: { issuer: string; signal: AbortSignal },
): Promise<JSONWebKeySet> {
  const address = textOrEmpty(readMember(discovery, 'jwks_uri'));
  if (!URL.canParse(address)) throw new ProviderError('the discovery document names no keys');
  if (new URL(address).protocol !== 'https:' && new URL(issuer).protocol === 'https:')
    throw new ProviderError('the discovery document names a key set without https');
  return fetchKeySetAt(address, { signal });
}

/** Fetches the key set at a URL. */
export async function fetchKeySetAt(
  url: string,
  request: { signal: AbortSignal; reach?: NetworkRestriction | undefined },
): Promise<JSONWebKeySet> {
  const keys = await fetchProviderBody({ what: 'the key set', url, request });
  const list = readMember(keys, 'keys');
  if (!Array.isArray(list) || list.some((key) => typeof key !== 'object' || key === null))
    throw new ProviderError('the key set has no keys');
  return keys as JSONWebKeySet;
}

/** Returns the unverified claims of a JWT; null if the text is not a JWT. */
export function readUnverifiedClaims(source: string): JWTPayload | null {
  try {
    return decodeJwt(source);
  } catch {
    return null;
  }
}

/** Returns the unverified issuer and key id of a token, which are needed to find its key. */
export function readUnverifiedIssuer(token: string): { issuer: string; kid: string | undefined } {
  if (token.length > LONGEST_TOKEN) throw new ProviderError('the id token is too long');
  try {
    const { kid } = decodeProtectedHeader(token);
    return { issuer: String(decodeJwt(token).iss ?? ''), kid };
  } catch {
    throw new ProviderError('the id token cannot be read');
  }
}

/**
 * Returns true if at_hash is the left half of the access token's digest. The signing algorithm determines the digest.
 */
function matchesAccessTokenHash(at_hash: string, access_token: string, alg: string): boolean {
  const name = alg.startsWith('Ed') ? 'sha512' : `sha${alg.slice(-3)}`;
  const digest = createHash(name).update(access_token).digest();
  const half = digest.subarray(0, digest.length / 2);
  const given = Buffer.from(at_hash, 'base64url');
  return given.length === half.length && timingSafeEqual(given, half);
}
