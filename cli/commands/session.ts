// postern session: lists a user's sessions and ends them.
import type { Command } from 'commander';
import type { Settings } from '../../core/settings/table.ts';
import { confirm } from '../../core/terminal/ask.ts';
import { print, printJson, table } from '../../core/terminal/output.ts';
import { Sentence, UsageSentence } from '../../core/terminal/sentence.ts';
import { type Answer, asAdmin, CHANGING, CONTEXT, findUser, nameOf, WHO } from '../admin/surface.ts';
import type { Runner } from '../runner.ts';
import { environmentOf, readAdminSettings } from '../settings.ts';

/** Adds it to the root command. */
export function add(root: Command, run: Runner): void {
  const session = root.command('session').description("list a user's sessions and end them");
  session
    .command('list')
    .description("a user's sessions, the newest first; ended ones are kept for a day")
    .argument('<user>', WHO)
    .option('--json', 'as JSON')
    .action((who: string, own: { json?: true }) =>
      run(async (options) => {
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
        const settings = await readAdminSettings(environmentOf(options));
        const flags = { all: own.all === true, yes: own.yes === true, json: own.json === true };
        return revokeSessions({ settings, who, session: id, ...flags });
      })(),
    );
  session
    .command('revoke-everybody')
    .description('sign all users out, or those with a role: after a key has leaked')
    .option('--opened-before <time>', 'only sessions opened before this time, as 2026-11-22T10:00:00Z')
    .option('--role <role>', 'only of users with this role')
    .option('--yes', 'do not ask')
    .option('--json', 'as JSON')
    .action((own: { openedBefore?: string; role?: string; yes?: true; json?: true }) =>
      run(async (options) => {
        const opened_before = own.openedBefore === undefined ? null : readTime(own.openedBefore);
        const settings = await readAdminSettings(environmentOf(options));
        const flags = { yes: own.yes === true, json: own.json === true };
        return revokeEverybody({ settings, opened_before, role: own.role ?? null, ...flags });
      })(),
    );
}

/** A time with its zone: one without would mean another instant on each machine. */
function readTime(text: string): string {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new UsageSentence('--opened-before must be a time with its zone, as 2026-11-22T10:00:00Z');
  return new Date(at).toISOString();
}

interface Output {
  settings: Settings;
  json: boolean;
  who: string;
}

export function listSessions(o: Output): Promise<number> {
  return asAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    const { sessions } = (await admin.call('list_sessions', { ...CONTEXT, user_id: user.id })) as {
      sessions: Answer[];
    };
    if (o.json) {
      printJson({ user_id: user.id, sessions });
      return 0;
    }
    const state = (s: Answer): string => (s.revoked_at === null ? 'live' : `ended: ${String(s.revoked_reason)}`);
    const rows = sessions.map((s) => [s.id, state(s), s.created_at, s.last_used_at, s.aal, s.tag, s.ip, s.user_agent]);
    print(table(['id', 'state', 'created', 'last used', 'aal', 'tag', 'ip', 'user agent'], rows));
    return 0;
  });
}

async function revokeSessions(o: Output & { session?: string; all: boolean; yes: boolean }): Promise<number> {
  if ((o.session === undefined) !== o.all) throw new UsageSentence('name one session, or say --all');
  return asAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    const { sessions } = (await admin.call('list_sessions', { ...CONTEXT, user_id: user.id })) as {
      sessions: Answer[];
    };
    const live = sessions.filter((s) => s.revoked_at === null && (o.all || s.id === o.session));
    // The function would find nothing to revoke and say so to nobody.
    if (!o.all && live.length === 0) {
      throw new Sentence(`${nameOf(user)} has no live session ${o.session}.`, { code: 'session_not_found' });
    }
    await confirm(`Sign ${nameOf(user)} out of ${live.length} session(s)?`, o.yes);
    await admin.call('end_sessions', { ...CHANGING, user_id: user.id, session_id: o.session ?? null });
    if (o.json) printJson({ user_id: user.id, revoked: live.map((s) => s.id) });
    else print(`ended ${live.length} session(s) of ${nameOf(user)}; access tokens stay valid until they expire`);
    return 0;
  });
}

/** Users of one call: their sessions are locked for as long as ending them takes. */
const BATCH = 500;

async function revokeEverybody(o: {
  settings: Settings;
  opened_before: string | null;
  role: string | null;
  yes: boolean;
  json: boolean;
}): Promise<number> {
  const whom = o.role === null ? 'everybody' : `every user with the role ${JSON.stringify(o.role)}`;
  const which = o.opened_before === null ? 'all sessions' : `the sessions opened before ${o.opened_before}`;
  await confirm(`Sign ${whom} out of ${which}?`, o.yes);
  return asAdmin(o.settings, async (admin) => {
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
    else print(`ended ${sessions} session(s) of ${users} user(s); access tokens stay valid until they expire`);
    return 0;
  });
}
