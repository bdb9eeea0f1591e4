// Checks the settings of the OAuth server.
import { signingAlgorithm } from '../keys/jwt_keys.ts';
import type { Settings } from './table.ts';

/** Returns warnings. `keys` is false if JWT_KEYS already has a problem, so that the signing key is unknown. */
export function checkOAuthServer(settings: Settings, o: { keys: boolean }): { warnings: string[] } {
  const warnings: string[] = [];
  if (settings.oauth_server_enabled && o.keys && signingAlgorithm(settings.jwt_keys).startsWith('HS')) {
    warnings.push(
      'SVC_OAUTH_SERVER_ENABLED: tokens are signed with HS256, so clients cannot verify ID tokens and the scope openid is refused. ' +
        'Set SVC_JWT_KEYS to an asymmetric key (npx postern key generate) for OpenID Connect',
    );
  }
  const own_page = settings.oauth_server_enabled && settings.oauth_server_authorization_path === '';
  if (own_page && settings.security_captcha_enabled) {
    warnings.push(
      "SVC_SECURITY_CAPTCHA_ENABLED: the consent page of Postern loads no third party's captcha, so it offers external providers alone. " +
        'Set SVC_OAUTH_SERVER_AUTHORIZATION_PATH to a page of your app',
    );
  }
  const any_document = settings.oauth_server_enabled && settings.oauth_server_client_documents === 'any';
  if (any_document && settings.oauth_server_allowed_networks.length > 0) {
    warnings.push(
      'SVC_OAUTH_SERVER_ALLOWED_NETWORKS: with SVC_OAUTH_SERVER_CLIENT_DOCUMENTS=any, anybody can let this server request ' +
        'addresses in these private networks. Name the hosts of documents instead of any',
    );
  }
  return { warnings };
}
