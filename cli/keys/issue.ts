// Signs tokens for other servers and for tests.
import { createJwt, type JwtSettings } from '../../gateway/http/jwt.ts';

/** Returns a signed token for a database role. The lifetime is in seconds. */
export async function signRoleToken(
  settings: JwtSettings & { jwt_issuer: string },
  { role, seconds, now = Math.floor(Date.now() / 1000) }: { role: string; seconds: number; now?: number },
): Promise<string> {
  const issuer = settings.jwt_issuer === '' ? {} : { iss: settings.jwt_issuer };
  return createJwt({ settings, now: Date.now }).sign({ ...issuer, role, iat: now, exp: now + seconds });
}
