// The issuer of tokens for OAuth clients, and the base URL of the server's endpoints.
import { signingAlgorithm } from './keys/jwt_keys.ts';
import type { Settings } from './settings/table.ts';

/** Returns the base URL of the API without trailing slashes. */
export function endpointBaseUrl({ api_external_url }: Pick<Settings, 'api_external_url'>): string {
  return api_external_url.replace(/\/+$/, '');
}

export function tokenIssuer(settings: Pick<Settings, 'api_external_url' | 'jwt_issuer'>): string {
  return settings.jwt_issuer || endpointBaseUrl(settings);
}

/** Returns true if clients can verify ID tokens, which requires an asymmetric signing key. */
export function canSignIdTokens({ jwt_keys }: Pick<Settings, 'jwt_keys'>): boolean {
  return !signingAlgorithm(jwt_keys).startsWith('HS');
}
