// Checks of the settings of the OAuth server.
import { signingAlgorithm } from '../keys/jwt_keys.ts';
import type { Settings } from './table.ts';

/** `keys` false: JWT_KEYS already has a problem, so nothing is known of the key that signs. */
export function checkOAuthServer(settings: Settings, o: { keys: boolean }): { warnings: string[] } {
  const warnings: string[] = [];
  if (settings.oauth_server_enabled && o.keys && signingAlgorithm(settings.jwt_keys).startsWith('HS')) {
    warnings.push(
      'SVC_OAUTH_SERVER_ENABLED: tokens are signed with HS256, so clients cannot verify ID tokens and the scope openid is refused. ' +
        'Set SVC_JWT_KEYS to an asymmetric key (npx postern key generate) for OpenID Connect',
    );
  }
  return { warnings };
}
