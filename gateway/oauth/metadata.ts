// The metadata document of the OAuth server. The same document is served at the paths of RFC 8414 and of OpenID Connect
// Discovery.
import { canSignIdTokens, endpointBaseUrl, tokenIssuer } from '../../core/issuer.ts';
import { signingAlgorithm } from '../../core/keys/jwt_keys.ts';
import { BUILT_IN_SCOPES } from '../../core/settings/rows/oauth_server.ts';
import type { Settings } from '../../core/settings/table.ts';
import { ACCEPTED_ALGORITHMS } from '../providers/id_tokens.ts';

/** Grant type of devices (RFC 8628, 3.4). */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const CONFIDENTIAL_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;
const CLIENT_METHODS = [...CONFIDENTIAL_METHODS, 'none'] as const;

/**
 * Returns the metadata document. It always has the members of OpenID, because clients validate them even if they do
 * not use OpenID.
 */
export function buildServerMetadata(settings: Settings): Record<string, unknown> {
  const base = endpointBaseUrl(settings);
  const openid = canSignIdTokens(settings);
  const device = settings.oauth_server_device_enabled;
  return {
    issuer: tokenIssuer(settings),
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    userinfo_endpoint: `${base}/oauth/userinfo`,
    jwks_uri: `${base}/.well-known/jwks.json`,
    revocation_endpoint: `${base}/oauth/revoke`,
    introspection_endpoint: `${base}/oauth/introspect`,
    pushed_authorization_request_endpoint: `${base}/oauth/par`,
    ...(settings.oauth_server_client_documents === 'off' ? {} : { client_id_metadata_document_supported: true }),
    ...(device ? { device_authorization_endpoint: `${base}/oauth/device_authorization` } : {}),
    end_session_endpoint: `${base}/oauth/logout`,
    // Logout tokens are signed with the keys of ID tokens, so they exist only where ID tokens do.
    backchannel_logout_supported: openid,
    backchannel_logout_session_supported: openid,
    ...(settings.oauth_server_allow_dynamic_registration
      ? { registration_endpoint: `${base}/oauth/clients/register` }
      : {}),
    scopes_supported: [
      ...BUILT_IN_SCOPES.filter((name) => openid || name !== 'openid'),
      ...Object.keys(settings.oauth_server_scopes),
    ],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', ...(device ? [DEVICE_GRANT] : [])],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [openid ? signingAlgorithm(settings.jwt_keys) : 'RS256'],
    token_endpoint_auth_methods_supported: CLIENT_METHODS,
    revocation_endpoint_auth_methods_supported: CLIENT_METHODS,
    introspection_endpoint_auth_methods_supported: CONFIDENTIAL_METHODS,
    ...Object.fromEntries(
      ['token', 'revocation', 'introspection'].map((name) => [
        `${name}_endpoint_auth_signing_alg_values_supported`,
        ACCEPTED_ALGORITHMS,
      ]),
    ),
    code_challenge_methods_supported: settings.oauth_server_plain_pkce_enabled ? ['S256', 'plain'] : ['S256'],
    claims_supported: [
      ...['sub', 'aud', 'iss', 'exp', 'iat', 'auth_time', 'nonce', 'acr', 'amr', 'sid', 'at_hash'],
      ...['email', 'email_verified', 'phone_number', 'phone_number_verified'],
      ...['name', 'picture', 'preferred_username', 'updated_at'],
    ],
    prompt_values_supported: ['none', 'login', 'consent'],
    acr_values_supported: ['aal1', 'aal2'],
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}

const DOCUMENTS = ['oauth-authorization-server', 'openid-configuration'] as const;

/**
 * Returns a function that maps `/.well-known/<document>/<path of the issuer>` to the path of the document in the route
 * table, and returns other paths unchanged. Clients request this form if the issuer has a path (RFC 8414, section 3.1).
 */
export function createWellKnownMapping(settings: Settings): (path: string) => string {
  const issuer = tokenIssuer(settings);
  const path = URL.canParse(issuer) ? new URL(issuer).pathname.replace(/\/+$/, '') : '';
  if (path === '') return (sent) => sent;
  const places = new Map(DOCUMENTS.map((name) => [`/.well-known/${name}${path}`, `/.well-known/${name}`]));
  return (sent) => places.get(sent) ?? sent;
}
