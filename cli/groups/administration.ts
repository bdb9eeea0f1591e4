// The commands that administer users and sessions.
import { type Command, Option } from 'commander';
import type { ListOptions, UserFields } from '../commands/user.ts';
import { environmentOf, type GlobalOptions, readAdminSettings } from '../settings.ts';
import type { Runner } from './runner.ts';

const WHO = 'id, e-mail address or phone number';
const FOR_EVER = '876000h';

/** Adds them to the root command. */
export function addAdministration(root: Command, run: Runner): void {
  const settingsOf = (options: GlobalOptions) => readAdminSettings(environmentOf(options));
  const user = root.command('user').description('create, look at, change, ban and delete users');

  withFields(user.command('create').description('create a user; no mail is sent'))
    .option('--id <uuid>', 'its id; default: a new one')
    .option('--aud <audience>', 'its audience; default: the configured one')
    .option('--ban <duration>', 'banned from the start, such as 24h')
    .option('--password-hash-stdin', 'take a bcrypt hash from standard input instead of a password')
    .option('--json', 'the user as JSON')
    .action(({ json, ...fields }: UserFields & { json?: true }) =>
      run(async (options) => {
        const { createUser } = await import('../commands/user.ts');
        return createUser({ settings: await settingsOf(options), json: json === true, fields });
      })(),
    );
  user
    .command('get')
    .description('show a user')
    .argument('<user>', WHO)
    .option('--json', 'as JSON')
    .action((who: string, { json }: { json?: true }) =>
      run(async (options) => {
        const { getUser } = await import('../commands/user.ts');
        return getUser({ settings: await settingsOf(options), json: json === true, who });
      })(),
    );
  user
    .command('list')
    .description('list users, the newest first')
    .option('--filter <text>', 'a part of the e-mail address or full name')
    .option('--oldest', 'the oldest first')
    .option('--page <number>', 'which page', '1')
    .option('--per-page <number>', 'users on a page', '50')
    .option('--aud <audience>', 'of another audience than the configured one')
    .option('--json', 'as JSON')
    .action(({ json, ...own }: ListOptions & { json?: true }) =>
      run(async (options) => {
        const { listUsers } = await import('../commands/user.ts');
        return listUsers({ settings: await settingsOf(options), json: json === true, ...own });
      })(),
    );
  withFields(
    user.command('update').description('change a user at once, without mail; a new password ends its sessions'),
  )
    .argument('<user>', WHO)
    .option('--json', 'the user as JSON')
    .action((who: string, { json, ...fields }: UserFields & { json?: true }) =>
      run(async (options) => {
        const { updateUser } = await import('../commands/user.ts');
        return updateUser({ settings: await settingsOf(options), json: json === true, who, fields });
      })(),
    );
  user
    .command('ban')
    .description('keep a user from signing in and refreshing')
    .argument('<user>', WHO)
    .addOption(new Option('--for <duration>', 'such as 24h or 30m').default(FOR_EVER, 'a hundred years'))
    .option('--json', 'the user as JSON')
    .action((who: string, own: { for: string; json?: true }) => ban(who, own.for, own.json === true));
  user
    .command('unban')
    .description('end a ban')
    .argument('<user>', WHO)
    .option('--json', 'the user as JSON')
    .action((who: string, own: { json?: true }) => ban(who, null, own.json === true));
  const ban = (who: string, duration: string | null, json: boolean) =>
    run(async (options) => {
      const { banUser } = await import('../commands/user.ts');
      return banUser({ settings: await settingsOf(options), json, who, duration });
    })();
  user
    .command('delete')
    .description('delete a user and all that hangs on it')
    .argument('<user>', WHO)
    .option('--soft', 'keep the id, with digests instead of addresses')
    .option('--yes', 'do not ask')
    .option('--json', 'as JSON')
    .action((who: string, own: { soft?: true; yes?: true; json?: true }) =>
      run(async (options) => {
        const { deleteUser } = await import('../commands/user.ts');
        const flags = { soft: own.soft === true, yes: own.yes === true, json: own.json === true };
        return deleteUser({ settings: await settingsOf(options), who, ...flags });
      })(),
    );
  addSessions(root, run);
}

function addSessions(root: Command, run: Runner): void {
  const session = root.command('session').description("list a user's sessions and end them");
  session
    .command('list')
    .description("a user's sessions, the newest first; ended ones are kept for a day")
    .argument('<user>', WHO)
    .option('--json', 'as JSON')
    .action((who: string, own: { json?: true }) =>
      run(async (options) => {
        const { listSessions } = await import('../commands/session.ts');
        const settings = await readAdminSettings(environmentOf(options));
        return listSessions({ settings, json: own.json === true, who });
      })(),
    );
  session
    .command('revoke')
    .description('sign a user out of one session or of all')
    .argument('<user>', WHO)
    .argument('[session]', 'id of the session')
    .option('--all', 'all sessions')
    .option('--yes', 'do not ask')
    .option('--json', 'as JSON')
    .action((who: string, id: string | undefined, own: { all?: true; yes?: true; json?: true }) =>
      run(async (options) => {
        const { revokeSessions } = await import('../commands/session.ts');
        const settings = await readAdminSettings(environmentOf(options));
        const flags = { all: own.all === true, yes: own.yes === true, json: own.json === true };
        return revokeSessions({ settings, who, session: id, ...flags });
      })(),
    );
}

/** The options that create and update share. */
function withFields(command: Command): Command {
  return command
    .option('--email <address>', 'its e-mail address')
    .option('--phone <number>', 'its phone number')
    .option('--role <role>', 'its role; default: the configured one')
    .option('--confirm', 'count the addresses as proven')
    .option('--user-metadata <json>', 'a JSON object; null values delete their keys')
    .option('--app-metadata <json>', 'a JSON object; null values delete their keys')
    .option('--password-stdin', 'take the password from standard input; else POSTERN_USER_PASSWORD, if set');
}
