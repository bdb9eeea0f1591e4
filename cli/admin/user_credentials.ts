// Adds the subcommands list and delete of `postern factor` and `postern passkey`, which differ only in their data.
import type { Command } from 'commander';
import type { Settings } from '../../core/settings/table.ts';
import { askConfirmation } from '../../core/terminal/ask.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { formatTable, print, printJson } from '../../core/terminal/output.ts';
import { EFFECTS } from '../../gateway/routes/effects.ts';
import type { Runner } from '../runner.ts';
import { readAdminSettings, readCommandEnvironment } from '../settings.ts';
import {
  type Admin,
  type AdminResult,
  CHANGING,
  CONTEXT,
  displayNameOfUser,
  findUser,
  USER_ARGUMENT_HELP,
  withAdmin,
} from './admin_functions.ts';

/** A kind of credential of a user, and the SQL functions that list and delete it. */
export interface CredentialKind {
  name: 'factor' | 'passkey';
  /** Member of the JSON output that contains the credentials. */
  plural: 'factors' | 'passkeys';
  descriptions: { command: string; list: string; delete: string };
  listFunction: 'list_factors' | 'list_user_passkeys';
  deleteFunction: 'delete_factor' | 'delete_user_passkey';
  /** Argument of the delete function for the id of the credential. */
  idArgument: 'factor_id' | 'passkey_id';
  /** Titles of the table's columns, and the member that each shows. */
  columns: readonly (readonly [title: string, member: string])[];
  notFoundCode: string;
  /** Describes one credential in the question before its deletion. */
  describe: (credential: AdminResult) => string;
  /** The route of the deletion, whose effects are shown with the question. */
  deleteRoute: string;
  /** Effect of the deletion on sessions, printed after it. */
  sessions: string;
}

interface ListOptions {
  settings: Settings;
  json: boolean;
  who: string;
}

export function addCredentialCommand(root: Command, run: Runner, kind: CredentialKind): void {
  const command = root.command(kind.name).description(kind.descriptions.command);
  command
    .command('list')
    .description(kind.descriptions.list)
    .argument('<user>', USER_ARGUMENT_HELP)
    .option('--json', 'print JSON')
    .action((who: string, own: { json?: true }) =>
      run(async (options) => {
        const settings = await readAdminSettings(readCommandEnvironment(options));
        return listCredentials(kind, { settings, json: own.json === true, who });
      })(),
    );
  command
    .command('delete')
    .description(kind.descriptions.delete)
    .argument('<user>', USER_ARGUMENT_HELP)
    .argument(`<${kind.name}>`, `${kind.name} id`)
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action((who: string, id: string, own: { yes?: true; json?: true }) =>
      run(async (options) => {
        const settings = await readAdminSettings(readCommandEnvironment(options));
        return deleteCredential(kind, { settings, who, id, yes: own.yes === true, json: own.json === true });
      })(),
    );
}

async function fetchCredentials(kind: CredentialKind, admin: Admin, user: AdminResult): Promise<AdminResult[]> {
  return (await admin.call(kind.listFunction, { ...CONTEXT, user_id: user.id })) as unknown as AdminResult[];
}

function listCredentials(kind: CredentialKind, o: ListOptions): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    const credentials = await fetchCredentials(kind, admin, user);
    if (o.json) {
      printJson({ user_id: user.id, [kind.plural]: credentials });
      return 0;
    }
    const titles = kind.columns.map(([title]) => title);
    const rows = credentials.map((one) => kind.columns.map(([, member]) => one[member]));
    print(formatTable(titles, rows));
    return 0;
  });
}

function deleteCredential(kind: CredentialKind, o: ListOptions & { id: string; yes: boolean }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    const found = (await fetchCredentials(kind, admin, user)).find(({ id }) => id === o.id.toLowerCase());
    if (found === undefined)
      throw new CommandError(`${displayNameOfUser(user)} has no ${kind.name} ${o.id}.`, { code: kind.notFoundCode });
    await askConfirmation(
      `Delete the ${kind.name} ${kind.describe(found)} of ${displayNameOfUser(user)}?`,
      o.yes,
      EFFECTS[kind.deleteRoute],
    );
    await admin.call(kind.deleteFunction, { ...CHANGING, user_id: user.id, [kind.idArgument]: found.id });
    if (o.json) printJson({ user_id: user.id, deleted: found.id });
    else print(`deleted the ${kind.name} of ${displayNameOfUser(user)}; ${kind.sessions}`);
    return 0;
  });
}
