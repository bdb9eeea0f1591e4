// postern factor: lists a user's second factors and deletes one.
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
  const factor = root.command('factor').description("List or delete a user's second factors.");
  factor
    .command('list')
    .description("List a user's second factors, oldest first.")
    .argument('<user>', USER_ARGUMENT_HELP)
    .option('--json', 'print JSON')
    .action((who: string, own: { json?: true }) =>
      run(async (options) => {
        const settings = await readAdminSettings(readCommandEnvironment(options));
        return listFactors({ settings, json: own.json === true, who });
      })(),
    );
  factor
    .command('delete')
    .description('Delete a second factor, such as that of a lost phone. Without a factor, the password alone signs in.')
    .argument('<user>', USER_ARGUMENT_HELP)
    .argument('<factor>', 'factor id')
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action((who: string, id: string, own: { yes?: true; json?: true }) =>
      run(async (options) => {
        const settings = await readAdminSettings(readCommandEnvironment(options));
        return deleteFactor({ settings, who, id, yes: own.yes === true, json: own.json === true });
      })(),
    );
}

interface OutputOptions {
  settings: Settings;
  json: boolean;
  who: string;
}

async function fetchFactors(admin: Admin, user: AdminResult): Promise<AdminResult[]> {
  return (await admin.call('list_factors', { ...CONTEXT, user_id: user.id })) as unknown as AdminResult[];
}

export function listFactors(o: OutputOptions): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    const factors = await fetchFactors(admin, user);
    if (o.json) {
      printJson({ user_id: user.id, factors });
      return 0;
    }
    const rows = factors.map((one) => [
      one.id,
      one.factor_type,
      one.status,
      one.friendly_name,
      one.phone,
      one.created_at,
      one.last_challenged_at,
    ]);
    print(formatTable(['id', 'type', 'status', 'name', 'phone', 'created', 'last challenged'], rows));
    return 0;
  });
}

export function deleteFactor(o: OutputOptions & { id: string; yes: boolean }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    const found = (await fetchFactors(admin, user)).find(({ id }) => id === o.id.toLowerCase());
    if (found === undefined)
      throw new CommandError(`${displayNameOfUser(user)} has no factor ${o.id}.`, { code: 'mfa_factor_not_found' });
    await askConfirmation(
      `Delete the factor ${found.id} (${found.factor_type}) of ${displayNameOfUser(user)}?`,
      o.yes,
      EFFECTS['DELETE /admin/users/{user_id}/factors/{factor_id}'],
    );
    await admin.call('delete_factor', { ...CHANGING, user_id: user.id, factor_id: found.id });
    if (o.json) printJson({ user_id: user.id, deleted: found.id });
    else print(`deleted the factor of ${displayNameOfUser(user)}; sessions that it raised to aal2 are aal1 again`);
    return 0;
  });
}
