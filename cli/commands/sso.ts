// postern sso provider: identity providers of organizations (SAML 2.0).
import type { Command } from 'commander';
import type { Runner } from '../runner.ts';
import { environmentOf, readAdminSettings } from '../settings.ts';
import {
  addIdp,
  changeIdp,
  type IdpOptions,
  listIdps,
  removeIdp,
  showIdp,
  testIdp,
  withIdpOptions,
} from '../sso/providers.ts';

export function add(root: Command, run: Runner): void {
  const sso = root.command('sso').description('Manage identity providers of organizations (SAML 2.0).');
  const provider = sso.command('provider').description('List, show, add, change, test and remove identity providers.');
  const json = ['--json', 'print JSON'] as const;
  const PROVIDER = ['<provider>', 'id, or resource_ and the resource id'] as const;
  provider
    .command('list')
    .description('List identity providers with their domains.')
    .option(...json)
    .action((own: { json?: true }) =>
      run(async (options) => listIdps(await readAdminSettings(environmentOf(options)), own))(),
    );
  provider
    .command('show')
    .description('Show an identity provider with its certificates.')
    .argument(...PROVIDER)
    .option(...json)
    .action((id: string, own: { json?: true }) =>
      run(async (options) => showIdp(await readAdminSettings(environmentOf(options)), { id, ...own }))(),
    );
  withIdpOptions(provider.command('add').description('Add an identity provider by its metadata.'))
    .option(...json)
    .action((own: IdpOptions) =>
      run(async (options) => addIdp(await readAdminSettings(environmentOf(options)), own))(),
    );
  withIdpOptions(
    provider
      .command('change')
      .description('Change an identity provider; options that are not given keep their value.')
      .argument(...PROVIDER),
  )
    .option('--refresh', 'fetch its metadata again')
    .option('--enable', 'enable it')
    .option(...json)
    .action((id: string, own: IdpOptions) =>
      run(async (options) => changeIdp(await readAdminSettings(environmentOf(options)), { id, own }))(),
    );
  provider
    .command('test')
    .description('Check metadata and certificates; with a response of the provider, each rule that it must meet.')
    .argument(...PROVIDER)
    .option('--response <file>', 'a response that the provider sent, as XML or base64')
    .option('--request-id <id>', 'ID of the request that the response answers')
    .option(...json)
    .action((id: string, own: { response?: string; requestId?: string; json?: true }) =>
      run(async (options) => testIdp(await readAdminSettings(environmentOf(options)), { id, ...own }))(),
    );
  provider
    .command('remove')
    .description('Remove an identity provider.')
    .argument(...PROVIDER)
    .option('--keep-sessions', 'do not end the sessions that it opened')
    .option('--yes', 'skip the confirmation')
    .option(...json)
    .action((id: string, own: { keepSessions?: true; yes?: true; json?: true }) =>
      run(async (options) => removeIdp(await readAdminSettings(environmentOf(options)), { id, ...own }))(),
    );
}
