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
    select count(*) into v_total from auth.audit_log as l cross join unnest(l.actions) as a (action)
    where auth_lib.is_audit_match(l, a.action, v_scope, v_needle);   -- in no order: a count that sorted all would need a file for it
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
-- a row.
create function auth_lib.audit_entries(scope text, needle text) returns setof auth.audit_log
language sql stable
as $$
  select (e.entry).* from (
    select auth_lib.audit_entry(l, a.action, a.place) as entry, l.created_at, l.id as written, a.place
    from auth.audit_log as l
    cross join unnest(l.actions) with ordinality as a (action, place)
    where needle = '' or auth_lib.is_audit_match(l, a.action, scope, needle)
  ) as e
  order by e.created_at desc, e.written desc, e.place desc
$$;

-- Whether an action of a row of the audit log is looked for.
create function auth_lib.is_audit_match(entry auth.audit_log, action text, scope text, needle text) returns boolean
language sql stable
as $$
  select case scope
    when 'author' then strpos(auth_lib.fold_case((entry).actor_username), needle) > 0
      or strpos(auth_lib.fold_case(coalesce((entry).actor_name, '')), needle) > 0
    when 'action' then strpos(action, needle) > 0
    when 'type' then strpos(auth_lib.log_type(action), needle) > 0 end
$$;

-- A text in lower case, for searches that ignore case. ASCII letters are folded separately, because a database with a
-- Turkish locale does not turn I into i; the rest follows the database's locale. Addresses go through normal_email instead.
create function auth_lib.fold_case(value text) returns text
language sql immutable
as $$ select lower(lower(value collate "C") collate "default") $$;
