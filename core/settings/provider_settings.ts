// Reads and changes single settings of an external provider.
import type { ProviderConfig } from '../providers/provider.ts';
import { requireProvider } from '../providers/registry.ts';
import { type ProviderParts, providerKey } from './rows/providers.ts';
import type { Settings } from './table.ts';

/** Returns a setting that all providers have. */
export function providerSetting<Part extends keyof ProviderParts>(
  settings: Settings,
  name: string,
  part: Part,
): ProviderParts[Part] {
  return readProviderSetting(settings, name, part) as ProviderParts[Part];
}

/** Returns a copy of the settings with a different value of a provider's setting. */
export function withProviderSetting<Part extends keyof ProviderParts>(
  settings: Settings,
  { name, part, value }: { name: string; part: Part; value: ProviderParts[Part] },
): Settings {
  readProviderSetting(settings, name, part);
  return { ...settings, [providerKey(name, part)]: value };
}

function readProviderSetting(settings: object, name: string, part: string): unknown {
  const value = (settings as Readonly<Record<string, unknown>>)[providerKey(name, part)];
  if (value === undefined) throw new Error(`there is no setting ${part} of a provider ${name}`);
  return value;
}

export function providerConfig(name: string, settings: Settings): ProviderConfig {
  const { url, settings: rows = {}, further_client_ids = [] } = requireProvider(name);
  const at = <Part extends keyof ProviderParts>(part: Part) => providerSetting(settings, name, part);
  const own = Object.fromEntries(
    Object.keys(rows).map((part) => [part, String(readProviderSetting(settings, name, part))]),
  );
  const client_ids = at('client_id').map((id) => id.trim());
  return {
    enabled: at('enabled'),
    client_id: client_ids.find((id) => id !== '') ?? '',
    client_ids: [...client_ids, ...further_client_ids.map((part) => own[part] ?? '')].filter((id) => id !== ''),
    secret: at('secret'),
    redirect_uri: at('redirect_uri'),
    url: url === 'ignored' ? '' : at('url').replace(/\/$/, ''),
    api_url: at('api_url').replace(/\/$/, ''),
    email_optional: at('email_optional'),
    skip_nonce_check: at('skip_nonce_check'),
    own,
  };
}
