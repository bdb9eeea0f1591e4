// Builds a request for each row of the route table: the path with its parameters, and a token of the required kind.
import type { Route } from '../../gateway/routes/row.ts';
import { PASSKEY_SETTINGS } from '../flows/passkeys/passkey_stack.ts';
import { SERVICE, signToken } from '../support/clients/admin.ts';
import { functionHookSettings } from '../support/database/hooks.ts';
import { bearer } from '../support/processes/stack.ts';
import { SAML_SETTINGS } from '../support/providers/saml_settings.ts';
import { WEB3 } from './web3_refusals.ts';

/** Enables optional features, so that requests pass more checks of their routes. */
export const FEATURES = {
  ...PASSKEY_SETTINGS,
  ...WEB3,
  ...SAML_SETTINGS,
  SVC_SCIM_ENABLED: 'true',
  SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true',
  SVC_OAUTH_SERVER_ENABLED: 'true',
  SVC_OAUTH_SERVER_DEVICE_ENABLED: 'true',
  SVC_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true',
  SVC_MFA_PHONE_ENROLL_ENABLED: 'true',
  SVC_MFA_PHONE_VERIFY_ENABLED: 'true',
  SVC_MFA_WEB_AUTHN_ENROLL_ENABLED: 'true',
  SVC_MFA_WEB_AUTHN_VERIFY_ENABLED: 'true',
  SVC_SECURITY_ACCOUNT_MERGING_ENABLED: 'true',
  ...functionHookSettings('merge_users'),
};

/** A well-formed token of a user who does not exist, so that no request with it can write. */
export const NONEXISTENT_USER = bearer(
  signToken({ sub: '00000000-0000-4000-8000-000000000000', aud: 'authenticated', role: 'authenticated', exp: 4e9 }),
);

/** Returns path and query of a route. */
export const fillPath = (route: Route, parameter = 'x'): string =>
  route.path.replace(/\{\w+\}/g, parameter) + (route.grant_type ? `?grant_type=${route.grant_type}` : '');

export const routeName = (route: Route): string => `${route.method} ${fillPath(route)}`;

export function tokenFor(route: Route, user = NONEXISTENT_USER): Record<string, string> {
  if (route.auth === 'none') return {};
  return route.auth === 'admin' ? SERVICE : user;
}
