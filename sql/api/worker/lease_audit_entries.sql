-- Returns audit entries that the worker has not logged yet, in the order in which their transactions
-- started to write. Entries of a long transaction may come later. `written` is the member `upto` of a
-- previous result, and confirms that its entries were logged. Unconfirmed entries are returned again. Only
-- one worker reads; another can take over after 30 seconds without a call. most = 0 returns no entries and
-- ends the lease. The first call sets the start: entries written before it are not returned. If the
-- cluster's transaction ids are lower than the stored ones (after a restore from a dump), the next call
-- sets a new start.
create function auth_api.lease_audit_entries(worker_id uuid, written uuid, most integer)
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
    insert into auth.audit_reader (since, logged_snapshot, logging_snapshot, worker_id, leased_until)
    values (v_now, pg_current_snapshot(), pg_current_snapshot(), worker_id, v_now) on conflict do nothing;
    return v_nothing;
  elsif v_reader.worker_id <> worker_id and auth_lib.trusted_instant(v_reader.leased_until,
    v_reader.leased_until - interval '30 s') > v_now then
    return v_nothing;
  end if;
  if v_reader.worker_id = worker_id and v_reader.leased_id = written then
    v_reader.after_made_in := v_reader.leased_made_in;
    v_reader.after_id := v_reader.leased_id;
    if v_reader.leased_all then
      v_reader := auth_lib.advance_reader(v_reader);
    end if;
  end if;
  if pg_snapshot_xmax(v_reader.logging_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) then
    v_reader.logging_snapshot := pg_current_snapshot();
    v_reader.since := v_now;   -- entries restored from a dump were logged by the cluster that they come from
    v_reader := auth_lib.advance_reader(v_reader);
  end if;
  v_rows := auth_lib.audit_entries_to_log(v_reader, most);
  if v_rows = '{}' and most > 0 then
    v_reader := auth_lib.advance_reader(v_reader);
    v_reader.logging_snapshot := pg_current_snapshot();
    v_rows := auth_lib.audit_entries_to_log(v_reader, most);
  end if;
  v_reader.leased_all := cardinality(v_rows) < most;
  v_reader.leased_made_in := v_rows[cardinality(v_rows)].made_in;
  v_reader.leased_id := v_rows[cardinality(v_rows)].id;
  update auth.audit_reader as r
  set (since, logged_snapshot, logging_snapshot, after_made_in, after_id, leased_made_in, leased_id,
    leased_all, worker_id, leased_until)
    = (v_reader.since, v_reader.logged_snapshot, v_reader.logging_snapshot, v_reader.after_made_in, v_reader.after_id,
      v_reader.leased_made_in, v_reader.leased_id,
       v_reader.leased_all, lease_audit_entries.worker_id,
       v_now + case when most > 0 then interval '30 s' else '0' end);
  return jsonb_build_object('more', not v_reader.leased_all and most > 0, 'upto', v_reader.leased_id,
    'rows', auth_lib.audit_lines(v_rows));
end
$$;
comment on function auth_api.lease_audit_entries is
  'For the worker, if audit entries are also written into the log: the entries not yet logged.';

-- Returns the reader's state after all entries visible in logging_snapshot were logged.
create function auth_lib.advance_reader(reader auth.audit_reader) returns auth.audit_reader
language plpgsql immutable
as $$
begin
  reader.logged_snapshot := reader.logging_snapshot;
  reader.after_made_in := '0';
  reader.after_id := '00000000-0000-0000-0000-000000000000';
  return reader;
end
$$;

-- Returns the next entries to log: those of transactions that were open at the previous snapshot, and
-- those of transactions that started after it. Entries of both kinds are found by the transaction id in
-- made_in.
create function auth_lib.audit_entries_to_log(reader auth.audit_reader, most integer) returns auth.audit_log[]
language sql stable
as $$
  select coalesce(array_agg(n.entry order by (n.entry).made_in, (n.entry).id), '{}') from (
    select u.entry from (
      (select l as entry from auth.audit_log as l
       where l.made_in = any (array(select x from pg_snapshot_xip((reader).logged_snapshot) as x))
         and pg_visible_in_snapshot(l.made_in, (reader).logging_snapshot)
         and l.created_at >= (reader).since and (l.made_in, l.id) > ((reader).after_made_in,
           (reader).after_id)
       order by l.made_in, l.id limit most)
      union all
      (select l from auth.audit_log as l
       where l.made_in >= pg_snapshot_xmax((reader).logged_snapshot)
         and l.made_in < pg_snapshot_xmax((reader).logging_snapshot)
         and pg_visible_in_snapshot(l.made_in, (reader).logging_snapshot)
         and l.created_at >= (reader).since and (l.made_in, l.id) > ((reader).after_made_in,
           (reader).after_id)
       order by l.made_in, l.id limit most)) as u
    order by (u.entry).made_in, (u.entry).id limit most) as n
$$;

-- Returns the log lines of entries: one for each action, and one more if a session was opened. A single
-- statement, because a function call per entry would be planned each time, which took most of the time.
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
    select jsonb_agg(s.json -> 'payload'
      || jsonb_strip_nulls(jsonb_build_object('audit_log_id', s.json -> 'id',
      'ip_address', s.json -> 'ip_address', 'created_at', s.json -> 'created_at', 'request_id', l.request_id,
      'user_agent', l.user_agent)) order by s.place) as lines
    from (
      select auth_lib.audit_json(auth_lib.audit_entry(l, a.action, a.place)) as json, a.place
      from unnest(l.actions) with ordinality as a (action, place)) as s) as e
$$;
