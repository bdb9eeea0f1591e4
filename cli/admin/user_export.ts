// postern user export: prints the stored data of a user, except credentials, as one JSON object. Reads the audit log
// page by page.
import type { Command } from 'commander';
import { printableJson } from '../../core/database/printable.ts';
import type { Settings } from '../../core/settings/table.ts';
import { writeChunk } from '../../core/terminal/output.ts';
import type { Runner } from '../runner.ts';
import { readAdminSettings, readCommandEnvironment } from '../settings.ts';
import { type AdminResult, CONTEXT, findUser, USER_ARGUMENT_HELP, withAdmin } from './admin_functions.ts';

export function addExportCommand(user: Command, run: Runner): void {
  user
    .command('export')
    .description('Print all stored data of a user as JSON, without credentials.')
    .argument('<user>', USER_ARGUMENT_HELP)
    .action((who: string) =>
      run(async (options) => exportUser({ settings: await readAdminSettings(readCommandEnvironment(options)), who }))(),
    );
}

function exportUser(o: { settings: Settings; who: string }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const { id } = await findUser(admin, o.who);
    const page = (cursor: string | null) => admin.call('export_user', { ...CONTEXT, user_id: id, cursor });
    let { audit_log, next_cursor, ...rest } = (await page(null)) as Page;
    await writeChunk(process.stdout, `${printableJson(rest, 2).slice(0, -2)},\n  "audit_log": [`);
    for (let before = ''; ; before = ',') {
      // The audit log may be large, so each page is written before the next is read.
      if (audit_log.length > 0)
        await writeChunk(
          process.stdout,
          `${before}\n    ${audit_log.map((one) => printableJson(one)).join(',\n    ')}`,
        );
      if (next_cursor === undefined) break;
      ({ audit_log, next_cursor } = (await page(next_cursor)) as Page);
    }
    await writeChunk(process.stdout, '\n  ]\n}\n');
    return 0;
  });
}

type Page = AdminResult & { audit_log: AdminResult[]; next_cursor?: string };
