// Builds the token response for an OAuth client.
import { createHash } from 'node:crypto';
import { type KeyRing, type RefreshParts, unknownSealingKeyError } from '../../core/keys/ring.ts';
import type { Jwt } from '../http/jwt.ts';
import type { SealedRequestValues } from './answer.ts';

/** Result of exchange_authorization, poll_device_authorization, or refresh_session for a client. */
export interface IssuedClientTokens {
  readonly body: { readonly token_type: string; readonly expires_in: number; readonly scope: string };
  readonly claims: object;
  readonly refresh: RefreshParts | null;
  readonly id_claims: object | null;
  readonly sealed: string | null;
}

/** Returns at_hash of an access token. The signing algorithm determines the digest (OpenID Connect Core, 3.1.3.6). */
function computeAtHash(token: string, alg: string): string {
  const digest = alg === 'EdDSA' ? 'sha512' : `sha${alg.slice(-3)}`;
  const bytes = createHash(digest).update(token).digest();
  return bytes.subarray(0, bytes.length / 2).toString('base64url');
}

export async function createTokenResponse(
  issued: IssuedClientTokens,
  o: { jwt: Jwt; ring: KeyRing; alg: string; authorization: string | null },
): Promise<Record<string, unknown>> {
  const { body, refresh, id_claims } = issued;
  const access_token = await o.jwt.sign(issued.claims, 'at+jwt');
  const kept =
    id_claims !== null && issued.sealed !== null ? unsealRequestValues(o.ring, issued.sealed, o.authorization) : null;
  return {
    access_token,
    token_type: body.token_type,
    expires_in: body.expires_in,
    ...(refresh === null ? {} : { refresh_token: o.ring.sealRefresh(refresh) }),
    ...(id_claims === null
      ? {}
      : {
          id_token: await o.jwt.sign({
            ...id_claims,
            ...(kept === null || kept.nonce === null ? {} : { nonce: kept.nonce }),
            at_hash: computeAtHash(access_token, o.alg),
          }),
        }),
    scope: body.scope,
  };
}

/** Unseals the state and nonce of an authorization. */
export function unsealRequestValues(ring: KeyRing, sealed: string, authorization: string | null): SealedRequestValues {
  const text = ring.open(sealed, authorization ?? '');
  if (text === null) throw unknownSealingKeyError('the state of an authorization');
  return JSON.parse(text) as SealedRequestValues;
}
