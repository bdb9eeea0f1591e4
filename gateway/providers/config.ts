// The providers that are switched on, with what the operator said of each, and why one cannot be used.
import { ALL_PROVIDERS, type ProviderName } from '../../core/settings/rows/providers.ts';
import type { Settings } from '../../core/settings/table.ts';
import { type Refusal, refuse } from '../http/errors.ts';
import type { Provider, ProviderConfig } from './provider.ts';
import { REGISTRY } from './registry.ts';

export interface ReadyProvider {
  provider: Provider;
  config: ProviderConfig;
}

/** What the operator said of a provider, complete or not. */
export function configOf(name: ProviderName, settings: Settings): ProviderConfig {
  const client_ids = settings[`external_${name}_client_id`].map((id) => id.trim()).filter((id) => id !== '');
  const bundle_id = name === 'apple' ? settings.external_ios_bundle_id : '';
  return {
    enabled: settings[`external_${name}_enabled`],
    client_id: client_ids[0] ?? '',
    client_ids: bundle_id === '' ? client_ids : [...client_ids, bundle_id],
    secret: settings[`external_${name}_secret`],
    redirect_uri: settings[`external_${name}_redirect_uri`],
    url: REGISTRY[name].url === 'ignored' ? '' : settings[`external_${name}_url`].replace(/\/$/, ''),
    api_url: settings[`external_${name}_api_url`].replace(/\/$/, ''),
    email_optional: settings[`external_${name}_email_optional`],
    skip_nonce_check: settings[`external_${name}_skip_nonce_check`],
  };
}

/** The name of a provider of this release, written in whatever case. */
export function knownName(name: string): ProviderName | undefined {
  return ALL_PROVIDERS.find((known) => known === name.toLowerCase());
}

/** The provider, ready to be used, or the refusal that says what is missing. */
export function readyProvider(name: string, settings: Settings): ReadyProvider | Refusal {
  const known = knownName(name);
  if (known === undefined) return refuse('provider_unknown', name.slice(0, 100));
  const provider = REGISTRY[known];
  const config = configOf(known, settings);
  if (!config.enabled) return refuse('provider_disabled');
  if (config.client_id === '') return refuse('provider_incomplete', 'missing OAuth client ID');
  if (config.secret === '') return refuse('provider_incomplete', 'missing OAuth secret');
  if (config.redirect_uri === '') return refuse('provider_incomplete', 'missing redirect URI');
  if (provider.url === 'required' && config.url === '')
    return refuse('provider_incomplete', provider.url_missing ?? 'missing URL');
  return { provider, config };
}

/** Whether a client is told that it may offer the provider. */
export function isOffered(name: ProviderName, settings: Settings): boolean {
  return settings[`external_${name}_enabled`];
}
