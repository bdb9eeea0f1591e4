// Actions of postern provider: lists providers and tests one.
import { PROVIDERS } from '../../core/providers/registry.ts';
import { providerConfig, providerSetting, withProviderSetting } from '../../core/settings/provider_settings.ts';
import { PROVIDER_PARTS } from '../../core/settings/rows/providers.ts';
import type { Settings } from '../../core/settings/table.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { formatCell, formatTable, print, printJson } from '../../core/terminal/output.ts';
import { ApiError } from '../../gateway/http/errors.ts';
import { type CheckContext, checkProvider } from '../../gateway/providers/check/check.ts';
import { type ConfiguredProvider, findEnabledProvider, findProvider } from '../../gateway/providers/config.ts';
import type { AdminResult } from '../admin/admin_functions.ts';
import { findCustom } from './custom.ts';

export async function listProviders(o: {
  settings: Settings;
  json: boolean;
  custom: readonly AdminResult[] | null;
}): Promise<number> {
  const { settings, json, custom } = o;
  const rows = [...PROVIDERS.values()].map(({ name, title }) => {
    const { enabled, client_id, redirect_uri } = providerConfig(name, settings);
    const ready = findEnabledProvider(name, settings);
    const missing = enabled && ready instanceof ApiError ? ready.msg.replace(/^Unsupported provider: /, '') : '';
    return { name, title, enabled, client_id, redirect_uri, missing };
  });
  if (json) printJson({ providers: rows, custom });
  else {
    const state = (row: (typeof rows)[number]) => (row.enabled ? row.missing || 'on' : 'off');
    const cells = rows.map((row) => [row.name, row.title, state(row), row.client_id, row.redirect_uri]);
    const own = (custom ?? []).map((one) => [one.identifier, one.name, one.enabled ? 'on' : 'off', one.client_id, '']);
    print(formatTable(['name', 'provider', 'state', 'client id', 'redirect URI'], [...cells, ...own]));
  }
  return 0;
}

export async function testProvider(o: { settings: Settings; name: string; json: boolean }): Promise<number> {
  const { settings, name, json } = o;
  const provider = findProvider(name);
  if (provider === undefined)
    throw new CommandError(`There is no provider ${name}; "npx postern provider list" lists them`, { code: 'unknown' });
  // A provider can be tested before it is enabled.
  const on = withProviderSetting(settings, { name: provider.name, part: 'enabled', value: true });
  const ready = findEnabledProvider(name, on);
  const variable = (part: string): string => `SVC_EXTERNAL_${provider.name.toUpperCase()}_${part.toUpperCase()}`;
  if (ready instanceof ApiError) {
    const absent = [...PROVIDER_PARTS, 'url' as const]
      .filter((part) => providerSetting(settings, provider.name, part).length === 0)
      .filter((part) => part !== 'url' || provider.url === 'required');
    throw new CommandError(`Not set: ${absent.map(variable).join(', ')}. See docs/providers.md`, {
      code: 'incomplete',
    });
  }
  const off = providerSetting(settings, provider.name, 'enabled')
    ? ''
    : `${provider.title} is disabled: set ${variable('enabled')}`;
  return printChecks(ready, { context: contextOf(settings), off, json });
}

export async function testCustom(o: {
  settings: Settings;
  keys: Settings;
  identifier: string;
  json: boolean;
}): Promise<number> {
  const { settings, json } = o;
  const { ready, definition } = await findCustom(o);
  const off = !settings.custom_oauth_enabled
    ? 'SVC_CUSTOM_OAUTH_ENABLED is off: custom providers are disabled'
    : definition.enabled
      ? ''
      : `${definition.name} is disabled`;
  return printChecks(ready, { context: { ...contextOf(settings), definition }, off, json });
}

const contextOf = ({ api_external_url }: Settings): CheckContext => ({ api_external_url, now: Date.now() });

/** Runs the checks and prints their findings. `off` is the reason why sign-in with this provider is disabled, or ''. */
async function printChecks(
  ready: ConfiguredProvider,
  o: { context: CheckContext; off: string; json: boolean },
): Promise<number> {
  const findings = await checkProvider(ready, o.context);
  if (o.json) printJson({ provider: ready.provider.name, findings });
  else {
    for (const { check, state, says, advice } of findings) {
      print(formatCell(`${state.padEnd(8)} ${check.padEnd(10)} ${says}${advice === '' ? '' : ` → ${advice}`}`));
    }
    if (o.off !== '') print(o.off);
  }
  return findings.some(({ state }) => state === 'failed') ? 1 : 0;
}
