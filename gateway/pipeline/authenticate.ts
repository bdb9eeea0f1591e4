// The checks of the bearer token and of the captcha. They need no database.
import type { Settings } from '../../core/settings/table.ts';
import { readBearerToken, requireBearerToken } from '../http/bearer.ts';
import { checkAccessToken, isClientToken, isServiceToken, isStaff, nullIfInvalidToken } from '../http/claims.ts';
import { ApiError, refuse } from '../http/errors.ts';
import type { Claims, Jwt } from '../http/jwt.ts';
import type { RequiredAuth } from '../routes/names.ts';
import type { HttpRequest } from '../server/types.ts';
import { createCaptchaCheck } from './captcha.ts';
import type { GatewayServices } from './step.ts';

/** Verifies signature and expiry of the token, and on admin routes its role. SQL checks user, session and ban. */
export type Authenticate = (auth: RequiredAuth, request: HttpRequest) => Promise<Claims | null>;

export function createAuthenticator({ settings, jwt }: { settings: Settings; jwt: Jwt }): Authenticate {
  return async (auth, request) => {
    if (auth === 'none') return null;
    const claims = await jwt.verify(requireBearerToken(request));
    checkAccessToken(claims);
    if (auth === 'admin' && !isStaff(claims, settings)) throw refuse('not_admin');
    return claims;
  };
}

/**
 * Verifies the captcha. Admin tokens skip it, except tokens bound to a session, which may already be revoked. Requests
 * of the console skip it, except its sign-in with a password.
 */
export function createCaptchaVerifier({
  settings,
  jwt,
}: {
  settings: Settings;
  jwt: Jwt;
}): GatewayServices['verifyCaptcha'] {
  const captcha = createCaptchaCheck(settings);
  if (captcha === null) return async () => undefined;
  return async (request, from) => {
    if (request.needs_no_captcha) return undefined;
    const token = readBearerToken(request);
    const claims = token === null ? null : await jwt.verify(token).catch(nullIfInvalidToken);
    if (claims === null || !isServiceToken(claims, settings)) await captcha(request, from.ip);
    return undefined;
  };
}

/** Throws if a token of an OAuth client is used on a route that does not accept such tokens. */
export function checkClientToken(route: { client_tokens?: true | undefined }, claims: Claims | null): void {
  if (claims === null || !isClientToken(claims) || route.client_tokens) return;
  const { status, code, msg } = refuse('client_token');
  throw new ApiError(status, code, msg, { headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' } });
}
