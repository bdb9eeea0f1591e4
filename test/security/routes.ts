// Builds requests for tests of every row of the route table: the path with parameters filled in, and a token of the
// required kind.
import type { Route } from '../../gateway/routes/row.ts';
import { PASSKEYS } from '../flows/passkeys/stage.ts';
import { mint, SERVICE } from '../support/clients/admin.ts';
import { functionHooks } from '../support/database/hooks.ts';
import { bearer } from '../support/processes/stack.ts';
import { SAML } from '../support/providers/saml_settings.ts';
import { WEB3 } from './web3_refusals.ts';

/** Enables every optional feature, so that each row is processed as far as possible. */
export const FEATURES = {
  ...PASSKEYS,
  ...WEB3,
  ...SAML,
  SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true',
  SVC_OAUTH_SERVER_ENABLED: 'true',
  SVC_OAUTH_SERVER_DEVICE_ENABLED: 'true',
  SVC_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true',
  SVC_MFA_PHONE_ENROLL_ENABLED: 'true',
  SVC_MFA_PHONE_VERIFY_ENABLED: 'true',
  SVC_MFA_WEB_AUTHN_ENROLL_ENABLED: 'true',
  SVC_MFA_WEB_AUTHN_VERIFY_ENABLED: 'true',
  SVC_SECURITY_ACCOUNT_MERGING_ENABLED: 'true',
  ...functionHooks('merge_users'),
};

/** A well-formed user's token. The user does not exist, so no request with it can write. */
export const NOBODY = bearer(
  mint({ sub: '00000000-0000-4000-8000-000000000000', aud: 'authenticated', role: 'authenticated', exp: 4e9 }),
);

/** Returns path and query of a row. */
export const urlOf = (route: Route, parameter = 'x'): string =>
  route.path.replace(/\{\w+\}/g, parameter) + (route.grant_type ? `?grant_type=${route.grant_type}` : '');

export const nameOf = (route: Route): string => `${route.method} ${urlOf(route)}`;

/** Returns the token that a row requires, if any. */
export function tokenFor(route: Route, user = NOBODY): Record<string, string> {
  if (route.auth === 'none') return {};
  return route.auth === 'admin' ? SERVICE : user;
}
