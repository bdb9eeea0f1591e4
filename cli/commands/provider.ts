// postern provider: lists external providers, tests the settings of a provider by calling it, and adds and removes
// custom providers.
import { type Command, Option } from 'commander';
import type { Settings } from '../../core/settings/table.ts';
import { isCustomProvider } from '../../gateway/providers/custom.ts';
import { listProviders, testCustom, testProvider } from '../providers/actions.ts';
import { addCustom, type CustomOptions, listCustom, removeCustom, withCustomOptions } from '../providers/custom.ts';
import type { Runner } from '../runner.ts';
import {
  type GlobalOptions,
  readAdminSettings,
  readCommandEnvironment,
  readDatabaseSettings,
  readEmbeddedSettings,
  readKeySettings,
  usesEmbedded,
} from '../settings.ts';

export function addCommand(root: Command, run: Runner): void {
  /**
   * Reads the settings. The embedded server does not require SVC_API_EXTERNAL_URL, because readEmbeddedSettings() derives this
   * URL from the port.
   */
  const settingsOf = async (options: GlobalOptions): Promise<Settings> => {
    const environment = readCommandEnvironment(options);
    return usesEmbedded(environment)
      ? (await readEmbeddedSettings(environment)).settings
      : readDatabaseSettings(environment);
  };
  const provider = root.command('provider').description('List, test, add and remove external providers.');
  provider
    .command('list')
    .description('List providers with the settings they still need.')
    .option('--json', 'print JSON')
    .action((own: { json?: true }) =>
      run(async (options) => {
        const custom = await listCustom(() => readAdminSettings(readCommandEnvironment(options)));
        return listProviders({ settings: await settingsOf(options), json: own.json === true, custom });
      })(),
    );
  provider
    .command('test')
    .description('Check client id, redirect URI and secret at the provider, without a sign-in.')
    .argument('<name>', 'provider, such as github or custom:acme')
    .option('--json', 'print JSON')
    .action((name: string, own: { json?: true }) =>
      run(async (options) => {
        const json = own.json === true;
        if (!isCustomProvider(name)) return testProvider({ settings: await settingsOf(options), name, json });
        const environment = readCommandEnvironment(options);
        const keys = await readKeySettings(environment);
        return testCustom({ settings: await readAdminSettings(environment), keys, identifier: name, json });
      })(),
    );
  withCustomOptions(
    provider
      .command('add')
      .description('Add a custom OpenID Connect or OAuth 2 provider.')
      .argument('<identifier>', 'custom: followed by the name that apps request')
      .addOption(new Option('--type <type>', 'protocol').choices(['oidc', 'oauth2']).makeOptionMandatory()),
  )
    .option('--json', 'print JSON')
    .action((identifier: string, own: CustomOptions) =>
      run(async (options) => {
        const environment = readCommandEnvironment(options);
        const keys = await readKeySettings(environment);
        return addCustom({ settings: await readAdminSettings(environment), keys, identifier, own });
      })(),
    );
  provider
    .command('remove')
    .description('Remove a custom provider.')
    .argument('<identifier>', 'provider, such as custom:acme')
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action((identifier: string, own: { yes?: true; json?: true }) =>
      run(async (options) => {
        const settings = await readAdminSettings(readCommandEnvironment(options));
        return removeCustom({ settings, identifier, yes: own.yes === true, json: own.json === true });
      })(),
    );
}
