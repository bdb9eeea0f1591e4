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
  off('DELETE', '/factors/{factor_id}', 'user', 'mfa_factor_missing'),
  off('POST', '/factors/{factor_id}/challenge', 'user', 'mfa_factor_missing'),
  off('POST', '/factors/{factor_id}/verify', 'user', 'mfa_factor_missing'),
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
  off('POST', '/oauth/clients/register', 'none', 'oauth_server_disabled'),
  off('GET', '/oauth/authorizations/{authorization_id}', 'user', 'oauth_server_disabled'),
  off('POST', '/oauth/authorizations/{authorization_id}/consent', 'user', 'oauth_server_disabled'),
  off('GET', '/user/oauth/grants', 'user', 'oauth_server_disabled'),
  off('DELETE', '/user/oauth/grants', 'user', 'oauth_server_disabled'),
  off('GET', '/admin/oauth/clients', 'admin', 'oauth_server_disabled'),
  off('POST', '/admin/oauth/clients', 'admin', 'oauth_server_disabled'),
  ...(['GET', 'PUT', 'DELETE'] as const).flatMap((method) => [
    off(method, '/admin/oauth/clients/{client_id}', 'admin', 'oauth_server_disabled'),
    off(method, '/admin/custom-providers/{identifier}', 'admin', 'custom_providers_disabled'),
    off(method, '/admin/sso/providers/{provider_id}', 'admin', 'saml_disabled'),
  ]),
  off('GET', '/admin/custom-providers', 'admin', 'custom_providers_disabled'),
  off('POST', '/admin/custom-providers', 'admin', 'custom_providers_disabled'),
];
