// Mutations of sessions.
import type { Mutation } from './mutation.ts';

const LISTED = 'test/sql/api/session/get_sessions.test.ts';
const ENDED = 'test/sql/api/session/end_session.test.ts';
const SINGLE = 'test/sql/api/session/newer_login.test.ts';
const TOLD = 'test/flows/session_ends.test.ts';

const session = (breaks: string, change: Omit<Mutation, 'group' | 'breaks'>): Mutation => ({
  group: 'sessions',
  breaks,
  ...change,
});
const listed = (breaks: string, from: string, to: string, fails: string): Mutation =>
  session(breaks, { file: 'sql/api/session/get_sessions.sql', from, to, test: LISTED, fails });
const single = (breaks: string, from: string, to: string, fails: string): Mutation =>
  session(breaks, { file: 'sql/api/session/refresh_session.sql', from, to, test: SINGLE, fails });
const notification = (
  breaks: string,
  file: string,
  from: string,
  to: string,
  fails = 'every end of a session',
): Mutation => session(breaks, { file, from, to, test: TOLD, fails });

export const SESSION_MUTATIONS: readonly Mutation[] = [
  listed('sessions of others are listed', 'l.user_id = v_user.id and', '', 'the live sessions'),
  listed('ended sessions are listed', 'and l.revoked_at is null ', '', 'the live sessions'),
  listed(
    'sessions past their age are listed',
    ' and auth_lib.check_session_age(l, settings) is null',
    '',
    'excludes expired sessions',
  ),
  listed(
    'replaced sessions are listed',
    'where not v_single or l.used_at = l.newest',
    'where true',
    'excludes a session replaced',
  ),
  listed(
    'session tags are not distinguished',
    'partition by l.oauth_client_id is null, auth_lib.session_tag(l.tag, settings)',
    'partition by l.oauth_client_id is null',
    'excludes a session replaced',
  ),
  listed(
    'sessions that wait too long for a second factor are listed',
    'and auth_lib.check_low_aal(v_user, l, settings) is null',
    '',
    'excludes a session replaced',
  ),
  listed('a dead session’s token lists', ', auth_lib.check_session_live(claims));', ');', 'a token of an ended'),
  session('a dead session’s token ends others', {
    file: 'sql/api/session/end_session.sql',
    from: ', auth_lib.check_session_live(claims));',
    to: ');',
    test: ENDED,
    fails: 'a token of an ended',
  }),
  session('anybody’s session is ended', {
    file: 'sql/lib/access.sql',
    from: 'where s.user_id = revoke_session.user_id and s.id = session_id and',
    to: 'where s.id = session_id and',
    test: ENDED,
    fails: 'an invalid id, an ended',
  }),
  single(
    'an older session goes on',
    'and coalesce(s.refreshed_at, s.created_at) >',
    "and coalesce(s.refreshed_at, s.created_at) + interval '1 year' <",
    'a newer sign-in',
  ),
  single(
    'another user’s sign-in ends a session',
    'where s.user_id = (session).user_id and s.id <>',
    'where s.id <>',
    'sessions of another user',
  ),
  single(
    'an ended session counts as newer',
    's.id <> (session).id and s.revoked_at is null',
    's.id <> (session).id',
    'sessions of another user',
  ),
  single(
    'a session that has run out counts as newer',
    '\n      and auth_lib.check_session_age(s, settings) is null',
    '',
    'sessions of another user',
  ),
  single(
    'a session that waits too long for a second factor counts as newer',
    '\n      and auth_lib.check_low_aal(person, s, settings) is null',
    '',
    'a newer session that has waited',
  ),
  single(
    'kinds count together',
    '\n      and auth_lib.session_tag(s.tag, settings) is not distinct from auth_lib.session_tag((session).tag, settings)',
    '',
    'tags count separately',
  ),
  notification(
    'the end of one session sends no notification',
    'sql/lib/access.sql',
    '  if v_id is not null then\n    perform auth_lib.notify_session_end(v_id);',
    '  if false then\n    perform auth_lib.notify_session_end(v_id);',
    'a user lists the devices',
  ),
  notification(
    'the end of all sessions sends no notification',
    'sql/lib/access.sql',
    '    perform auth_lib.notify_session_end(v_id);\n  end loop;',
    '  end loop;',
    'an administrator lists',
  ),
  notification(
    'a ban sends no notification',
    'sql/api/admin/change_user.sql',
    'perform auth_lib.notify_session_end(s.id) from auth.sessions as s where s.user_id = v_user.id and s.revoked_at is null;',
    '',
  ),
  notification(
    'a deletion sends no notification',
    'sql/lib/user.sql',
    "  perform auth_lib.revoke_sessions(user_id, null, 'deleted');",
    '  --',
  ),
  session('a full queue of notifications keeps everybody signed in', {
    file: 'sql/lib/access.sql',
    from: 'if pg_notification_queue_usage() < 0.9 then',
    to: 'if true then',
    test: 'test/flows/silent_listener.test.ts',
    fails: 'a listener that never reads',
  }),
];
