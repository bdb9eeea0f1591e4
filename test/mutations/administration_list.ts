// Mutations of user search, exports and webhook events.
import type { Mutation } from './mutation.ts';

const FOUND = 'test/sql/api/admin/find_users.test.ts';
const PLANS = 'test/sql/plans_of_searches.test.ts';
const LISTED = 'test/sql/api/admin/list_users.test.ts';
const OWN = 'test/sql/api/account/export_own_data.test.ts';
const TAKEN = 'test/sql/api/worker/lease_webhook_event.test.ts';
const FINISHED = 'test/sql/api/worker/finish_webhook_event.test.ts';
const PARTS = 'test/sql/lib/event_parts.test.ts';
const GROUPS = 'test/sql/api/worker/maintain_user_list_groups.test.ts';
const DELIVERED = 'test/worker/webhooks/deliver.test.ts';

const broken =
  (group: string) =>
  (breaks: string, file: string, [from, to]: readonly [string, string], test: string, fails: string): Mutation => ({
    group,
    breaks,
    file,
    from,
    to,
    test,
    fails,
  });
const search = broken('search');
const exported = broken('export');
const webhook = broken('webhooks');
const counted = broken('user blocks');
const SEARCH = 'sql/lib/search.sql';
const TELL = 'sql/lib/notification.sql';

export const ADMINISTRATION_MUTATIONS: readonly Mutation[] = [
  search(
    'wildcards of a search are wildcards',
    SEARCH,
    ["replace(value, '\\', '\\\\'), '%', '\\%')", "value, '%', '%')"],
    FOUND,
    'a percent sign is one',
  ),
  search(
    'names of members are found',
    SEARCH,
    [
      "exists (select from jsonb_path_query(person.raw_user_meta_data, 'strict $.**') as v (value)\n               where jsonb_typeof(v.value) in ('string', 'number') and v.value #>> '{}' ilike v_like)",
      'person.raw_user_meta_data::text ilike v_like',
    ],
    FOUND,
    'names of members are no values',
  ),
  search(
    'the provider is not looked at',
    SEARCH,
    ["i.user_id = person.id and i.provider = wanted ->> 'provider'", 'i.user_id = person.id'],
    FOUND,
    'a text and a provider',
  ),
  search(
    'the index is not asked',
    SEARCH,
    ['elsif v_like is not null and auth_lib.has_search_index() then', 'elsif false then'],
    PLANS,
    'a text of few',
  ),
  search(
    'a page reads the whole list',
    SEARCH,
    ['then size + 1 else 5000 end', 'then size + 1 else 100000000 end'],
    PLANS,
    'a text that the index cannot find',
  ),
  search(
    'a page that found nobody is the last',
    SEARCH,
    ['elsif v_seen = v_most then', 'elsif false then'],
    PLANS,
    'a text that the index cannot find',
  ),
  search(
    'users created at the same instant are listed twice',
    SEARCH,
    ['u.created_at = at and u.id > users_after.id', 'u.created_at = at and u.id >= users_after.id'],
    FOUND,
    'a list with equal creation times',
  ),
  search(
    'filter does not ask the index',
    SEARCH,
    ['or not auth_lib.has_search_index() then', 'or true then'],
    PLANS,
    'the filter of supabase/auth',
  ),
  search(
    'filter by the index misses quotes',
    SEARCH,
    ["replace(filter, '_', '%')", 'filter'],
    LISTED,
    'the search index does not change',
  ),
  counted(
    'users are counted while one is deleted',
    'sql/api/worker/maintain_user_list_counts.sql',
    ['in share row exclusive mode', 'in share update exclusive mode'],
    GROUPS,
    'while a user is deleted a group is made',
  ),
  counted(
    'a group is not counted again',
    'sql/api/worker/maintain_user_list_counts.sql',
    ['and g.users <> s.users', 'and false'],
    GROUPS,
    'manual deletions reach group',
  ),
  counted(
    'a deletion is not taken from its group',
    'sql/lib/user.sql',
    ['set users = greatest(g.users - 1, 0)', 'set users = g.users'],
    GROUPS,
    'a deletion decrements the group and block',
  ),
  counted(
    'an import into the past keeps the groups',
    'sql/api/admin/import_users.sql',
    ['u.aud = g.aud and u.created_at <= g.until', 'false'],
    GROUPS,
    'all lock groups before blocks',
  ),
  exported(
    'the first of two factors exports',
    'sql/api/account/export_own_data.sql',
    ["auth_lib.check_aal(claims, v_user, 'export_needs_aal2')", 'null'],
    OWN,
    'with a second factor',
  ),
  exported(
    'an ended session exports',
    'sql/api/account/export_own_data.sql',
    [', auth_lib.check_session_live(claims),', ','],
    OWN,
    'an ended session',
  ),
  exported(
    'administrators are named',
    'sql/lib/export.sql',
    [
      "'administrator' end, 'actions', e.actions",
      "'administrator' end, 'actor_username', e.actor_username, 'actions', e.actions",
    ],
    OWN,
    'the audit log has pages',
  ),
  exported(
    'sessions of others are exported',
    'sql/lib/export.sql',
    [
      'from auth.sessions as s where s.user_id = exported_sessions_and_factors.user_id',
      'from auth.sessions as s where true',
    ],
    OWN,
    'only the caller’s rows',
  ),
  exported(
    'a list that is cut does not say so',
    'sql/lib/export.sql',
    ['jsonb_array_length(l.list) = 10000', 'jsonb_array_length(l.list) < 0'],
    OWN,
    'a list that is too long',
  ),
  exported(
    'anybody exports anybody',
    'sql/api/admin/export_user.sql',
    [
      'coalesce(auth_lib.check_admin(claims, settings), auth_lib.check_cursor(cursor))',
      'auth_lib.check_cursor(cursor)',
    ],
    'test/sql/api/admin/export_user.test.ts',
    'administrators only',
  ),
  webhook(
    'a transaction queues the same event twice',
    TELL,
    ['    continue when found;', '    continue when false;'],
    TAKEN,
    'a transaction that is rolled back',
  ),
  webhook(
    'events are queued for kinds that no webhook subscribes to',
    TELL,
    ['where kind = any (w.kinds) order', 'where true order'],
    TAKEN,
    'writes nothing for a kind',
  ),
  webhook(
    'a later event overtakes',
    'sql/api/worker/lease_webhook_event.sql',
    ['order by e.place limit 1', 'order by e.place desc limit 1'],
    TAKEN,
    'a later event waits for',
  ),
  webhook(
    'a lease is not looked at',
    'sql/api/worker/lease_webhook_event.sql',
    ['if v_waits > v_now then', 'if false then'],
    TAKEN,
    'the event, the sealed secrets',
  ),
  webhook(
    'what is delivered is kept',
    'sql/api/worker/finish_webhook_event.sql',
    [
      "data = case when outcome <> 'delivered' then e.data end",
      "data = coalesce(case when outcome <> 'delivered' then e.data end, '{}')",
    ],
    FINISHED,
    'delivered',
  ),
  webhook(
    'an event is never given up',
    'sql/lib/notification.sql',
    ["select outcome = 'rejected' or attempt >=", "select outcome = 'rejected' and attempt >="],
    FINISHED,
    'tries and pause',
  ),
  webhook(
    'a redirect is followed',
    'core/hooks/signed_post.ts',
    ["redirect: 'manual'", "redirect: 'follow'"],
    DELIVERED,
    'does not follow a redirect',
  ),
  webhook(
    'an event leaves without a signature',
    'core/hooks/webhook_attempt.ts',
    ['if (keys.length < secrets.length) {', 'if (keys.length > secrets.length) {'],
    DELIVERED,
    'a secret whose key',
  ),
  webhook(
    'linking an identity queues no event',
    'sql/lib/external_sign_in.sql',
    [
      "where u.id = v_user.id;\n  perform auth_lib.notify_identity('identity.linked', v_user.id, provider, profile ->> 'subject');",
      'where u.id = v_user.id;',
    ],
    PARTS,
    'an identity that is linked',
  ),
  webhook(
    'enrolling a factor queues no event',
    'sql/api/factor/verify_factor.sql',
    ["  perform auth_lib.notify_factor('factor.enrolled', factor);\n", ''],
    PARTS,
    'a factor that is verified',
  ),
];
