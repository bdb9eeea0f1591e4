// For each rate limiter except the SCIM limiter, a request that the limiter counts.
import type { LimiterName } from '../../gateway/routes/row.ts';
import { NONEXISTENT_USER } from './routes.ts';

const NIL = '00000000-0000-4000-8000-000000000000';
export type LimitedRequest = [method: string, path: string, body?: unknown];

export const LIMITED_REQUESTS: Record<Exclude<LimiterName, 'scim'>, LimitedRequest> = {
  token: ['POST', '/token?grant_type=refresh_token', { refresh_token: 'x' }],
  verify: ['POST', '/verify', { type: 'email' }],
  sign_up: ['POST', '/signup', { email: 'not an address', password: 'x' }],
  anonymous: ['POST', '/signup', {}],
  otp: ['POST', '/otp', {}],
  magiclink: ['POST', '/magiclink', {}],
  recover: ['POST', '/recover', {}],
  resend: ['POST', '/resend', {}],
  user: ['PUT', '/user', {}],
  export: ['GET', '/user/export'],
  authorize: ['GET', '/authorize?provider=github'],
  passkey_options: ['POST', '/passkeys/authentication/options', {}],
  passkey_verify: ['POST', '/passkeys/authentication/verify', {}],
  factor_challenge: ['POST', `/factors/${NIL}/challenge`, {}],
  factor_verify: ['POST', `/factors/${NIL}/verify`, {}],
  oauth_token: ['POST', '/oauth/token', {}],
  oauth_register: ['POST', '/oauth/clients/register', {}],
  sso: ['POST', '/sso', {}],
  saml_assertion: ['POST', '/sso/saml/acs', {}],
  web3: ['POST', '/token?grant_type=web3', { chain: 'x' }],
};

/** Returns the token that a request needs to reach the rate limiter. */
export const tokenForPath = (path: string): Record<string, string> =>
  /^\/(user|factors)/.test(path) ? NONEXISTENT_USER : {};
