-- GET /admin/audit. Returns a page of the audit log, newest first. `query` is author:, action: or type:
-- followed by a search term. Total and page are computed from blocks, except for author:, which reads the
-- whole log. With a parameter other than page, per_page and `query`, the list uses key pagination
-- (audit_page()). A generic plan is enforced, because planning each request took a third of the time. A
-- generic plan prunes partitions too. Sorting is disabled, so that each range is read in index order even
-- if few rows are estimated. Before PostgreSQL 18, the cost of a disabled sort would start JIT, which
-- takes 0.1 s.
create function auth_api.list_audit(
  claims jsonb, page text, per_page text, query text, settings jsonb, user_id text default null,
  actor_id text default null, action text default null, ip text default null, request_id text default null,
  since text default null, until text default null, cursor text default null, most text default null)
returns json
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode
  = force_generic_plan
  set enable_sort = off set jit = off
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings, 'list'),
    auth_lib.check_paging(page, per_page));
  v_scope   text := split_part(coalesce(query, ''), ':', 1);
  v_needle  text := auth_lib.fold_case(substr(coalesce(query, ''), length(v_scope) + 2));
  v_page    bigint := auth_lib.page_number(page, 1);
  v_size    bigint := coalesce(nullif(auth_lib.page_number(per_page, 50), 0), 50);
  v_skipped bigint := (greatest(v_page, 1) - 1) * v_size;
  v_stretch auth.audit_blocks;
  v_total   bigint := bigint '0';
  v_entries jsonb[] := array[]::jsonb[];
begin
  if v_refused is null and concat(user_id, actor_id, action, ip, request_id, since, until, cursor,
    most) <> '' then
    return coalesce(auth_lib.check_audit_page(concat(page, per_page, query), user_id, actor_id, ip, since,
      until,
      cursor, most), auth_lib.audit_page(auth_lib.path_uuid(user_id), auth_lib.path_uuid(actor_id),
        nullif(action, ''), auth_lib.inet_or_null(ip), nullif(request_id, ''), nullif(since, '')::timestamptz,
        nullif(until, '')::timestamptz, cursor, auth_lib.page_size(most)));
  end if;
  if v_refused is not null then
    return v_refused;
  elsif coalesce(query, '') <> '' and (strpos(query, ':') = 0 or v_scope not in ('author', 'action', 'type'))
    then
    return auth_lib.refusal('audit_scope', query);
  end if;
  for v_stretch in select s.* from auth_lib.audit_ranges(v_scope, v_needle) as s where s.entries > 0
    order by s.until desc loop
    if v_total + v_stretch.entries > v_skipped and cardinality(v_entries) < v_size then
      v_entries := v_entries || array(
        select auth_lib.audit_json(e) from (
          select a.* from auth_lib.audit_entries(v_scope, v_needle, v_stretch.since, v_stretch.until,
            greatest(v_skipped - v_total, 0)) as a
          -- Without this LIMIT, the planner could not inline audit_json().
          limit v_size - cardinality(v_entries)) as e);
    end if;
    v_total := v_total + v_stretch.entries;
  end loop;
  return json_build_object('total', v_total, 'page', greatest(v_page, 1), 'per_page', v_size,
    'body', array_to_json(v_entries));
end
$$;
comment on function auth_api.list_audit is
  'GET /admin/audit. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, right_missing, '
  'admin_session_expired, admin_needs_aal2, bad_pagination, bad_search, audit_scope.';

-- Returns non-overlapping ranges of the audit log with the number of matching entries in each. Ranges
-- without a block are counted here. A block stores the number of entries per action, but no actors.
create function auth_lib.audit_ranges(scope text, needle text) returns setof auth.audit_blocks
language plpgsql stable
as $$
begin
  if needle = '' then
    return query
    select b.* from auth.audit_blocks as b
    union all
    select g.since, g.until, coalesce((
      select sum(cardinality(l.actions)) from auth.audit_log as l
      where l.created_at > g.since and l.created_at <= g.until), 0), g.actions, g.counted_at, g.counted_in
    from auth_lib.uncounted_audit_ranges() as g;
    return;
  end if;
  if scope = 'author' then
    return query
    select g.since, g.until, (select coalesce(sum(cardinality(l.actions)), 0) from auth.audit_log as l
      where auth_lib.matches_audit_actor(l, needle)), g.actions, g.counted_at, g.counted_in
    from auth_lib.empty_audit_block('-infinity', 'infinity') as g;
    return;
  end if;
  return query
  select b.since, b.until, (
    select coalesce(sum(c.entries::bigint), 0)::bigint from jsonb_each_text(b.actions) as c (action, entries)
    where auth_lib.matches_audit_search(c.action, scope, needle)), b.actions, b.counted_at, b.counted_in
  from auth.audit_blocks as b
  union all
  select g.since, g.until, (
    select count(*) from auth.audit_log as l cross join unnest(l.actions) as a (action)
    where l.created_at > g.since and l.created_at <= g.until
      and auth_lib.matches_audit_search(a.action, scope, needle)),
    g.actions, g.counted_at, g.counted_in
  from auth_lib.uncounted_audit_ranges() as g;
end
$$;

-- Returns the entries of a range of the audit log that match the search, newest first. Each action of a row
-- is an entry of its own. The first `skipped` entries are left out before audit_entry() is called for them.
create function auth_lib.audit_entries(scope text, needle text, since timestamptz, until timestamptz,
  skipped bigint)
returns setof auth.audit_log
language sql stable
as $$
  select (e.entry).* from (
    select auth_lib.audit_entry(p.l, p.action, p.place) as entry from (
      select l, a.action, a.place
      from auth.audit_log as l
      cross join unnest(l.actions) with ordinality as a (action, place)
      where l.created_at > since and l.created_at <= until
        and (needle = '' or scope <> 'author' or auth_lib.matches_audit_actor(l, needle))
        and (needle = '' or scope = 'author' or auth_lib.matches_audit_search(a.action, scope, needle))
      order by l.created_at desc, l.id desc, a.place desc offset skipped
    ) as p
  ) as e
$$;

-- Returns true if the audit entry's actor matches the search term.
create function auth_lib.matches_audit_actor(entry auth.audit_log, needle text) returns boolean
language sql stable
as $$
  select strpos(auth_lib.fold_case((entry).actor_username), needle) > 0
    or strpos(auth_lib.fold_case(coalesce((entry).actor_name, '')), needle) > 0
$$;

-- Returns true if an action or its type matches the search term.
create function auth_lib.matches_audit_search(action text, scope text, needle text) returns boolean
language sql stable
as $$
  select strpos(case scope when 'type' then auth_lib.log_type(action) else action end, needle) > 0
$$;

-- Returns a text in lower case, for case-insensitive searches. ASCII letters are converted separately,
-- because a Turkish locale does not convert I to i. Other letters use the database's locale. Addresses use
-- normal_email() instead.
create function auth_lib.fold_case(value text) returns text
language sql immutable
as $$ select lower(lower(value collate "C") collate "default") $$;

-- Checks the parameters of audit_page(). Returns an error or null.
create function auth_lib.check_audit_page(
  pages text, user_id text, actor_id text, ip text, since text, until text, cursor text, most text)
returns jsonb
language sql stable
as $$
  select case
    when pages <> '' then auth_lib.refusal('bad_search',
      'page, per_page and query do not go with other parameters')
    when nullif(user_id, '') is not null and auth_lib.path_uuid(user_id) is null
      or nullif(actor_id, '') is not null and auth_lib.path_uuid(actor_id) is null
      then auth_lib.refusal('bad_search', 'user_id and actor_id are ids')
    when nullif(ip, '') is not null and auth_lib.inet_or_null(ip) is null
      then auth_lib.refusal('bad_search', 'ip is an address or a network')
    else auth_lib.check_page(cursor, most, since, until) end
$$;

-- Returns a page of the audit log with key pagination, newest first; each row has all its actions. Entries of
-- a user (as actor or target) and of an actor are found by index. A search by action skips blocks without
-- that action. A search by IP address or request id without a user and actor covers the entries after since,
-- by default of the last 24 hours. At most 20,000 rows are read for a page, so a page may have fewer entries
-- without being the last.
create function auth_lib.audit_page(
  user_id uuid, actor_id uuid, action text, ip inet, request_id text, since timestamptz, until timestamptz,
  cursor text, size integer)
returns jsonb
language plpgsql stable
as $$
declare
  v_person  boolean := num_nonnulls(user_id, actor_id) > 0;
  v_at      timestamptz := coalesce(auth_lib.cursor_instant(cursor), 'infinity');
  v_after   uuid := coalesce(auth_lib.cursor_id(cursor), 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_until   timestamptz := coalesce(until, 'infinity');
  v_since   timestamptz := coalesce(since, case when num_nonnulls(ip, request_id) > 0 and not v_person
    then auth_lib.clock() - interval '24 hours' end, '-infinity');
  v_stretch auth.audit_blocks;
  v_read    integer := 0;
  v_row     auth.audit_log;
  v_found   auth.audit_log[] := array[]::auth.audit_log[];
begin
  for v_stretch in
    select b.* from auth.audit_blocks as b where not v_person and b.actions ? action
    union all
    select g.* from auth_lib.uncounted_audit_ranges() as g where not v_person and action is not null
    union all
    select g.* from auth_lib.empty_audit_block('-infinity', 'infinity') as g where v_person or action is null
    order by until desc
  loop
    exit when cardinality(v_found) > size or v_read = 20000;
    continue when v_stretch.until < v_since or v_stretch.since >= least(v_until, v_at);
    for v_row in
      (select l.* from auth.audit_log as l
        where l.actor_id = coalesce(audit_page.actor_id, user_id) and l.created_at >= v_since
          and l.created_at < v_until and l.created_at <= v_at and (l.created_at, l.id) < (v_at, v_after)
        order by l.created_at desc, l.id desc limit 20000)
      union all
      (select l.* from auth.audit_log as l
        where audit_page.actor_id is null and l.traits ->> 'user_id' = user_id::text and l.actor_id <> user_id
          and l.created_at >= v_since and l.created_at < v_until and l.created_at <= v_at
          and (l.created_at, l.id) < (v_at, v_after)
        order by l.created_at desc, l.id desc limit 20000)
      union all
      (select l.* from auth.audit_log as l
        where not v_person and l.created_at > v_stretch.since and l.created_at <= v_stretch.until
          and l.created_at >= v_since and l.created_at < v_until and l.created_at <= v_at
          and (l.created_at, l.id) < (v_at, v_after)
        order by l.created_at desc, l.id desc limit 20000)
      order by created_at desc, id desc limit 20000 - v_read
    loop
      v_read := v_read + 1;
      if (user_id is null or v_row.actor_id = user_id
          or v_row.traits ->> 'user_id' = user_id::text)
        and (action is null or action = any (v_row.actions))
        and (ip is null or v_row.ip <<= ip)
        and (request_id is null or v_row.request_id = request_id) then
        v_found := array_append(v_found, v_row);
      end if;
      exit when cardinality(v_found) > size;
    end loop;
  end loop;
  v_row := case when cardinality(v_found) > size then v_found[size] when v_read = 20000 then v_row end;
  return jsonb_build_object('entries', (
      select coalesce(jsonb_agg(auth_lib.audit_row_json(e) order by e.created_at desc, e.id desc), '[]')
      from unnest(v_found[1:size]) as e))
    || auth_lib.pagination(case when v_row.id is not null
      then auth_lib.cursor_after(v_row.created_at, v_row.id) end);
end
$$;
