// postern passkey: lists a user's passkeys and deletes one.
import type { Command } from 'commander';
import type { Settings } from '../../core/settings/table.ts';
import { askConfirmation } from '../../core/terminal/ask.ts';
import { formatTable, print, printJson } from '../../core/terminal/output.ts';
import { CommandError } from '../../core/terminal/sentence.ts';
import { EFFECTS } from '../../gateway/routes/effects.ts';
import {
  type Admin,
  type AdminResult,
  CHANGING,
  CONTEXT,
  displayNameOfUser,
  findUser,
  USER_ARGUMENT_HELP,
  withAdmin,
} from '../admin/admin_functions.ts';
import type { Runner } from '../runner.ts';
import { readAdminSettings, readCommandEnvironment } from '../settings.ts';

export function add(root: Command, run: Runner): void {
  const passkey = root.command('passkey').description("List or delete a user's passkeys.");
  passkey
    .command('list')
    .description("List a user's passkeys, oldest first.")
    .argument('<user>', USER_ARGUMENT_HELP)
    .option('--json', 'print JSON')
    .action((who: string, own: { json?: true }) =>
      run(async (options) => {
        const settings = await readAdminSettings(readCommandEnvironment(options));
        return listPasskeys({ settings, json: own.json === true, who });
      })(),
    );
  passkey
    .command('delete')
    .description('Delete a passkey, such as that of a lost device. Sessions stay valid; `session revoke` ends them.')
    .argument('<user>', USER_ARGUMENT_HELP)
    .argument('<passkey>', 'passkey id')
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action((who: string, id: string, own: { yes?: true; json?: true }) =>
      run(async (options) => {
        const settings = await readAdminSettings(readCommandEnvironment(options));
        return deletePasskey({ settings, who, id, yes: own.yes === true, json: own.json === true });
      })(),
    );
}

interface OutputOptions {
  settings: Settings;
  json: boolean;
  who: string;
}

async function fetchPasskeys(admin: Admin, user: AdminResult): Promise<AdminResult[]> {
  return (await admin.call('list_user_passkeys', { ...CONTEXT, user_id: user.id })) as unknown as AdminResult[];
}

export function listPasskeys(o: OutputOptions): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    const passkeys = await fetchPasskeys(admin, user);
    if (o.json) {
      printJson({ user_id: user.id, passkeys });
      return 0;
    }
    const rows = passkeys.map((one) => [one.id, one.friendly_name, one.created_at, one.last_used_at]);
    print(formatTable(['id', 'name', 'created', 'last used'], rows));
    return 0;
  });
}

export function deletePasskey(o: OutputOptions & { id: string; yes: boolean }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    const found = (await fetchPasskeys(admin, user)).find(({ id }) => id === o.id.toLowerCase());
    if (found === undefined)
      throw new CommandError(`${displayNameOfUser(user)} has no passkey ${o.id}.`, { code: 'passkey_not_found' });
    await askConfirmation(
      `Delete the passkey ${JSON.stringify(found.friendly_name)} of ${displayNameOfUser(user)}?`,
      o.yes,
      EFFECTS['DELETE /admin/users/{user_id}/passkeys/{passkey_id}'],
    );
    await admin.call('delete_user_passkey', { ...CHANGING, user_id: user.id, passkey_id: found.id });
    if (o.json) printJson({ user_id: user.id, deleted: found.id });
    else print(`deleted the passkey of ${displayNameOfUser(user)}; sessions stay valid until they are revoked`);
    return 0;
  });
}
