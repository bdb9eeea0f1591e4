-- Every minute: counts the audit log in blocks, and recounts blocks that were counted a day ago, in case
-- entries were deleted with SQL. Reads about `most` rows. Entries of the last minute are not counted yet,
-- because open transactions may add more. Entries of longer transactions are detected by comparing snapshots,
-- and all blocks that end after the first such entry are counted again. Returns the numbers of closed and
-- dropped blocks, and left = 1 if there is more to count.
create function auth_api.maintain_audit_counts(most integer) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_seen    pg_snapshot;
  v_before  pg_snapshot;
  v_late    timestamptz;   -- the first entry that became visible after the last count
  v_gap     auth.audit_blocks;
  v_since   timestamptz;
  v_until   timestamptz;
  v_rows    integer;
  v_left    integer := most;
  v_closed  integer := 0;
  v_dropped integer;
begin
  -- Serializes with maintain_partitions(), which moves entries.
  lock table auth.audit_blocks in share update exclusive mode;
  v_seen := pg_current_snapshot();
  v_before := (select b.counted_in from auth.audit_blocks as b order by b.counted_at desc, b.until desc
    limit 1);
  -- MATERIALIZED, because the planner would otherwise search the audit log from its oldest entry.
  with since as materialized (
    select l.created_at from auth.audit_log as l
    where l.made_in >= pg_snapshot_xmin(v_before) and l.made_in < pg_snapshot_xmax(v_seen)
      and not pg_visible_in_snapshot(l.made_in, v_before))
  select min(s.created_at) into v_late from since as s;
  delete from auth.audit_blocks as b
  where b.until >= v_late or b.until in (
    select o.until from auth.audit_blocks as o where o.counted_at < v_now - interval '1 day'
    order by o.counted_at limit 25);
  get diagnostics v_dropped = row_count;

  for v_gap in select g.* from auth_lib.uncounted_audit_ranges() as g where g.since < v_now - interval '1 minute'
    order by g.since desc loop
    v_since := v_gap.since;
    loop
      if v_left <= 0 then
        return jsonb_build_object('closed', v_closed, 'dropped', v_dropped, 'left', 1);
      end if;
      select max(x.created_at), count(*)::integer into v_until, v_rows from (
        select l.created_at from auth.audit_log as l
        where l.created_at > v_since and l.created_at <= least(v_gap.until, v_now - interval '1 minute')
        order by l.created_at limit 2000) as x;
      if v_rows < 2000 then
        exit when v_gap.until > v_now - interval '1 minute';   -- the last block is not full yet
        v_until := v_gap.until;
      end if;
      insert into auth.audit_blocks (since, until, entries, actions, counted_at, counted_in)
      select v_since, v_until, coalesce(sum(n.entries), 0),
        coalesce(jsonb_object_agg(n.action, n.entries), '{}'), v_now, v_seen
      from (
        select a.action, count(*) as entries from auth.audit_log as l
        cross join unnest(l.actions) as a (action)
        -- A block includes all entries at the instant of its end.
        where l.created_at > v_since and l.created_at <= v_until group by a.action) as n;
      v_closed := v_closed + 1;
      v_left := v_left - greatest(v_rows, 1);
      v_since := v_until;
      exit when v_since >= v_gap.until;
    end loop;
  end loop;
  return jsonb_build_object('closed', v_closed, 'dropped', v_dropped, 'left', 0);
end
$$;
comment on function auth_api.maintain_audit_counts is
  'For the worker: keeps the counts of audit entries from which their list takes its total and pages.';
