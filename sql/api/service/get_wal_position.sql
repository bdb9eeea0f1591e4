-- For gateways with replicas: returns the current WAL position of the primary. A replica that has replayed it
-- has all transactions committed before this call. Raises an error on a replica.
create function auth_api.get_wal_position()
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_lsn      pg_lsn := pg_current_wal_flush_lsn();
  v_timeline text := left(pg_walfile_name(v_lsn), 8);
  v_mark     uuid;
begin
  select t.mark into v_mark from auth.timeline as t where t.timeline = v_timeline;
  if not found then
    insert into auth.timeline as t (timeline, mark, marked_at)
    values (v_timeline, gen_random_uuid(), auth_lib.clock())
    on conflict on constraint timeline_pkey do update
    set timeline = excluded.timeline, marked_at = excluded.marked_at,
        mark = case when t.timeline = excluded.timeline then t.mark else excluded.mark end
    returning t.mark into v_mark;
  end if;
  return jsonb_build_object('mark', v_mark, 'lsn', v_lsn);
end
$$;
comment on function auth_api.get_wal_position is
  'For gateways with replicas: the WAL position of the primary, as {mark, lsn}.';
