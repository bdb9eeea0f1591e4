// postern sso: manages identity providers of organizations (SAML 2.0), the organizations' domains, and tokens for
// provisioning (SCIM 2.0).
import type { Command } from 'commander';
import type { Runner } from '../runner.ts';
import { readAdminSettings, readCommandEnvironment } from '../settings.ts';
import { addDomain, enforceDomain, listDomains, removeDomain, verifyDomain } from '../sso/domains.ts';
import {
  addIdp,
  changeIdp,
  type IdpOptions,
  listIdps,
  removeIdp,
  restoreIdps,
  showIdp,
  testIdp,
  withIdpOptions,
} from '../sso/providers.ts';
import { addScimToken, listScimTokens, removeScimToken } from '../sso/scim_tokens.ts';

type Flags = Partial<Record<'json' | 'yes' | 'off' | 'withoutDns', true>>;

export function addCommand(root: Command, run: Runner): void {
  const sso = root.command('sso').description('Manage identity providers of organizations (SAML 2.0).');
  const provider = sso.command('provider').description('List, show, add, change, test and remove identity providers.');
  const json = ['--json', 'print JSON'] as const;
  const PROVIDER = ['<provider>', 'id, or resource_ and the resource id'] as const;
  provider
    .command('list')
    .description('List identity providers with their domains.')
    .option(...json)
    .action((own: { json?: true }) =>
      run(async (options) => listIdps(await readAdminSettings(readCommandEnvironment(options)), own))(),
    );
  provider
    .command('show')
    .description('Show an identity provider with its certificates.')
    .argument(...PROVIDER)
    .option(...json)
    .action((id: string, own: { json?: true }) =>
      run(async (options) => showIdp(await readAdminSettings(readCommandEnvironment(options)), { id, ...own }))(),
    );
  withIdpOptions(provider.command('add').description('Add an identity provider by its metadata.'))
    .option(...json)
    .action((own: IdpOptions) =>
      run(async (options) => addIdp(await readAdminSettings(readCommandEnvironment(options)), own))(),
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
      run(async (options) => changeIdp(await readAdminSettings(readCommandEnvironment(options)), { id, own }))(),
    );
  provider
    .command('test')
    .description(
      'Check metadata, certificates, sign-in page and clock; with a response of the provider, each rule that it must meet.',
    )
    .argument(...PROVIDER)
    .option('--response <file>', 'a response that the provider sent, as XML or base64')
    .option('--request-id <id>', 'ID of the request that the response answers')
    .option(...json)
    .action((id: string, own: { response?: string; requestId?: string; json?: true }) =>
      run(async (options) => testIdp(await readAdminSettings(readCommandEnvironment(options)), { id, ...own }))(),
    );
  provider
    .command('restore')
    .description('Add the identity providers that an import from supabase/auth has set aside, with their ids.')
    .option(...json)
    .action((own: { json?: true }) =>
      run(async (options) => restoreIdps(await readAdminSettings(readCommandEnvironment(options)), own))(),
    );
  provider
    .command('remove')
    .description('Remove an identity provider.')
    .argument(...PROVIDER)
    .option('--keep-sessions', 'do not end the sessions that it opened')
    .option('--yes', 'skip the confirmation')
    .option(...json)
    .action((id: string, own: { keepSessions?: true; yes?: true; json?: true }) =>
      run(async (options) => removeIdp(await readAdminSettings(readCommandEnvironment(options)), { id, ...own }))(),
    );
  addDomainCommands(sso, run);
  addScimCommands(sso, run);
}

function addDomainCommands(sso: Command, run: Runner): void {
  const domain = sso.command('domain').description('List, add, verify, enforce and remove domains of organizations.');
  const one = (name: string, description: string): Command =>
    domain
      .command(name)
      .description(description)
      .argument('<provider>', 'id, or resource_ and the resource id')
      .argument('<domain>', 'such as example.com');
  const json = ['--json', 'print JSON'] as const;
  const yes = ['--yes', 'skip the confirmation'] as const;
  domain
    .command('list')
    .description('List the domains of an identity provider, with the DNS records that verify them.')
    .argument('<provider>', 'id, or resource_ and the resource id')
    .option(...json)
    .action((id: string, own: Flags) =>
      run(async (options) => listDomains(await readAdminSettings(readCommandEnvironment(options)), { id, ...own }))(),
    );
  one('add', 'Give a domain to an identity provider, and print the DNS record that verifies it.')
    .option(...json)
    .action((id: string, name: string, own: Flags) =>
      run(async (options) =>
        addDomain(await readAdminSettings(readCommandEnvironment(options)), { id, domain: name, ...own }),
      )(),
    );
  one('verify', 'Verify a domain by its DNS record.')
    .option('--without-dns', 'verify it by your own word')
    .option(...json)
    .action((id: string, name: string, own: Flags) =>
      run(async (options) =>
        verifyDomain(await readAdminSettings(readCommandEnvironment(options)), { id, domain: name, ...own }),
      )(),
    );
  one('enforce', 'Let users of a verified domain sign in with its identity provider only.')
    .option('--off', 'allow other ways to sign in again')
    .option(...yes)
    .option(...json)
    .action((id: string, name: string, own: Flags) =>
      run(async (options) =>
        enforceDomain(await readAdminSettings(readCommandEnvironment(options)), { id, domain: name, ...own }),
      )(),
    );
  one('remove', 'Take a domain from an identity provider.')
    .option(...yes)
    .option(...json)
    .action((id: string, name: string, own: Flags) =>
      run(async (options) =>
        removeDomain(await readAdminSettings(readCommandEnvironment(options)), { id, domain: name, ...own }),
      )(),
    );
}

function addScimCommands(sso: Command, run: Runner): void {
  const json = ['--json', 'print JSON'] as const;
  const PROVIDER = ['<provider>', 'id, or resource_ and the resource id'] as const;
  const scim = sso.command('scim').description('Manage provisioning by organizations (SCIM 2.0).');
  const token = scim.command('token').description('List, make and remove SCIM tokens of an identity provider.');
  token
    .command('list')
    .description('List the tokens of an identity provider.')
    .argument(...PROVIDER)
    .option(...json)
    .action((id: string, own: { json?: true }) =>
      run(async (options) =>
        listScimTokens(await readAdminSettings(readCommandEnvironment(options)), { id, ...own }),
      )(),
    );
  token
    .command('add')
    .description('Make a token and print it. Make a second one to rotate the first.')
    .argument(...PROVIDER)
    .requiredOption('--name <name>', 'what it is for')
    .option('--expires-at <instant>', 'end of its life, such as 2031-05-01T12:00:00Z')
    .option(...json)
    .action((id: string, own: { name: string; expiresAt?: string; json?: true }) =>
      run(async (options) => addScimToken(await readAdminSettings(readCommandEnvironment(options)), { id, ...own }))(),
    );
  token
    .command('remove')
    .description('Remove a token. It is refused from then on.')
    .argument(...PROVIDER)
    .argument('<token-id>', 'id of the token, from the list')
    .option('--yes', 'skip the confirmation')
    .action((id: string, token: string, own: { yes?: true }) =>
      run(async (options) =>
        removeScimToken(await readAdminSettings(readCommandEnvironment(options)), { id, token, ...own }),
      )(),
    );
}
