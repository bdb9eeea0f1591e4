// Defects that doctor must find: the statements that cause each defect, the expected finding, and the defects that SQL
// cannot repair.

export interface Defect {
  name: string;
  make: string[];
  check: string;
  finding: RegExp;
  /** Finding that remains after doctor's statements have run, and statements that solve it. */
  left?: { check: string; undo: string[] };
  /** Statements that undo a defect that doctor cannot repair. */
  undo?: string[];
}

const NEXT_MONTH = `to_char(date_trunc('month', now() at time zone 'UTC') + interval '1 month', 'YYYY_MM')`;

export const DEFECTS: Defect[] = [
  {
    name: 'a dropped function',
    make: ['drop function auth_api.delete_user(jsonb, text, boolean, jsonb, jsonb)'],
    check: 'functions',
    finding: /auth_api\.delete_user\(\) is missing/,
  },
  {
    name: 'a dropped private function',
    make: ['drop function auth_lib.is_banned(auth.users)'],
    check: 'functions',
    finding: /auth_lib\.is_banned\(\) is missing/,
  },
  {
    name: 'a changed function body',
    make: [
      `create or replace function auth_lib.clock() returns timestamptz language sql stable as $$ select now() - interval '1 hour' $$`,
    ],
    check: 'functions',
    finding: /auth_lib\.clock\(\) differs from sql\/lib\/value\.sql: body/,
  },
  {
    name: 'a function with another parameter',
    make: [
      'set role auth_owner',
      'drop function auth_api.get_release()',
      `create function auth_api.get_release(x integer) returns jsonb language sql as 'select null::jsonb'`,
    ],
    check: 'functions',
    finding: /auth_api\.get_release\(\) has another signature/,
  },
  {
    name: 'a function nobody knows',
    make: [
      `set role auth_owner`,
      `create function auth_api.back_door() returns text language sql security definer set search_path = pg_catalog, pg_temp as $$ select 'x' $$`,
    ],
    check: 'functions',
    finding: /auth_api\.back_door\(\) is in no file/,
  },
  {
    name: 'a function under the name of one of ours',
    make: [
      `set role auth_owner`,
      `create function auth_api.get_release(x integer) returns jsonb language sql as 'select null::jsonb'`,
    ],
    check: 'functions',
    finding: /auth_api\.get_release\(integer\) is in no file/,
  },
  {
    name: 'a missing grant',
    make: ['revoke execute on function auth_api.get_user_by_id(jsonb, text, jsonb) from auth_admin'],
    check: 'grants',
    finding: /^auth_admin lacks EXECUTE on auth_api\.get_user_by_id/,
  },
  {
    name: 'an extra grant to PUBLIC',
    make: ['grant execute on function auth_api.delete_user(jsonb, text, boolean, jsonb, jsonb) to public'],
    check: 'grants',
    finding: /^public has EXECUTE on auth_api\.delete_user/,
  },
  {
    name: 'a table that PUBLIC may read',
    make: ['grant select on auth.passwords to public'],
    check: 'grants',
    finding: /^public has SELECT on auth\.passwords/,
  },
  {
    name: 'a column that the gateway may read',
    make: ['grant select (hash) on auth.passwords to auth_gateway'],
    check: 'grants',
    finding: /^auth_gateway has SELECT on auth\.passwords/,
  },
  {
    name: 'the wrong owner of a function',
    make: ['alter function auth_api.get_release() owner to session_user'],
    check: 'owners',
    finding: /routine auth_api\.get_release\(\) belongs to \w+/,
  },
  {
    name: 'the wrong owner of a table',
    make: ['alter table auth.quotas owner to session_user'],
    check: 'owners',
    finding: /table auth\.quotas belongs to \w+/,
  },
  {
    name: 'a definer without search_path',
    make: ['alter function auth_api.get_release() reset search_path'],
    check: 'search_path',
    finding: /auth_api\.get_release\(\) runs with no setting/,
  },
  {
    name: 'a definer with a setting of somebody else',
    make: ["alter function auth_api.list_users set work_mem = '64MB' reset plan_cache_mode"],
    check: 'search_path',
    finding:
      /auth_api\.list_users\(.*\) runs with .*work_mem=64MB' instead of plan_cache_mode=force_generic_plan; search_path=/,
  },
  {
    name: 'a dropped index',
    make: ['drop index auth.users_aud_created_at_idx'],
    check: 'indexes',
    finding: /index users_aud_created_at_idx on auth\.users is missing/,
  },
  {
    name: 'a dropped index of a partitioned table',
    make: ['drop index auth.audit_log_actor_id_idx'],
    check: 'indexes',
    finding: /index audit_log_actor_id_idx on auth\.audit_log is missing/,
  },
  {
    name: 'an invalid index',
    make: [`update pg_index set indisvalid = false where indexrelid = 'auth.sessions_ended_at_idx'::regclass`],
    check: 'indexes',
    finding: /index auth\.sessions_ended_at_idx is invalid/,
  },
  {
    name: 'a dropped constraint',
    make: ['alter table auth.passwords drop constraint passwords_hash_check'],
    check: 'tables',
    finding: /constraint passwords_hash_check of auth\.passwords is missing/,
  },
  {
    name: 'row-level security switched off',
    make: ['alter table auth.passwords disable row level security'],
    check: 'tables',
    finding: /alter table auth\.passwords enable row level security/,
  },
  {
    name: 'a lost default privilege',
    make: ['alter default privileges for role auth_owner grant execute on functions to public'],
    check: 'roles',
    finding: /default privileges are lost/,
  },
  {
    name: 'parameter logging on',
    make: ['alter role auth_gateway in database %database% set log_parameter_max_length = -1'],
    check: 'logging',
    finding: /^log_parameter_max_length is -1 for auth_gateway/,
  },
  {
    name: 'a missing partition',
    make: [`do $$ begin execute 'drop table auth.audit_log_' || ${NEXT_MONTH}; end $$`],
    check: 'partitions',
    finding: /^partition audit_log_\d{4}_\d{2} of the audit log is missing/,
  },
  {
    name: 'rows in the default partition',
    make: [
      `insert into auth.audit_log (created_at, id, actor_id, actor_username, actions)
       values (now() - interval '70 days', gen_random_uuid(), gen_random_uuid(), 'ada', '{login}')`,
    ],
    check: 'partitions',
    finding: /^the audit log has rows outside their monthly partitions/,
  },
  {
    name: 'a view that is gone',
    make: ['drop view auth_api.audit_users'],
    check: 'views',
    finding: /^view auth_api\.audit_users is missing/,
  },
  {
    name: 'a stale queue',
    make: [
      `insert into auth_queue.job (name, data, start_after, created_on) values ('mail', '{}', now() - interval '1 hour', now() - interval '1 hour')`,
    ],
    check: 'queue',
    finding: /^1 job\(s\) wait in queue mail, the oldest for 01:00:\d\d: no worker/,
    undo: ['delete from auth_queue.job'],
  },
  {
    name: 'an event that no server was told of',
    make: [
      `insert into auth.webhooks (id, url, kinds, secrets, created_at, updated_at)
       values ('00000000-0000-4000-8000-000000000001', 'https://app.example.com/x', '{user.created}', '{x}', now(), now())`,
      `insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, tries, last_error, created_at, finished_at)
       values (gen_random_uuid(), '00000000-0000-4000-8000-000000000001', gen_random_uuid(), 'user.created', '{}',
         pg_current_xact_id(), 'failed', 12, 'answered 500', now(), now())`,
    ],
    check: 'webhooks',
    finding: /^1 event\(s\) since \S.* failed for webhook 00000000-0000-4000-8000-000000000001: answered 500$/,
    undo: ['delete from auth.webhooks'],
  },
];
