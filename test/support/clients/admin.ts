// Tokens and the unmodified admin client of auth-js, for tests of the admin API.
import { createHmac } from 'node:crypto';
import { GoTrueAdminApi } from '@supabase/auth-js';
import { bearer, JWT_SECRET } from '../processes/stack.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function signToken(claims: object): string {
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', JWT_SECRET).update(text).digest('base64url')}`;
}

/** Service token without a user and without expiry. */
export const SERVICE_TOKEN = signToken({ role: 'service_role' });
export const SERVICE = bearer(SERVICE_TOKEN);

/** Creates an auth-js client of the admin API. */
export function createAdmin(url: string, token = SERVICE_TOKEN): GoTrueAdminApi {
  return new GoTrueAdminApi({ url, headers: { apikey: 'anon', ...bearer(token) } });
}
