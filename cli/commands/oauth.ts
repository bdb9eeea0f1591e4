// postern oauth: manages clients of the OAuth server, and the grants of users.
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Settings } from '../../core/settings/table.ts';
import { USER_ARGUMENT_HELP } from '../admin/admin_functions.ts';
import {
  type ClientOptions,
  changeClient,
  createClient,
  deleteClient,
  listClients,
  listGrants,
  revokeGrant,
  rotateSecret,
  showClient,
} from '../admin/oauth.ts';
import type { Runner } from '../runner.ts';
import { readAdminSettings, readCommandEnvironment, readKeySettings } from '../settings.ts';

interface Flags {
  json?: true;
  yes?: true;
}

const CLIENT = 'client id';

export function addCommand(root: Command, run: Runner): void {
  const withSettings = (
    own: Flags,
    work: (o: { settings: Settings; keys: () => Promise<Settings>; json: boolean; yes: boolean }) => Promise<number>,
  ): Promise<void> =>
    run(async (options) => {
      const environment = readCommandEnvironment(options);
      return work({
        settings: await readAdminSettings(environment),
        keys: () => readKeySettings(environment),
        json: own.json === true,
        yes: own.yes === true,
      });
    })();

  const oauth = root.command('oauth').description('Manage clients of the OAuth server, and the grants of users.');
  const client = oauth.command('client').description('Manage clients.');
  client
    .command('list')
    .description('List clients, newest first.')
    .option('--page <n>', 'page', parseWholeNumber, 1)
    .option('--per-page <n>', 'clients per page, up to 1000', parseWholeNumber, 50)
    .option('--json', 'print JSON')
    .action((own: Flags & { page: number; perPage: number }) =>
      withSettings(own, (o) => listClients({ ...o, page: own.page, per_page: own.perPage })),
    );
  client
    .command('show')
    .description('Show a client, without its secret.')
    .argument('<client>', CLIENT)
    .option('--json', 'print JSON')
    .action((id: string, own: Flags) => withSettings(own, (o) => showClient({ ...o, id })));
  withClientOptions(
    client
      .command('create')
      .description('Create a client and print its id and secret.')
      .addOption(
        new Option('--type <type>', 'whether it can keep a secret; default: confidential').choices([
          'public',
          'confidential',
        ]),
      ),
  ).action((own: Flags & ClientOptions) => withSettings(own, (o) => createClient({ ...o, own })));
  withClientOptions(
    client
      .command('change')
      .description('Change a client. Options that you leave out stay, an empty text removes a value.')
      .argument('<client>', CLIENT),
  ).action((id: string, own: Flags & ClientOptions) => withSettings(own, (o) => changeClient({ ...o, id, own })));
  client
    .command('rotate-secret')
    .description(
      "Replace a client's secret and print the new one. SVC_OAUTH_SERVER_SECRET_OVERLAP keeps the former valid.",
    )
    .argument('<client>', CLIENT)
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action((id: string, own: Flags) => withSettings(own, (o) => rotateSecret({ ...o, id })));
  client
    .command('delete')
    .description('Delete a client and end its access: sessions, grants and requests in progress.')
    .argument('<client>', CLIENT)
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action((id: string, own: Flags) => withSettings(own, (o) => deleteClient({ ...o, id })));

  const grant = oauth.command('grant').description('List and revoke what users have granted to clients.');
  grant
    .command('list')
    .description('List the clients that a user has approved, newest first.')
    .argument('<user>', USER_ARGUMENT_HELP)
    .option('--json', 'print JSON')
    .action((who: string, own: Flags) => withSettings(own, (o) => listGrants({ ...o, who })));
  grant
    .command('revoke')
    .description("Revoke a client's access to a user: its sessions, the grant and requests in progress.")
    .argument('<user>', USER_ARGUMENT_HELP)
    .argument('<client>', CLIENT)
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action((who: string, id: string, own: Flags) => withSettings(own, (o) => revokeGrant({ ...o, who, id })));
}

/** Adds the options that describe a client. */
function withClientOptions(command: Command): Command {
  return command
    .option('--redirect-uri <uri...>', 'addresses that codes may go to: up to 10')
    .option('--name <name>', 'name that users see')
    .addOption(
      new Option('--auth-method <method>', 'authentication at the token endpoint').choices([
        'none',
        'client_secret_basic',
        'client_secret_post',
      ]),
    )
    .addOption(new Option('--grant-type <type...>', 'grant types').choices(GRANT_TYPES))
    .option('--scope <scopes>', 'scopes that it may request, separated by blanks')
    .option('--resource <uri...>', 'resources that it may request (RFC 8707)')
    .option('--post-logout-redirect-uri <uri...>', 'addresses that a sign-out may return to')
    .option('--backchannel-logout-uri <url>', 'https address that gets a logout token when a session of it ends')
    .option('--uri <url>', 'page of the client')
    .option('--logo-uri <url>', 'logo')
    .option('--tos-uri <url>', 'terms of service')
    .option('--policy-uri <url>', 'privacy policy')
    .addOption(
      new Option('--require-pkce <yes|no>', 'no: for confidential clients that cannot use PKCE').choices(YES_NO),
    )
    .addOption(
      new Option('--skip-consent <yes|no>', 'yes: users are not asked; confidential clients only').choices(YES_NO),
    )
    .option('--json', 'print JSON');
}

const YES_NO = ['yes', 'no'];
const GRANT_TYPES = ['authorization_code', 'refresh_token', 'device_code'];

function parseWholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('It must be a number.');
  return Number(text);
}
