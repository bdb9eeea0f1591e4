// postern session: lists and revokes sessions.
import type { Command } from 'commander';
import type { Settings } from '../../core/settings/table.ts';
import { askConfirmation } from '../../core/terminal/ask.ts';
import { CommandError, UsageError } from '../../core/terminal/errors.ts';
import { formatTable, print, printJson } from '../../core/terminal/output.ts';
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

export function addCommand(root: Command, run: Runner): void {
  const session = root.command('session').description('List and revoke sessions.');
  session
    .command('list')
    .description("List a user's sessions, newest first. Revoked sessions are kept for a day.")
    .argument('<user>', USER_ARGUMENT_HELP)
    .option('--json', 'print JSON')
    .action((who: string, own: { json?: true }) =>
      run(async (options) => {
        const settings = await readAdminSettings(readCommandEnvironment(options));
        return listSessions({ settings, json: own.json === true, who });
      })(),
    );
  session
    .command('revoke')
    .description('Revoke one session of a user, or all of them.')
    .argument('<user>', USER_ARGUMENT_HELP)
    .argument('[session]', 'session id')
    .option('--all', 'revoke all sessions')
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action((who: string, id: string | undefined, own: { all?: true; yes?: true; json?: true }) =>
      run(async (options) => {
        const settings = await readAdminSettings(readCommandEnvironment(options));
        const flags = { all: own.all === true, yes: own.yes === true, json: own.json === true };
        return revokeSessions({ settings, who, session: id, ...flags });
      })(),
    );
  session
    .command('revoke-everybody')
    .description('Revoke the sessions of all users, or of users with a role, such as after a key has leaked.')
    .option('--opened-before <time>', 'only sessions opened before this time, such as 2026-11-22T10:00:00Z')
    .option('--role <role>', 'only sessions of users with this role')
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action((own: { openedBefore?: string; role?: string; yes?: true; json?: true }) =>
      run(async (options) => {
        const opened_before = own.openedBefore === undefined ? null : readTime(own.openedBefore);
        const settings = await readAdminSettings(readCommandEnvironment(options));
        const flags = { yes: own.yes === true, json: own.json === true };
        return revokeAllSessions({ settings, opened_before, role: own.role ?? null, ...flags });
      })(),
    );
}

/** Parses a time. Requires a time zone, so that the result does not depend on the machine's zone. */
function readTime(text: string): string {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new UsageError('--opened-before must be a time with a time zone, such as 2026-11-22T10:00:00Z');
  return new Date(at).toISOString();
}

interface OutputOptions {
  settings: Settings;
  json: boolean;
  who: string;
}

/** Returns all sessions of a user. Reads them in pages. */
async function loadSessions(admin: Admin, user_id: unknown): Promise<AdminResult[]> {
  const all: AdminResult[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = (await admin.call('list_sessions', { ...CONTEXT, user_id, cursor })) as {
      sessions: AdminResult[];
      pagination: { next_cursor?: string };
    };
    all.push(...page.sessions);
    cursor = page.pagination.next_cursor;
    if (cursor === undefined) return all;
  }
}

function listSessions(o: OutputOptions): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    const sessions = await loadSessions(admin, user.id);
    if (o.json) {
      printJson({ user_id: user.id, sessions });
      return 0;
    }
    const state = (s: AdminResult): string => (s.revoked_at === null ? 'live' : `revoked: ${String(s.revoked_reason)}`);
    const rows = sessions.map((s) => [s.id, state(s), s.created_at, s.last_used_at, s.aal, s.tag, s.ip, s.user_agent]);
    print(formatTable(['id', 'state', 'created', 'last used', 'aal', 'tag', 'ip', 'user agent'], rows));
    return 0;
  });
}

async function revokeSessions(o: OutputOptions & { session?: string; all: boolean; yes: boolean }): Promise<number> {
  if ((o.session === undefined) !== o.all) throw new UsageError('name one session, or add --all');
  return withAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    const sessions = await loadSessions(admin, user.id);
    const live = sessions.filter((s) => s.revoked_at === null && (o.all || s.id === o.session));
    // Reports a missing session before it asks for confirmation.
    if (!o.all && live.length === 0) {
      throw new CommandError(`${displayNameOfUser(user)} has no live session ${o.session}.`, {
        code: 'session_not_found',
      });
    }
    await askConfirmation(
      `Revoke ${live.length} session(s) of ${displayNameOfUser(user)}?`,
      o.yes,
      EFFECTS['DELETE /admin/users/{user_id}/sessions'],
    );
    await admin.call('end_sessions', { ...CHANGING, user_id: user.id, session_id: o.session ?? null });
    if (o.json) printJson({ user_id: user.id, revoked: live.map((s) => s.id) });
    else
      print(
        `revoked ${live.length} session(s) of ${displayNameOfUser(user)}; access tokens stay valid until they expire`,
      );
    return 0;
  });
}

/** Number of users per call. Each call is a transaction that locks the users and sessions it changes. */
const BATCH = 500;

async function revokeAllSessions(o: {
  settings: Settings;
  opened_before: string | null;
  role: string | null;
  yes: boolean;
  json: boolean;
}): Promise<number> {
  const whom = o.role === null ? 'all users' : `all users with the role ${JSON.stringify(o.role)}`;
  const which = o.opened_before === null ? 'all sessions' : `the sessions opened before ${o.opened_before}`;
  await askConfirmation(`Revoke ${which} of ${whom}?`, o.yes, EFFECTS['POST /admin/sessions/revoke']);
  return withAdmin(o.settings, async (admin) => {
    let [users, sessions] = [0, 0];
    let after_user: unknown = null;
    do {
      const { opened_before, role } = o;
      const done = await admin.call('end_every_session', { ...CHANGING, opened_before, role, after_user, most: BATCH });
      users += Number(done.users);
      sessions += Number(done.sessions);
      after_user = done.after_user;
    } while (after_user !== null);
    if (o.json) printJson({ users, sessions });
    else print(`revoked ${sessions} session(s) of ${users} user(s); access tokens stay valid until they expire`);
    return 0;
  });
}
