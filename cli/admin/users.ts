// Implements the subcommands of postern user that create, show, list, change, ban, unban and delete users.
import type { Settings } from '../../core/settings/table.ts';
import { askConfirmation } from '../../core/terminal/ask.ts';
import { UsageError } from '../../core/terminal/errors.ts';
import { formatPairs, formatTable, print, printError, printJson } from '../../core/terminal/output.ts';
import { toWireUser } from '../../core/wire_user.ts';
import { EFFECTS } from '../../gateway/routes/effects.ts';
import {
  type Admin,
  type AdminResult,
  CHANGING,
  CONTEXT,
  displayNameOfUser,
  findUser,
  withAdmin,
} from './admin_functions.ts';
import { readFields, type UserFields, type UserValues } from './user_fields.ts';

export const PERMANENT_BAN = '876000h';

interface OutputOptions {
  settings: Settings;
  json: boolean;
}

export async function createUser(o: OutputOptions & { fields: UserFields }): Promise<number> {
  const { fields } = o;
  checkBan('--ban', fields.ban);
  const given = await readFields(fields);
  return withAdmin(o.settings, async (admin) => {
    warnIfPasswordIsLogged(admin, given);
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
    return printUser(o, user, 'created');
  });
}

export function getUser(o: OutputOptions & { who: string }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    if (o.json) printJson(user);
    else print(formatPairs({ ...user, identities: undefined, sign_in_with: joinProviders(user) }));
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

export function listUsers(o: OutputOptions & ListOptions): Promise<number> {
  for (const name of ['page', 'perPage'] as const) {
    if (!/^[1-9]\d{0,8}$/.test(o[name]))
      throw new UsageError(
        `--${name === 'page' ? 'page' : 'per-page'} must be a number of at least 1, not ${JSON.stringify(o[name])}`,
      );
  }
  return withAdmin(o.settings, async (admin) => {
    const reply = await admin.call('list_users', {
      ...CONTEXT,
      page: o.page,
      per_page: o.perPage,
      filter: o.filter,
      audience: o.aud,
      sort: o.oldest === true ? 'created_at asc' : null,
    });
    const users = (reply.body as { users: AdminResult[] }).users.map(toWireUser);
    if (o.json) {
      printJson({ users, total: reply.total, page: reply.page, per_page: reply.per_page });
      return 0;
    }
    const rows = users.map((u) => [
      u.id,
      u.email,
      u.phone,
      u.role,
      describeUserState(u),
      u.created_at,
      u.last_sign_in_at,
    ]);
    print(formatTable(['id', 'email', 'phone', 'role', 'state', 'created', 'last sign-in'], rows));
    printError(`${users.length} of ${String(reply.total)} users, page ${String(reply.page)}`);
    return 0;
  });
}

export async function updateUser(o: OutputOptions & { who: string; fields: UserFields }): Promise<number> {
  const { fields } = o;
  const given = await readFields(fields);
  const { passwordStdin: _, ...others } = fields;
  if (given.password === null && Object.keys(others).length === 0) {
    throw new UsageError('nothing to change: add at least one option (npx postern user update --help)');
  }
  return withAdmin(o.settings, async (admin) => {
    warnIfPasswordIsLogged(admin, given);
    const user = await changeUser(admin, await findUser(admin, o.who), {
      role: fields.role,
      email: fields.email,
      phone: fields.phone,
      password: given.password,
      email_confirm: fields.confirm,
      phone_confirm: fields.confirm,
      user_metadata: given.user_metadata,
      app_metadata: given.app_metadata,
    });
    return printUser(o, user, 'changed');
  });
}

/** Throws a UsageError if a ban duration is given that is not positive or has no units. */
function checkBan(option: string, duration: string | undefined): void {
  if (duration === undefined || (/^((\d+(\.\d*)?|\.\d+)(ms|s|m|h))+$/.test(duration) && /[1-9]/.test(duration))) return;
  throw new UsageError(
    `${option} must be a duration such as 30m, 24h or 1h30m, not ${JSON.stringify(duration)} (npx postern user unban ends a ban)`,
  );
}

export async function banUser(o: OutputOptions & { who: string; duration: string | null }): Promise<number> {
  if (o.duration !== null) checkBan('--for', o.duration);
  return withAdmin(o.settings, async (admin) => {
    const user = await changeUser(admin, await findUser(admin, o.who), { ban_duration: o.duration ?? 'none' });
    return printUser(
      o,
      user,
      user.banned_until === undefined ? 'not banned any more:' : `banned until ${String(user.banned_until)}:`,
    );
  });
}

export async function deleteUser(o: OutputOptions & { who: string; soft: boolean; yes: boolean }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    const what = o.soft
      ? 'Addresses, metadata, passwords and sessions are deleted permanently; the id stays.'
      : 'The user and all data of the user are deleted permanently.';
    await askConfirmation(
      `Delete ${displayNameOfUser(user)}? ${what}`,
      o.yes,
      EFFECTS['DELETE /admin/users/{user_id}'],
    );
    await admin.call('delete_user', { ...CHANGING, user_id: user.id, should_soft_delete: o.soft });
    if (o.json) printJson({ deleted: user.id, soft: o.soft });
    else print(`deleted ${displayNameOfUser(user)}`);
    return 0;
  });
}

function changeUser(admin: Admin, user: AdminResult, fields: Record<string, unknown>): Promise<AdminResult> {
  const none = { role: null, email: null, phone: null, password: null, email_confirm: null, phone_confirm: null };
  const more = { user_metadata: null, app_metadata: null, ban_duration: null };
  // Options that were not given become null, which change_user() ignores.
  const given = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? null]));
  return admin.call('change_user', { ...CHANGING, user_id: user.id, ...none, ...more, ...given });
}

function warnIfPasswordIsLogged(admin: Admin, given: UserValues): void {
  if (given.password === null && given.hash === null) return;
  for (const warning of admin.warnings.filter((text) => text.startsWith('Passwords')))
    printError(`warning: ${warning}`);
}

function printUser(o: OutputOptions, user: AdminResult, verb: string): number {
  if (o.json) printJson(user);
  else print(`${verb} ${displayNameOfUser(user)}`);
  return 0;
}

function describeUserState(user: AdminResult): string {
  if (user.deleted_at !== undefined) return 'deleted';
  if (user.banned_until !== undefined && Date.parse(String(user.banned_until)) > Date.now()) return 'banned';
  if (user.deprovisioned_at !== undefined) return 'deactivated';
  if (user.is_anonymous === true) return 'anonymous';
  return user.confirmed_at === undefined ? 'unconfirmed' : 'confirmed';
}

function joinProviders(user: AdminResult): string {
  return ((user.identities as AdminResult[] | undefined) ?? []).map((identity) => String(identity.provider)).join(', ');
}
