// postern audit: lists the audit log.
import { type Command, InvalidArgumentError } from 'commander';
import type { Settings } from '../../core/settings/table.ts';
import { formatTable, print, printError, printJson } from '../../core/terminal/output.ts';
import {
  type Admin,
  type AdminResult,
  CONTEXT,
  findUser,
  USER_ARGUMENT_HELP,
  withAdmin,
} from '../admin/admin_functions.ts';
import type { Runner } from '../runner.ts';
import { readAdminSettings, readCommandEnvironment } from '../settings.ts';

interface AuditOptions {
  user?: string;
  actor?: string;
  action?: string;
  since?: string;
  until?: string;
  limit: number;
  cursor?: string;
  json?: true;
}

export function addCommand(root: Command, run: Runner): void {
  root
    .command('audit')
    .description('List the audit log, newest entries first.')
    .option('--user <user>', `only entries by or about this user: ${USER_ARGUMENT_HELP}`)
    .option('--actor <actor>', `only entries of this actor: a role such as service_role, or ${USER_ARGUMENT_HELP}`)
    .option('--action <action>', 'only entries with this action, such as user_modified or sign_in_refused')
    .option('--since <time>', 'only entries from this time on, such as 2026-11-22T10:00:00Z', readTime)
    .option('--until <time>', 'only entries before this time', readTime)
    .option('--limit <n>', 'entries per page, up to 1000', readLimit, 50)
    .option('--cursor <cursor>', 'cursor printed with the previous page')
    .option('--json', 'print JSON')
    .action((own: AuditOptions) =>
      run(async (options) =>
        listAudit({ settings: await readAdminSettings(readCommandEnvironment(options)), ...own }),
      )(),
    );
}

/** Parses a time. Requires a time zone, so that the result does not depend on the machine's zone. */
function readTime(text: string): string {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new InvalidArgumentError('It must be a time with a time zone, such as 2026-11-22T10:00:00Z.');
  return new Date(at).toISOString();
}

function readLimit(text: string): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > 1000) throw new InvalidArgumentError('It must be a number from 1 to 1000.');
  return number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the id of a user. A given id is not looked up, because the audit log has entries of deleted users. */
async function findUserId(admin: Admin, who: string): Promise<unknown> {
  return UUID.test(who) ? who : (await findUser(admin, who)).id;
}

const isAddress = (text: string): boolean => text.includes('@') || /^\+?\d[\d ()-]*$/.test(text);

function listAudit(o: AuditOptions & { settings: Settings }): Promise<number> {
  const { actor } = o;
  return withAdmin(o.settings, async (admin) => {
    const by_id = actor !== undefined && (UUID.test(actor) || isAddress(actor));
    const answer = await admin.call('find_audit', {
      ...CONTEXT,
      user_id: o.user === undefined ? null : await findUserId(admin, o.user),
      actor_id: by_id ? await findUserId(admin, actor) : null,
      actor_name: by_id ? null : (actor ?? null),
      action: o.action ?? null,
      since: o.since ?? null,
      until: o.until ?? null,
      cursor: o.cursor ?? null,
      most: o.limit,
    });
    if (o.json === true) {
      printJson(answer);
      return 0;
    }
    const entries = answer.entries as AdminResult[];
    print(
      formatTable(
        ['time', 'actor', 'actions', 'from', 'details'],
        entries.map((e) => [e.created_at, nameOf(e), (e.actions as string[]).join(), e.ip_address, e.traits]),
      ),
    );
    printError(
      answer.next_cursor === undefined ? 'No more entries.' : `Next page: add --cursor ${String(answer.next_cursor)}`,
    );
    return 0;
  });
}

/** Returns the actor's name (an address or a role), or the id of a user who has no address. */
const nameOf = (entry: AdminResult): unknown => (entry.actor_username === '' ? entry.actor_id : entry.actor_username);
