// Authenticates a client by a signed assertion (private_key_jwt; RFC 7523, section 3). SQL accepts each assertion
// once.
import { createHash } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { refuse } from '../http/errors.ts';
import { isStorable } from '../http/storable.ts';
import type { IdTokens } from '../providers/id_tokens.ts';
import { ACCEPTED_ALGORITHMS } from '../providers/id_tokens.ts';
import { ProviderError } from '../providers/provider_request.ts';
import type { ClientDocuments } from './documents.ts';
import type { ClientCredentials } from './proof.ts';

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const LONGEST = 8_192;
const SKEW_S = 60;
/**
 * Longest time in seconds until an assertion expires, without SKEW_S. SQL remembers used assertions until they expire.
 */
const LONGEST_LIFE_S = 600;
const KEYS_DEADLINE_MS = 5_000;

/** Public keys of a client, or the URL where they are fetched. */
export interface ClientKeys {
  readonly jwks: JSONWebKeySet | null;
  readonly jwks_uri: string | null;
  /** True if an administrator created the client. */
  readonly administered: boolean;
}

/** Returns the client that an assertion names, or null. Does not verify the assertion. */
export function readAssertionClientId(assertion: string): string | null {
  if (assertion.length > LONGEST) return null;
  try {
    const { iss, sub } = decodeJwt(assertion);
    return iss === sub && typeof sub === 'string' && sub !== '' && isStorable(sub) ? sub : null;
  } catch {
    return null;
  }
}

/**
 * Verifies an assertion. Each of its audiences must be in `audiences`, the addresses of this server, because an
 * assertion for two servers could be used by one at the other. If the assertion is invalid, the returned credentials
 * contain no `assertion`, and SQL rejects them like a wrong secret. Throws a 503 error if the client's keys cannot be
 * fetched at the moment.
 */
export async function verifyAssertion(
  assertion: string,
  o: {
    client_id: string;
    keys: ClientKeys;
    audiences: readonly string[];
    client_keys: Pick<IdTokens, 'keys'>;
    documents: ClientDocuments;
    now?: () => number;
  },
): Promise<ClientCredentials> {
  const { client_id, audiences } = o;
  const now = (o.now ?? Date.now)();
  const failed: ClientCredentials = { client_id, method: 'private_key_jwt' };
  const set = await loadClientKeySet(assertion, o);
  if (set === null) return failed;
  try {
    const { payload, protectedHeader } = await jwtVerify(assertion, createLocalJWKSet(set), {
      algorithms: [...ACCEPTED_ALGORITHMS],
      issuer: client_id,
      subject: client_id,
      clockTolerance: SKEW_S,
      currentDate: new Date(now),
      requiredClaims: ['exp', 'jti', 'aud'],
    });
    const { aud, exp = 0, jti } = payload;
    const named = [aud ?? []].flat();
    const fits =
      isAssertion(protectedHeader.typ) &&
      named.length > 0 &&
      named.every((one) => audiences.includes(one)) &&
      typeof jti === 'string' &&
      jti !== '' &&
      exp <= now / 1_000 + LONGEST_LIFE_S + SKEW_S;
    if (!fits) return failed;
    const digest = createHash('sha256').update(`${client_id}\n${jti}`).digest('hex');
    return { ...failed, assertion: digest, expires_at: exp };
  } catch {
    return failed; // a signature, a time or a claim that does not fit
  }
}

/** Returns false if the header marks a token of another type that was signed with the same keys (RFC 8725, 3.11). */
const isAssertion = (typ: string | undefined): boolean =>
  typ === undefined || /^(?:application\/)?(?:jwt|client-authentication\+jwt)$/i.test(typ);

/**
 * Returns the host of a jwks_uri. Fetches for clients that registered themselves are limited per host, because a common
 * limit would let one such client use up the fetches of the others. For clients of an administrator the limit is per
 * jwks_uri.
 */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/**
 * Returns the keys of a client: stored ones, or those fetched from its jwks_uri. Returns null if no usable keys are
 * found. Throws a 503 error if the server at jwks_uri is unavailable, because a client would end its session after a
 * 401.
 */
async function loadClientKeySet(
  assertion: string,
  o: { keys: ClientKeys; client_keys: Pick<IdTokens, 'keys'>; documents: ClientDocuments },
): Promise<JSONWebKeySet | null> {
  const { jwks, jwks_uri, administered } = o.keys;
  if (jwks_uri === null) return jwks;
  const kid = readAssertionKeyId(assertion);
  if (kid === null) return null;
  try {
    const place = { jwks_uri, reach: o.documents.reach };
    return await o.client_keys.keys(place, kid, {
      counted_as: administered ? jwks_uri : `a client at ${hostOf(jwks_uri)}`,
      signal: AbortSignal.timeout(KEYS_DEADLINE_MS),
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.away) throw Object.assign(refuse('oauth_document_unreachable'), { cause: error });
    return null; // a forbidden address, or no keys at it
  }
}

/**
 * Returns the key id in the header of an assertion. Returns undefined if there is none, and null if the header is
 * malformed.
 */
function readAssertionKeyId(assertion: string): string | undefined | null {
  try {
    return decodeProtectedHeader(assertion).kid;
  } catch {
    return null;
  }
}
