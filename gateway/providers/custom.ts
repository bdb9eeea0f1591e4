// Converts the stored definition of a custom provider to the form of a built-in provider.
import { type KeyRing, unknownSealingKeyError } from '../../core/keys/ring.ts';
import { type Endpoints, NO_CONFIG, type OAuth2Provider } from '../../core/providers/provider.ts';
import { createNetworkRestriction, type NetworkRestriction } from '../../core/reach.ts';
import type { Settings } from '../../core/settings/table.ts';
import { type ApiError, refuse } from '../http/errors.ts';
import type { ConfiguredProvider } from './config.ts';
import type { CustomDefinition } from './custom_definition.ts';
import { createProfileMapper } from './custom_profile.ts';
import type { DiscoveryDocument } from './discovery.ts';

export interface CustomProviders {
  /** Networks that requests to custom providers may reach. */
  reach: NetworkRestriction;
  /** Returns the provider with its settings, or the error because of which it cannot be used. */
  ready(definition: CustomDefinition): ConfiguredProvider | ApiError;
}

/** Returns true if the name has the prefix of custom providers, case-insensitively. */
export function isCustomProvider(name: string): boolean {
  return /^custom:/i.test(name);
}

export function createCustomProviders({ settings, ring }: { settings: Settings; ring: KeyRing }): CustomProviders {
  const reach = createNetworkRestriction({ networks: settings.custom_oauth_allowed_networks });
  const external = settings.custom_oauth_external_url || settings.api_external_url;
  const redirect_uri = `${external.replace(/\/$/, '')}/callback`;
  return {
    reach,
    ready(definition) {
      if (!settings.custom_oauth_enabled) return refuse('custom_providers_off');
      if (!definition.enabled) return refuse('provider_disabled');
      const secret = ring.open(definition.client_secret, definition.id);
      if (secret === null)
        return Object.assign(refuse('provider_incomplete', 'missing OAuth secret'), {
          cause: unknownSealingKeyError(`the client secret of ${definition.identifier}`),
        });
      const { client_id, acceptable_client_ids, email_optional } = definition;
      const client_ids = [client_id, ...acceptable_client_ids];
      const skip_nonce_check = definition.skip_nonce_check ?? false;
      const own = { client_id, client_ids, secret, redirect_uri, email_optional, skip_nonce_check };
      const config = { ...NO_CONFIG, ...own, reach };
      return { provider: toOAuth2Provider(definition, reach), config };
    },
  };
}

function toOAuth2Provider(definition: CustomDefinition, reach: NetworkRestriction): OAuth2Provider {
  const { discovery_document: document, issuer = '' } = definition;
  const endpoints: Endpoints = document
    ? {
        authorize: document.authorization_endpoint,
        token: document.token_endpoint,
        api: document.userinfo_endpoint ?? '',
      }
    : {
        authorize: definition.authorization_url ?? '',
        token: definition.token_url ?? '',
        api: definition.userinfo_url ?? '',
      };
  const scopes =
    document && !definition.scopes.includes('openid') ? ['openid', ...definition.scopes] : definition.scopes;
  return {
    name: definition.identifier,
    title: definition.name,
    protocol: 'oauth2',
    scopes: scopes.join(' '),
    extra_scopes: true,
    authorize_parameters: definition.authorization_params,
    client_auth: chooseClientAuth(document),
    pkce: definition.pkce_enabled,
    endpoints: () => endpoints,
    user_requests: ({ endpoints: { api } }): Record<string, { url: string }> =>
      api === '' ? {} : { user: { url: api } },
    profile: createProfileMapper(definition),
    ...(document && {
      id_token: {
        required: true,
        every_client_id: true,
        ...(definition.skip_nonce_check ? {} : { nonce: true as const }),
        // Uses the jwks_uri of the discovery document that was checked when the provider was saved. Discovery is not
        // repeated.
        keys_of: (claimed) => (claimed === issuer ? { jwks_uri: document.jwks_uri, reach } : null),
      },
    }),
  };
}

/**
 * Returns a client authentication method that the discovery document lists, or `either` if it lists no supported one.
 */
function chooseClientAuth(document: DiscoveryDocument | undefined): OAuth2Provider['client_auth'] {
  const ways = document?.token_endpoint_auth_methods_supported ?? [];
  if (ways.includes('client_secret_basic')) return 'basic';
  return ways.includes('client_secret_post') ? 'post' : 'either';
}
