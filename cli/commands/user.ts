// postern user: creates, shows, lists, finds, exports, updates, bans, unbans and deletes users, by id, e-mail address
// or phone number.
import { type Command, Option } from 'commander';
import { USER_ARGUMENT_HELP } from '../admin/admin_functions.ts';
import { addExportCommand } from '../admin/user_export.ts';
import { type UserFields, withFields } from '../admin/user_fields.ts';
import { addFindCommand } from '../admin/user_find.ts';
import { addIndexCommand } from '../admin/user_index.ts';
import {
  banUser,
  createUser,
  deleteUser,
  getUser,
  type ListOptions,
  listUsers,
  PERMANENT_BAN,
  updateUser,
} from '../admin/users.ts';
import type { Runner } from '../runner.ts';
import { type GlobalOptions, readAdminSettings, readCommandEnvironment } from '../settings.ts';

export function addCommand(root: Command, run: Runner): void {
  const settingsOf = (options: GlobalOptions) => readAdminSettings(readCommandEnvironment(options));
  const user = root.command('user').description('Create, list, find, change, ban and delete users.');

  withFields(user.command('create').description('Create a user. No mail is sent.'))
    .option('--id <uuid>', 'user id; default: a new UUID')
    .option('--aud <audience>', 'audience; default: the configured one')
    .option('--ban <duration>', 'ban the user for this time, such as 24h')
    .option(
      '--password-hash-stdin',
      'read a password hash (bcrypt, argon2i, argon2id, Firebase scrypt) from standard input',
    )
    .option('--json', 'print the user as JSON')
    .action(({ json, ...fields }: UserFields & { json?: true }) =>
      run(async (options) => {
        return createUser({ settings: await settingsOf(options), json: json === true, fields });
      })(),
    );
  user
    .command('get')
    .description('Show a user.')
    .argument('<user>', USER_ARGUMENT_HELP)
    .option('--json', 'print JSON')
    .action((who: string, { json }: { json?: true }) =>
      run(async (options) => {
        return getUser({ settings: await settingsOf(options), json: json === true, who });
      })(),
    );
  user
    .command('list')
    .description('List users, newest first.')
    .option('--filter <text>', 'part of the e-mail address or full name')
    .option('--oldest', 'list the oldest first')
    .option('--page <number>', 'page number', '1')
    .option('--per-page <number>', 'users per page', '50')
    .option('--aud <audience>', 'audience; default: the configured one')
    .option('--json', 'print JSON')
    .action(({ json, ...own }: ListOptions & { json?: true }) =>
      run(async (options) => {
        return listUsers({ settings: await settingsOf(options), json: json === true, ...own });
      })(),
    );
  addFindCommand(user, run);
  addIndexCommand(user, run);
  addExportCommand(user, run);
  withFields(
    user
      .command('update')
      .description("Change a user immediately, without mail. A new password ends the user's sessions."),
  )
    .argument('<user>', USER_ARGUMENT_HELP)
    .option('--json', 'print the user as JSON')
    .action((who: string, { json, ...fields }: UserFields & { json?: true }) =>
      run(async (options) => {
        return updateUser({ settings: await settingsOf(options), json: json === true, who, fields });
      })(),
    );
  user
    .command('ban')
    .description('Ban a user: no sign-in and no refresh.')
    .argument('<user>', USER_ARGUMENT_HELP)
    .addOption(new Option('--for <duration>', 'duration, such as 24h or 30m').default(PERMANENT_BAN, 'a hundred years'))
    .option('--json', 'print the user as JSON')
    .action((who: string, own: { for: string; json?: true }) => ban(who, own.for, own.json === true));
  user
    .command('unban')
    .description('End a ban.')
    .argument('<user>', USER_ARGUMENT_HELP)
    .option('--json', 'print the user as JSON')
    .action((who: string, own: { json?: true }) => ban(who, null, own.json === true));
  const ban = (who: string, duration: string | null, json: boolean) =>
    run(async (options) => {
      return banUser({ settings: await settingsOf(options), json, who, duration });
    })();
  user
    .command('delete')
    .description('Delete a user and all data of the user.')
    .argument('<user>', USER_ARGUMENT_HELP)
    .option('--soft', 'keep the id and replace addresses with digests')
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action((who: string, own: { soft?: true; yes?: true; json?: true }) =>
      run(async (options) => {
        const flags = { soft: own.soft === true, yes: own.yes === true, json: own.json === true };
        return deleteUser({ settings: await settingsOf(options), who, ...flags });
      })(),
    );
}
