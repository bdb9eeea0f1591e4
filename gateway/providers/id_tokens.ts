// ID tokens: signature, kind, issuer, audience, times and at_hash. Keys are found by discovery and kept; while a provider cannot be
// asked for new ones, the old ones count.
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
import { type KeyPlace, member, text } from '../../core/providers/provider.ts';
import type { Reach } from '../../core/reach.ts';
import { hasTooManyValues, storageFault } from '../http/storable.ts';
import { ask, ProviderError } from './ask.ts';
import { discoveryAddress } from './discovery.ts';

/** Only signatures that a public key verifies: HMAC can be made by whoever knows the client's secret, and `none` by anybody. */
const ALGORITHMS = [
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
/** Microsoft's tokens have some 10,000 characters when they list the groups of the user. */
const LONGEST_TOKEN = 32_768;
/** Issuers whose keys are kept; each tenant of a provider is one. */
const MOST_ISSUERS = 100;
/** How often one issuer is asked again because of a key that it has not named. */
const PAUSE_MS = 30_000;
/** Questions for keys that were never seen, of those that are counted: so many at once, and one more for each pause. */
const MOST_QUESTIONS = 50;
const QUESTION_PAUSE_MS = 1_000;

interface Kept {
  keys: JSONWebKeySet;
  at: number;
  /** When they were last asked for anew. */
  asked_at: number;
}

export interface TrustedIssuers {
  /** Where the keys of this issuer are; null where it is not accepted. */
  keys_of(issuer: string): KeyPlace | null;
  access_token?: string;
  signal: AbortSignal;
  /**
   * Of tokens that anybody may bring, whose they say they are: they name issuers at will, and for each that is not known yet somebody
   * has to be asked. Those questions are counted by this name.
   */
  counted_as?: string;
}

export interface IdTokens {
  /** The claims of a token whose signature, kind, issuer, times and at_hash are right; anything else is a ProviderError. */
  open(token: string, trusted: TrustedIssuers): Promise<JWTPayload>;
  /** The same of one that is about somebody, for these clients. */
  verify(token: string, expected: TrustedIssuers & { audiences: readonly string[] }): Promise<JWTPayload>;
}

/** Whether a token was made for one of these clients and no other, and by one of them where it says by whom. */
export function isFor({ aud, azp }: JWTPayload, audiences: readonly string[]): boolean {
  const named = [aud ?? []].flat();
  const ours = (id: unknown): boolean => typeof id === 'string' && id !== '' && audiences.includes(id);
  return azp === undefined ? named.length > 0 && named.every(ours) : named.some(ours) && ours(azp);
}

/**
 * Returns true if a signed token does not say that it is of another kind. Issuers sign access, refresh and logout tokens and security
 * events with the same keys, some for the same client. They mark them by the header's `typ` (RFC 8725, 3.11), by `events` (RFC 8417),
 * and in the claims by `typ` (Keycloak) or `token_use` (Cognito).
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
  /** Processes that share what may be asked of strangers. */
  processes?: number | undefined;
}): IdTokens {
  const kept = new Map<string, Kept>();
  const asking = new Map<string, Promise<Kept>>();

  const fetchKeys = async (place: KeyPlace, signal: AbortSignal): Promise<Kept> => {
    const keys =
      typeof place === 'string'
        ? await fetchKeySet(await fetchDiscovery(place, signal), { issuer: place, signal })
        : await fetchKeySetAt(place.jwks_uri, { signal, reach: place.reach });
    // Whoever answers with nothing to verify by says nothing of the keys before.
    if (!keys.keys.some(isUsable)) throw new ProviderError('the key set has no keys for signatures');
    const name = nameOf(place);
    const asked_at = kept.get(name)?.asked_at ?? Number.NEGATIVE_INFINITY;
    const fresh = { keys, at: o.now(), asked_at };
    kept.delete(name);
    kept.set(name, fresh);
    const [oldest] = kept.keys();
    if (kept.size > MOST_ISSUERS && oldest !== undefined) kept.delete(oldest);
    return fresh;
  };

  /** However many ask at once, the provider is asked once. */
  const refreshed = (place: KeyPlace, signal: AbortSignal): Promise<Kept> => {
    const name = nameOf(place);
    const running = asking.get(name) ?? fetchKeys(place, signal).finally(() => asking.delete(name));
    asking.set(name, running);
    return running;
  };

  const countQuestion = createCount(o.now, o.processes ?? 1);

  const keysFor = async (
    place: KeyPlace,
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
    async open(token, { keys_of, access_token, ...how }) {
      const { issuer, kid } = claimed(token);
      const trusted = keys_of(issuer);
      if (trusted === null) throw new ProviderError('the id token is of another issuer');
      const keys = await keysFor(trusted, kid, how);
      const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
        algorithms: ALGORITHMS,
        issuer,
        clockTolerance: SKEW_S,
        currentDate: new Date(o.now()),
        requiredClaims: ['exp'],
      }).catch((error: unknown) => {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
        throw new ProviderError(`the id token is refused: ${code}`);
      });
      if (!isIdToken(protectedHeader, payload)) throw new ProviderError('the token is no id token');
      if (payload.iat !== undefined && payload.iat > o.now() / 1000 + SKEW_S)
        throw new ProviderError('the id token is from the future: a clock is wrong, or the token');
      if (payload.at_hash !== undefined && access_token !== undefined) {
        if (!fitsHash(String(payload.at_hash), access_token, protectedHeader.alg))
          throw new ProviderError('the id token belongs to another access token');
      }
      const source = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
      if (hasTooManyValues(source) || storageFault(payload, source))
        throw new ProviderError('the id token has claims that cannot be kept');
      return payload;
    },
    async verify(token, expected) {
      const payload = await tokens.open(token, expected);
      if (!isFor(payload, expected.audiences)) throw new ProviderError('the id token was made for another client');
      if (!payload.sub) throw new ProviderError('the id token names nobody');
      return payload;
    },
  };
  return tokens;
}

/** Takes one from the questions that may be asked under a name, or throws a ProviderError. */
function createCount(now: () => number, processes: number): (name: string) => void {
  const most = Math.max(1, MOST_QUESTIONS / processes);
  const left = new Map<string, { questions: number; at: number }>();
  return (name) => {
    const at = now();
    const before = left.get(name) ?? { questions: most, at };
    const questions = Math.min(most, before.questions + Math.max(0, at - before.at) / (processes * QUESTION_PAUSE_MS));
    if (questions < 1)
      throw new ProviderError('the id token is of an issuer that was never asked, as too many are', { away: true });
    left.set(name, { questions: questions - 1, at });
  };
}

/** Whether a key is one that a signature can be verified by. */
export function isUsable(key: JWK): boolean {
  if (key.use !== undefined && key.use !== 'sig') return false;
  try {
    return createPublicKey({ key: key as JsonWebKey, format: 'jwk' }).type === 'public';
  } catch {
    return false; // of no kind that is known here, or not a key at all
  }
}

/** Keys are kept by where they come from: an issuer that somebody else speaks for must not be given other keys. */
const nameOf = (place: KeyPlace): string => (typeof place === 'string' ? `of ${place}` : `at ${place.jwks_uri}`);

/** What an issuer says of itself. */
export function fetchDiscovery(issuer: string, signal: AbortSignal): Promise<unknown> {
  return ask({ what: 'the discovery document', url: discoveryAddress(issuer), request: { signal } });
}

/** The keys that a discovery document names. */
export async function fetchKeySet(
  discovery: unknown,
  { issuer, signal }: { issuer: string; signal: AbortSignal },
): Promise<JSONWebKeySet> {
  const address = text(member(discovery, 'jwks_uri'));
  if (!URL.canParse(address)) throw new ProviderError('the discovery document names no keys');
  if (new URL(address).protocol !== 'https:' && new URL(issuer).protocol === 'https:')
    throw new ProviderError('the discovery document names keys that do not come by https');
  return fetchKeySetAt(address, { signal });
}

/** The keys at an address. */
export async function fetchKeySetAt(
  url: string,
  request: { signal: AbortSignal; reach?: Reach | undefined },
): Promise<JSONWebKeySet> {
  const keys = await ask({ what: 'the key set', url, request });
  const list = member(keys, 'keys');
  if (!Array.isArray(list) || list.some((key) => typeof key !== 'object' || key === null))
    throw new ProviderError('the key set has no keys');
  return keys as JSONWebKeySet;
}

/** What a text says that is a JWT, whoever signed it; null where it is none. */
export function claimsIn(source: string): JWTPayload | null {
  try {
    return decodeJwt(source);
  } catch {
    return null;
  }
}

/** What a token says of itself before it is trusted: enough to find the keys. */
export function claimed(token: string): { issuer: string; kid: string | undefined } {
  if (token.length > LONGEST_TOKEN) throw new ProviderError('the id token is too long');
  try {
    const { kid } = decodeProtectedHeader(token);
    return { issuer: String(decodeJwt(token).iss ?? ''), kid };
  } catch {
    throw new ProviderError('the id token cannot be read');
  }
}

/** The left half of the access token's digest, by the hash of the signature. */
function fitsHash(at_hash: string, access_token: string, alg: string): boolean {
  const name = alg.startsWith('Ed') ? 'sha512' : `sha${alg.slice(-3)}`;
  const digest = createHash(name).update(access_token).digest();
  const half = digest.subarray(0, digest.length / 2);
  const given = Buffer.from(at_hash, 'base64url');
  return given.length === half.length && timingSafeEqual(given, half);
}
