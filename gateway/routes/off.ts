// Rows of features that are off: what clients look for, instead of an unknown path.
import type { GatewayError } from '../http/errors.ts';
import type { Auth, Method, Route } from '../route.ts';

const off = (method: Method, path: string, auth: Auth, refuse: GatewayError): Route => ({
  method,
  path,
  auth,
  guards: [],
  pool: 'fast',
  reply: 'json',
  answer: 'none',
  refuse,
});

export const OFF_ROUTES: readonly Route[] = [
  off('POST', '/factors', 'user', 'mfa_disabled'),
  off('GET', '/user/identities/authorize', 'user', 'manual_linking_disabled'),
  off('DELETE', '/user/identities/{identity_id}', 'user', 'manual_linking_disabled'),
  off('POST', '/sso', 'none', 'saml_disabled'),
  off('GET', '/sso/saml/metadata', 'none', 'saml_disabled'),
  off('POST', '/sso/saml/acs', 'none', 'saml_disabled'),
  off('GET', '/admin/sso/providers', 'admin', 'saml_disabled'),
  off('POST', '/admin/sso/providers', 'admin', 'saml_disabled'),
  off('POST', '/passkeys/authentication/options', 'none', 'passkeys_disabled'),
  off('POST', '/passkeys/registration/options', 'user', 'passkeys_disabled'),
  off('GET', '/passkeys', 'user', 'passkeys_disabled'),
  off('GET', '/oauth/authorize', 'none', 'oauth_server_disabled'),
  off('POST', '/oauth/token', 'none', 'oauth_server_disabled'),
  off('GET', '/admin/oauth/clients', 'admin', 'oauth_server_disabled'),
  off('POST', '/admin/oauth/clients', 'admin', 'oauth_server_disabled'),
  off('GET', '/admin/custom-providers', 'admin', 'custom_providers_disabled'),
  off('POST', '/admin/custom-providers', 'admin', 'custom_providers_disabled'),
];
