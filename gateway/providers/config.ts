// Finds the enabled providers and their settings.
import type { Provider, ProviderConfig } from '../../core/providers/provider.ts';
import { PROVIDERS } from '../../core/providers/registry.ts';
import { providerConfig, providerSetting } from '../../core/settings/provider_settings.ts';
import type { Settings } from '../../core/settings/table.ts';
import { type ApiError, refuse } from '../http/errors.ts';

export interface ConfiguredProvider {
  provider: Provider;
  config: ProviderConfig;
}

/** Names of the providers in the public settings. */
export const LISTED_PROVIDERS: readonly string[] = [...PROVIDERS.values()]
  .filter(({ unlisted }) => !unlisted)
  .map(({ name }) => name);

/** Finds a built-in provider by name, case-insensitively. */
export function findProvider(name: string): Provider | undefined {
  return PROVIDERS.get(name.toLowerCase());
}

/** Returns the provider with its settings, or an error if it is unknown, disabled or lacks a setting. */
export function findEnabledProvider(name: string, settings: Settings): ConfiguredProvider | ApiError {
  const provider = findProvider(name);
  if (provider === undefined) return refuse('provider_unknown', name.slice(0, 100));
  const config = providerConfig(provider.name, settings);
  if (!config.enabled) return refuse('provider_disabled');
  if (config.client_id === '') return refuse('provider_incomplete', 'missing OAuth client ID');
  if (config.secret === '') return refuse('provider_incomplete', 'missing OAuth secret');
  if (config.redirect_uri === '') return refuse('provider_incomplete', 'missing redirect URI');
  if (provider.url === 'required' && config.url === '')
    return refuse('provider_incomplete', provider.url_missing ?? 'missing URL');
  return { provider, config };
}

/** Returns for each listed provider whether it is enabled. */
export function enabledProviders(settings: Settings): Readonly<Record<string, boolean>> {
  return Object.fromEntries(LISTED_PROVIDERS.map((name) => [name, providerSetting(settings, name, 'enabled')]));
}
