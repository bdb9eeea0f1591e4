// postern provider: lists external providers, and finds out whether one will work before anybody signs in with it.
import type { Command } from 'commander';
import { ALL_PROVIDERS, PROVIDER_PARTS } from '../../core/settings/rows/providers.ts';
import type { Settings } from '../../core/settings/table.ts';
import { Refusal } from '../../gateway/http/errors.ts';
import { configOf, providerNamed, readyProvider } from '../../gateway/providers/config.ts';
import { REGISTRY } from '../../gateway/providers/registry.ts';
import { checkProvider } from '../providers/checks.ts';
import type { Runner } from '../runner.ts';
import { environmentOf, type GlobalOptions, readDatabaseSettings } from '../settings.ts';
import { cell, print, printJson, table } from '../terminal/output.ts';
import { Sentence } from '../terminal/sentence.ts';

/** Adds it to the root command. */
export function add(root: Command, run: Runner): void {
  const settingsOf = (options: GlobalOptions) => readDatabaseSettings(environmentOf(options));
  const provider = root.command('provider').description('list external providers and test their settings');
  provider
    .command('list')
    .description('the providers, and what is missing before people can sign in with them')
    .option('--json', 'as JSON')
    .action((own: { json?: true }) =>
      run(async (options) => listProviders({ settings: settingsOf(options), json: own.json === true }))(),
    );
  provider
    .command('test')
    .description('ask a provider whether it knows the client, its redirect URI and its secret; nobody signs in')
    .argument('<name>', 'of the provider, such as github')
    .option('--json', 'as JSON')
    .action((name: string, own: { json?: true }) =>
      run(async (options) => testProvider({ settings: settingsOf(options), name, json: own.json === true }))(),
    );
}

export async function listProviders({ settings, json }: { settings: Settings; json: boolean }): Promise<number> {
  const rows = ALL_PROVIDERS.map((name) => {
    const { enabled, client_id, redirect_uri } = configOf(name, settings);
    const ready = readyProvider(name, settings);
    const missing = enabled && ready instanceof Refusal ? ready.msg.replace(/^Unsupported provider: /, '') : '';
    return { name, title: REGISTRY[name].title, enabled, client_id, redirect_uri, missing };
  });
  if (json) printJson({ providers: rows });
  else {
    const state = (row: (typeof rows)[number]) => (row.enabled ? row.missing || 'on' : 'off');
    const cells = rows.map((row) => [row.name, row.title, state(row), row.client_id, row.redirect_uri]);
    print(table(['name', 'provider', 'state', 'client id', 'redirect URI'], cells));
  }
  return 0;
}

export async function testProvider(o: { settings: Settings; name: string; json: boolean }): Promise<number> {
  const { settings, name, json } = o;
  const known = providerNamed(name);
  // Before it is switched on is the best time to test it.
  if (known === undefined)
    throw new Sentence(`There is no provider ${name}: see postern provider list`, { code: 'unknown' });
  const ready = readyProvider(name, { ...settings, [`external_${known.name}_enabled`]: true });
  if (ready instanceof Refusal) {
    const absent = [...PROVIDER_PARTS, 'url' as const]
      .filter((part) => settings[`external_${known.name}_${part}`].length === 0)
      .filter((part) => part !== 'url' || known.url === 'required');
    const names = absent.map((part) => `SVC_EXTERNAL_${known.name.toUpperCase()}_${part.toUpperCase()}`);
    throw new Sentence(`Not set: ${names.join(', ')}. See docs/providers.md`, { code: 'incomplete' });
  }
  const context = { api_external_url: settings.api_external_url, now: Date.now() };
  const findings = await checkProvider(ready, context);
  if (json) printJson({ provider: ready.provider.name, findings });
  else {
    for (const { check, state, says, advice } of findings) {
      print(cell(`${state.padEnd(8)} ${check.padEnd(10)} ${says}${advice === '' ? '' : ` → ${advice}`}`));
    }
    if (!settings[`external_${known.name}_enabled`])
      print(`${ready.provider.title} is switched off: SVC_EXTERNAL_${ready.provider.name.toUpperCase()}_ENABLED`);
  }
  return findings.some(({ state }) => state === 'failed') ? 1 : 0;
}
