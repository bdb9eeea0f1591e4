// Logout tokens (OpenID Connect Back-Channel Logout 1.0, 2.4), which inform a client that one of its sessions has
// ended.
import type { CryptoKey } from 'jose';
import { tokenIssuer } from '../issuer.ts';
import type { Settings } from '../settings/table.ts';
import { parseJwtKeys } from './jwt_keys.ts';

export interface EndedSession {
  /** Id of the logout, the same on every attempt, so that a client can detect a repetition. */
  id: string;
  user_id: string;
  session_id: string;
}

export type LogoutSettings = Pick<Settings, 'jwt_keys' | 'jwt_issuer' | 'api_external_url'>;

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/**
 * Lifetime of a logout token in seconds. It is short, so that a copied token is useless later. Each attempt signs a new
 * token.
 */
const LIFE_S = 120;

/**
 * Creates the signer of logout tokens. It returns null if no asymmetric key signs, because clients could not verify the
 * token.
 */
export function createLogoutSigner(
  settings: LogoutSettings,
): (ended: EndedSession, client_id: string) => Promise<string | null> {
  const key = parseJwtKeys(settings.jwt_keys).find(({ signs }) => signs);
  if (key === undefined || key.alg.startsWith('HS')) return async () => null;
  let imported: Promise<CryptoKey> | undefined;
  return async (ended, client_id) => {
    // Loaded on demand, because a worker may never send a logout token.
    const { importJWK, SignJWT } = await import('jose');
    // Omits key_ops, because importJWK rejects a private key whose key_ops also include `verify`.
    const { key_ops: _, ...members } = key.jwk;
    imported ??= importJWK(members, key.alg) as Promise<CryptoKey>;
    const now = Math.floor(Date.now() / 1000);
    const claims = { jti: ended.id, sub: ended.user_id, sid: ended.session_id, events: { [EVENT]: {} } };
    return new SignJWT({ ...claims, iss: tokenIssuer(settings), aud: client_id, iat: now, exp: now + LIFE_S })
      .setProtectedHeader({ alg: key.alg, typ: 'logout+jwt', kid: key.kid })
      .sign(await imported);
  };
}
