// Reads the credentials with which an OAuth client authenticates. SQL decides whether they suffice.
import type { KeyRing } from '../../core/keys/ring.ts';
import { refuse } from '../http/errors.ts';
import { decodeQueryText } from '../http/query.ts';
import { parseUuid } from '../http/uuid.ts';
import type { HttpRequest } from '../server/types.ts';
import type { OAuthParameters } from './parameters.ts';

export interface ClientCredentials {
  readonly client_id: string;
  readonly method: 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
  /** Generation of a client secret that this server issued. */
  readonly generation?: number | null;
  /**
   * Digests that an imported client with this secret could have in the database, one per key. Set if this server did
   * not issue the secret.
   */
  readonly imported_digests?: readonly string[];
  /**
   * `assertion`: digest of the client id and of the `jti` of a valid assertion. `expires_at`: time in seconds since
   * 1970 at which the assertion expires.
   */
  readonly assertion?: string;
  readonly expires_at?: number;
}

/** Maximum length of a client secret in characters. Secrets of supabase/auth have 43. */
const LONGEST_SECRET = 512;

/** Returns true if the request has an Authorization header of HTTP Basic. */
export const usesHttpBasic = (request: Pick<HttpRequest, 'header'>): boolean =>
  /^basic(?: |$)/i.test(request.header('authorization') ?? '');

/**
 * Returns the client's credentials. Throws an ApiError if the request names no client or two different ones, uses more
 * than one method (RFC 6749, 2.3), or has a malformed Authorization header.
 */
export function readClientCredentials(
  request: Pick<HttpRequest, 'header'>,
  { values }: OAuthParameters,
  ring: KeyRing,
): ClientCredentials {
  const basic = usesHttpBasic(request) ? parseBasicCredentials(request.header('authorization') ?? '') : null;
  const named = basic?.client_id ?? values.client_id ?? null;
  if (named === null || named === '') throw refuse('oauth_client_missing');
  if (basic !== null && (values.client_secret !== null || (values.client_id ?? named) !== named)) {
    throw refuse('oauth_client_unauthenticated');
  }
  const client_id = parseUuid(named) ?? named;
  const secret = basic?.secret ?? values.client_secret ?? '';
  if (basic === null && secret === '') return { client_id, method: 'none' };
  const method = basic === null ? 'client_secret_post' : 'client_secret_basic';
  if (parseUuid(client_id) === null || secret.length > LONGEST_SECRET) return { client_id, method };
  const generation = ring.openClientSecret(client_id, secret);
  return generation === null
    ? { client_id, method, imported_digests: ring.importedSecrets(secret) }
    : { client_id, method, generation };
}

function parseBasicCredentials(header: string): { client_id: string; secret: string } {
  const [, encoded = ''] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  // Id and secret are form-encoded (RFC 6749, 2.3.1). Values that this server issues need no encoding.
  const client_id = at < 0 ? null : decodeQueryText(text.slice(0, at));
  const secret = at < 0 ? null : decodeQueryText(text.slice(at + 1));
  if (!client_id || secret === null) throw refuse('oauth_client_unauthenticated');
  return { client_id, secret };
}
