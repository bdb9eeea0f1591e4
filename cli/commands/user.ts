// postern user: create, get, list, find, export, update, ban, unban and delete users, by id, e-mail address or phone number.
import { type Command, Option } from 'commander';
import type { Settings } from '../../core/settings/table.ts';
import { confirm } from '../../core/terminal/ask.ts';
import { complain, print, printJson, sheet, table } from '../../core/terminal/output.ts';
import { UsageSentence } from '../../core/terminal/sentence.ts';
import { wireUser } from '../../core/wire_user.ts';
import { type Admin, type Answer, asAdmin, CHANGING, CONTEXT, findUser, nameOf, WHO } from '../admin/surface.ts';
import { addExport } from '../admin/user_export.ts';
import { type Given, readFields, type UserFields, withFields } from '../admin/user_fields.ts';
import { addFind } from '../admin/user_find.ts';
import { addIndex } from '../admin/user_index.ts';
import type { Runner } from '../runner.ts';
import { environmentOf, type GlobalOptions, readAdminSettings } from '../settings.ts';

/** Adds it to the root command. */
export function add(root: Command, run: Runner): void {
  const settingsOf = (options: GlobalOptions) => readAdminSettings(environmentOf(options));
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
    .argument('<user>', WHO)
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
  addFind(user, run);
  addIndex(user, run);
  addExport(user, run);
  withFields(
    user
      .command('update')
      .description("Change a user immediately, without mail. A new password ends the user's sessions."),
  )
    .argument('<user>', WHO)
    .option('--json', 'print the user as JSON')
    .action((who: string, { json, ...fields }: UserFields & { json?: true }) =>
      run(async (options) => {
        return updateUser({ settings: await settingsOf(options), json: json === true, who, fields });
      })(),
    );
  user
    .command('ban')
    .description('Ban a user: no sign-in and no refresh.')
    .argument('<user>', WHO)
    .addOption(new Option('--for <duration>', 'duration, such as 24h or 30m').default(FOR_EVER, 'a hundred years'))
    .option('--json', 'print the user as JSON')
    .action((who: string, own: { for: string; json?: true }) => ban(who, own.for, own.json === true));
  user
    .command('unban')
    .description('End a ban.')
    .argument('<user>', WHO)
    .option('--json', 'print the user as JSON')
    .action((who: string, own: { json?: true }) => ban(who, null, own.json === true));
  const ban = (who: string, duration: string | null, json: boolean) =>
    run(async (options) => {
      return banUser({ settings: await settingsOf(options), json, who, duration });
    })();
  user
    .command('delete')
    .description('Delete a user and all data of the user.')
    .argument('<user>', WHO)
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

const FOR_EVER = '876000h';

interface Output {
  settings: Settings;
  json: boolean;
}

export async function createUser(o: Output & { fields: UserFields }): Promise<number> {
  const { fields } = o;
  checkBan('--ban', fields.ban);
  const given = await readFields(fields);
  return asAdmin(o.settings, async (admin) => {
    warnOfLogging(admin, given);
    const user = await admin.call('create_user', {
      ...CHANGING,
      user_id: null,
      id: fields.id,
      aud: fields.aud,
      audience: null,
      email: fields.email,
      phone: fields.phone,
      role: fields.role,
      ban_duration: fields.ban,
      password: given.password,
      password_hash: given.hash,
      email_confirm: fields.confirm,
      phone_confirm: fields.confirm,
      user_metadata: given.user_metadata,
      app_metadata: given.app_metadata,
    });
    return show(o, user, 'created');
  });
}

export function getUser(o: Output & { who: string }): Promise<number> {
  return asAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    if (o.json) printJson(user);
    else print(sheet({ ...user, identities: undefined, sign_in_with: providersOf(user) }));
    return 0;
  });
}

export interface ListOptions {
  page: string;
  perPage: string;
  filter?: string;
  oldest?: boolean;
  aud?: string;
}

export function listUsers(o: Output & ListOptions): Promise<number> {
  for (const name of ['page', 'perPage'] as const) {
    if (!/^[1-9]\d{0,8}$/.test(o[name]))
      throw new UsageSentence(
        `--${name === 'page' ? 'page' : 'per-page'} must be a number of at least 1, not ${JSON.stringify(o[name])}`,
      );
  }
  return asAdmin(o.settings, async (admin) => {
    const reply = await admin.call('list_users', {
      ...CONTEXT,
      page: o.page,
      per_page: o.perPage,
      filter: o.filter,
      audience: o.aud,
      sort: o.oldest === true ? 'created_at asc' : null,
    });
    const users = (reply.body as { users: Answer[] }).users.map(wireUser);
    if (o.json) {
      printJson({ users, total: reply.total, page: reply.page, per_page: reply.per_page });
      return 0;
    }
    const rows = users.map((u) => [u.id, u.email, u.phone, u.role, stateOf(u), u.created_at, u.last_sign_in_at]);
    print(table(['id', 'email', 'phone', 'role', 'state', 'created', 'last sign-in'], rows));
    complain(`${users.length} of ${String(reply.total)} users, page ${String(reply.page)}`);
    return 0;
  });
}

export async function updateUser(o: Output & { who: string; fields: UserFields }): Promise<number> {
  const { fields } = o;
  const given = await readFields(fields);
  const { passwordStdin: _, ...others } = fields;
  if (given.password === null && Object.keys(others).length === 0) {
    throw new UsageSentence('nothing to change: add at least one option (npx postern user update --help)');
  }
  return asAdmin(o.settings, async (admin) => {
    warnOfLogging(admin, given);
    const user = await change(admin, await findUser(admin, o.who), {
      role: fields.role,
      email: fields.email,
      phone: fields.phone,
      password: given.password,
      email_confirm: fields.confirm,
      phone_confirm: fields.confirm,
      user_metadata: given.user_metadata,
      app_metadata: given.app_metadata,
    });
    return show(o, user, 'changed');
  });
}

/** Rejects a negative or zero duration and one without a unit. */
function checkBan(option: string, duration: string | undefined): void {
  if (duration === undefined || (/^((\d+(\.\d*)?|\.\d+)(ms|s|m|h))+$/.test(duration) && /[1-9]/.test(duration))) return;
  throw new UsageSentence(
    `${option} must be a duration such as 30m, 24h or 1h30m, not ${JSON.stringify(duration)} (npx postern user unban ends a ban)`,
  );
}

async function banUser(o: Output & { who: string; duration: string | null }): Promise<number> {
  if (o.duration !== null) checkBan('--for', o.duration);
  return asAdmin(o.settings, async (admin) => {
    const user = await change(admin, await findUser(admin, o.who), { ban_duration: o.duration ?? 'none' });
    return show(
      o,
      user,
      user.banned_until === undefined ? 'not banned any more:' : `banned until ${String(user.banned_until)}:`,
    );
  });
}

export async function deleteUser(o: Output & { who: string; soft: boolean; yes: boolean }): Promise<number> {
  return asAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    const what = o.soft
      ? 'Addresses, metadata, passwords and sessions are deleted permanently; the id stays.'
      : 'The user and all data of the user are deleted permanently.';
    await confirm(`Delete ${nameOf(user)}? ${what}`, o.yes);
    await admin.call('delete_user', { ...CHANGING, user_id: user.id, should_soft_delete: o.soft });
    if (o.json) printJson({ deleted: user.id, soft: o.soft });
    else print(`deleted ${nameOf(user)}`);
    return 0;
  });
}

function change(admin: Admin, user: Answer, fields: Record<string, unknown>): Promise<Answer> {
  const none = { role: null, email: null, phone: null, password: null, email_confirm: null, phone_confirm: null };
  const more = { user_metadata: null, app_metadata: null, ban_duration: null };
  // Admin.call() replaces undefined by a value of the context, so options that were not given become null.
  const given = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? null]));
  return admin.call('change_user', { ...CHANGING, user_id: user.id, ...none, ...more, ...given });
}

function warnOfLogging(admin: Admin, given: Given): void {
  if (given.password === null && given.hash === null) return;
  for (const warning of admin.warnings.filter((text) => text.startsWith('Passwords'))) complain(`warning: ${warning}`);
}

function show(o: Output, user: Answer, verb: string): number {
  if (o.json) printJson(user);
  else print(`${verb} ${nameOf(user)}`);
  return 0;
}

function stateOf(user: Answer): string {
  if (user.deleted_at !== undefined) return 'deleted';
  if (user.banned_until !== undefined && Date.parse(String(user.banned_until)) > Date.now()) return 'banned';
  if (user.is_anonymous === true) return 'anonymous';
  return user.confirmed_at === undefined ? 'unconfirmed' : 'confirmed';
}

function providersOf(user: Answer): string {
  return ((user.identities as Answer[] | undefined) ?? []).map((identity) => String(identity.provider)).join(', ');
}
