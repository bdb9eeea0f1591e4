-- GET /admin/audit. A page of the audit log, newest first; query is author:, action: or type: followed by text to find.
create function auth_api.list_audit(claims jsonb, page text, per_page text, query text, settings jsonb) returns json
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings), auth_lib.check_paging(page, per_page));
  v_scope   text := split_part(coalesce(query, ''), ':', 1);
  v_needle  text := auth_lib.fold_case(substr(coalesce(query, ''), length(v_scope) + 2));
  v_page    bigint := auth_lib.page_number(page, 1);
  v_size    bigint := coalesce(nullif(auth_lib.page_number(per_page, 50), 0), 50);
  v_total   bigint;
  v_entries json;
begin
  if v_refused is not null then
    return v_refused;
  elsif coalesce(query, '') <> '' and (strpos(query, ':') = 0 or v_scope not in ('author', 'action', 'type')) then
    return auth_lib.refusal('audit_scope', query);
  end if;
  if v_needle = '' then
    select coalesce(sum(cardinality(l.actions)), 0) into v_total from auth.audit_log as l;
  else
    select count(*) into v_total from auth_lib.audit_entries(v_scope, v_needle);
  end if;
  select coalesce(json_agg(auth_lib.audit_json(e)), '[]') into v_entries
  from (select a.* from auth_lib.audit_entries(v_scope, v_needle) as a limit v_size offset (greatest(v_page, 1) - 1) * v_size) as e;
  return auth_lib.page_reply(v_entries, v_total, v_page, v_size);
end
$$;
comment on function auth_api.list_audit is
  'GET /admin/audit. Refuses: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, '
  'session_not_found, banned_caller, not_admin, admin_session_expired, admin_needs_aal2, bad_pagination, audit_scope.';

-- The audit log as clients see it: an entry for each action of a row, the last written first, also within a transaction and
-- a row. A login does not show the channel of the sign-up that it came with.
create function auth_lib.audit_entries(scope text, needle text) returns setof auth.audit_log
language sql stable
as $$
  select (e.entry).* from (
    select row(l.created_at,
      case when a.place = 1 then l.id else md5(l.id::text || a.place::text)::uuid end,
      l.actor_id, l.actor_username, l.actor_name, l.actor_via_sso, array[a.action],
      case a.action when 'login' then l.traits - 'channel' else l.traits end, l.ip, l.user_agent, l.request_id
    )::auth.audit_log as entry, l.created_at, l.ctid as written, a.place
    from auth.audit_log as l
    cross join unnest(l.actions) with ordinality as a (action, place)
    where needle = '' or case scope
      when 'author' then strpos(auth_lib.fold_case(l.actor_username), needle) > 0
        or strpos(auth_lib.fold_case(coalesce(l.actor_name, '')), needle) > 0
      when 'action' then strpos(a.action, needle) > 0
      when 'type' then strpos(auth_lib.log_type(a.action), needle) > 0 end
  ) as e
  order by e.created_at desc, e.written desc, e.place desc
$$;

-- An audit entry as the API shows it: with the client's address for three actions only, as supabase/auth does. The table and
-- the auditor's view have it for all.
create function auth_lib.audit_json(entry auth.audit_log) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'id', (entry).id,
    'created_at', auth_lib.wire_time((entry).created_at),
    'ip_address', case when (entry).actions[1] in ('identity_linked', 'identity_unlinked', 'factor_deleted')
      then coalesce(host((entry).ip), '') else '' end,
    'payload', jsonb_build_object(
      'actor_id', (entry).actor_id, 'actor_via_sso', (entry).actor_via_sso,
      'actor_username', (entry).actor_username, 'action', (entry).actions[1],
      'log_type', auth_lib.log_type((entry).actions[1]))
      || jsonb_strip_nulls(jsonb_build_object('actor_name', (entry).actor_name))
      || case when (entry).traits is null then '{}' else jsonb_build_object('traits', (entry).traits) end)
$$;

-- The kind of an audited action, by which the filter type: searches.
create function auth_lib.log_type(action text) returns text
language sql immutable
as $$
  select case
    when action in ('login', 'logout', 'invite_accepted') then 'account'
    when action in ('user_signedup', 'user_invited', 'user_deleted') then 'team'
    when action in ('token_revoked', 'token_refreshed') then 'token'
    when action like 'factor%' or action in ('challenge_created', 'verification_attempted', 'recovery_codes_made') then 'factor'
    else 'user'
  end
$$;

-- A text in lower case, for searches that ignore case. ASCII letters are folded separately, because a database with a
-- Turkish locale does not turn I into i; the rest follows the database's locale. Addresses go through normal_email instead.
create function auth_lib.fold_case(value text) returns text
language sql immutable
as $$ select lower(lower(value collate "C") collate "default") $$;
