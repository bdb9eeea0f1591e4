// postern session: lists a user's sessions and ends them.
import type { Settings } from '../../core/settings/table.ts';
import { type Answer, asAdmin, CHANGING, CONTEXT, findUser, nameOf } from '../admin/surface.ts';
import { confirm } from '../terminal/ask.ts';
import { print, printJson, table } from '../terminal/output.ts';
import { Sentence, UsageSentence } from '../terminal/sentence.ts';

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
    const rows = sessions.map((s) => [s.id, state(s), s.created_at, s.refreshed_at, s.aal, s.ip, s.user_agent]);
    print(table(['id', 'state', 'created', 'refreshed', 'aal', 'ip', 'user agent'], rows));
    return 0;
  });
}

export async function revokeSessions(o: Output & { session?: string; all: boolean; yes: boolean }): Promise<number> {
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
