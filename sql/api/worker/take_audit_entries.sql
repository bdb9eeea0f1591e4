-- Entries of the audit log that have not been told yet, for the worker that writes them into the log: each once, in the order in
-- which their transactions began to write, and those of a transaction that ended late after its later neighbours. written is
-- the answer's upto once what came with it is in the log; what is not said to be is handed out again. One worker tells; another
-- takes over when nothing was heard of it for half a minute. With most = 0 nothing is taken, and the place is given up.
-- It begins with what is written after the first call, and anew in a cluster where transactions are counted from less.
create function auth_api.take_audit_entries(taker uuid, written uuid, most integer)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_reader  auth.audit_reader;
  v_rows    auth.audit_log[];
  v_nothing jsonb := jsonb_build_object('rows', '[]'::jsonb, 'more', false, 'upto', null);
begin
  select r.* into v_reader from auth.audit_reader as r for update;
  if v_reader.one_row is null then
    insert into auth.audit_reader (since, told, telling, taker, leased_until)
    values (v_now, pg_current_snapshot(), pg_current_snapshot(), taker, v_now) on conflict do nothing;
    return v_nothing;
  elsif v_reader.taker <> taker and auth_lib.trusted(v_reader.leased_until, v_reader.leased_until - interval '30 s') > v_now then
    return v_nothing;
  end if;
  if v_reader.taker = taker and v_reader.handed_id = written then
    v_reader.after_made_in := v_reader.handed_made_in;
    v_reader.after_id := v_reader.handed_id;
    if v_reader.handed_all then
      v_reader := auth_lib.look_further(v_reader);
    end if;
  end if;
  if pg_snapshot_xmax(v_reader.telling) > pg_snapshot_xmax(pg_current_snapshot()) then
    v_reader.telling := pg_current_snapshot();
    v_reader.since := v_now;   -- what a dump has brought along was told where it comes from
    v_reader := auth_lib.look_further(v_reader);
  end if;
  v_rows := auth_lib.untold_entries(v_reader, most);
  if v_rows = '{}' and most > 0 then
    v_reader := auth_lib.look_further(v_reader);
    v_reader.telling := pg_current_snapshot();
    v_rows := auth_lib.untold_entries(v_reader, most);
  end if;
  v_reader.handed_all := cardinality(v_rows) < most;
  v_reader.handed_made_in := v_rows[cardinality(v_rows)].made_in;
  v_reader.handed_id := v_rows[cardinality(v_rows)].id;
  update auth.audit_reader as r
  set (since, told, telling, after_made_in, after_id, handed_made_in, handed_id, handed_all, taker, leased_until)
    = (v_reader.since, v_reader.told, v_reader.telling, v_reader.after_made_in, v_reader.after_id, v_reader.handed_made_in, v_reader.handed_id,
       v_reader.handed_all, take_audit_entries.taker, v_now + case when most > 0 then interval '30 s' else '0' end);
  return jsonb_build_object('more', not v_reader.handed_all and most > 0, 'upto', v_reader.handed_id,
    'rows', auth_lib.audit_lines(v_rows));
end
$$;
comment on function auth_api.take_audit_entries is
  'For the worker, where audit entries are also written into the log: those that have not been told yet.';

-- The reader when all that `telling` shows has been told.
create function auth_lib.look_further(reader auth.audit_reader) returns auth.audit_reader
language plpgsql immutable
as $$
begin
  reader.told := reader.telling;
  reader.after_made_in := '0';
  reader.after_id := '00000000-0000-0000-0000-000000000000';
  return reader;
end
$$;

-- The next entries of what is being told: of transactions that were open when it was last looked, and of those that have begun
-- since. Both are found by made_in, however long a transaction lasted.
create function auth_lib.untold_entries(reader auth.audit_reader, most integer) returns auth.audit_log[]
language sql stable
as $$
  select coalesce(array_agg(n.entry order by (n.entry).made_in, (n.entry).id), '{}') from (
    select u.entry from (
      (select l as entry from auth.audit_log as l
       where l.made_in = any (array(select x from pg_snapshot_xip((reader).told) as x))
         and pg_visible_in_snapshot(l.made_in, (reader).telling)
         and l.created_at >= (reader).since and (l.made_in, l.id) > ((reader).after_made_in, (reader).after_id)
       order by l.made_in, l.id limit most)
      union all
      (select l from auth.audit_log as l
       where l.made_in >= pg_snapshot_xmax((reader).told) and l.made_in < pg_snapshot_xmax((reader).telling)
         and pg_visible_in_snapshot(l.made_in, (reader).telling)
         and l.created_at >= (reader).since and (l.made_in, l.id) > ((reader).after_made_in, (reader).after_id)
       order by l.made_in, l.id limit most)) as u
    order by (u.entry).made_in, (u.entry).id limit most) as n
$$;

-- What the log says of entries: of each a line for each action, and one more where a session was opened. All in one statement: a
-- function of one entry would be planned anew for each, which took most of the time.
create function auth_lib.audit_lines(entries auth.audit_log[]) returns jsonb
language sql stable
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'events', e.lines,
      'login', case when l.login_method is not null then jsonb_strip_nulls(jsonb_build_object(
        'user_id', l.actor_id, 'login_method', l.login_method, 'request_id', l.request_id,
        'provider', coalesce(l.traits -> 'provider', l.traits -> 'provider_type'))) end)
    order by l.made_in, l.id), '[]')
  from unnest(entries) as l
  cross join lateral (
    select jsonb_agg(s.json -> 'payload' || jsonb_strip_nulls(jsonb_build_object('audit_log_id', s.json -> 'id',
      'ip_address', s.json -> 'ip_address', 'created_at', s.json -> 'created_at', 'request_id', l.request_id,
      'user_agent', l.user_agent)) order by s.place) as lines
    from (
      select auth_lib.audit_json(auth_lib.audit_entry(l, a.action, a.place)) as json, a.place
      from unnest(l.actions) with ordinality as a (action, place)) as s) as e
$$;
