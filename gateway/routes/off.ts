// Rows of features that this release does not have. They answer with the error of a feature that is off instead of 404.
import type { GatewayError } from '../http/errors.ts';
import { steps } from '../pipeline/step.ts';
import { refuseAll } from '../steps/switches.ts';
import type { Auth, Method, RouteRow } from './row.ts';

const off = (method: Method, path: string, auth: Auth, refuse: GatewayError): RouteRow => ({
  method,
  path,
  tag: 'off',
  summary: 'Answer as switched off',
  auth,
  answer: 'none',
  steps: steps(refuseAll(refuse)),
});

const every = (methods: readonly Method[], path: string, auth: Auth, refuse: GatewayError): RouteRow[] =>
  methods.map((method) => off(method, path, auth, refuse));

const SSO: readonly RouteRow[] = [
  off('POST', '/sso', 'none', 'saml_disabled'),
  off('GET', '/sso/saml/metadata', 'none', 'saml_disabled'),
  off('POST', '/sso/saml/acs', 'none', 'saml_disabled'),
  ...every(['GET', 'POST'], '/admin/sso/providers', 'admin', 'saml_disabled'),
  ...every(['GET', 'PUT', 'DELETE'], '/admin/sso/providers/{provider_id}', 'admin', 'saml_disabled'),
  ...every(['GET', 'POST'], '/scim/v2/{resource}', 'none', 'scim_disabled'),
  ...every(['GET', 'PUT', 'PATCH', 'DELETE'], '/scim/v2/{resource}/{id}', 'none', 'scim_disabled'),
];

const OAUTH_SERVER: readonly RouteRow[] = [
  off('GET', '/.well-known/oauth-authorization-server', 'none', 'oauth_server_disabled'),
  off('GET', '/oauth/authorize', 'none', 'oauth_server_disabled'),
  off('POST', '/oauth/token', 'none', 'oauth_server_disabled'),
  off('GET', '/oauth/userinfo', 'user', 'oauth_server_disabled'),
  off('POST', '/oauth/clients/register', 'none', 'oauth_server_disabled'),
  off('GET', '/oauth/authorizations/{authorization_id}', 'user', 'oauth_server_disabled'),
  off('POST', '/oauth/authorizations/{authorization_id}/consent', 'user', 'oauth_server_disabled'),
  ...every(['GET', 'DELETE'], '/user/oauth/grants', 'user', 'oauth_server_disabled'),
  ...every(['GET', 'POST'], '/admin/oauth/clients', 'admin', 'oauth_server_disabled'),
  ...every(['GET', 'PUT', 'DELETE'], '/admin/oauth/clients/{client_id}', 'admin', 'oauth_server_disabled'),
  off('POST', '/admin/oauth/clients/{client_id}/regenerate_secret', 'admin', 'oauth_server_disabled'),
];

export const OFF_ROUTES: readonly RouteRow[] = [...SSO, ...OAUTH_SERVER];
