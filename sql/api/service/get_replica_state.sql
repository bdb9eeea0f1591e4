-- For gateways, on a replica: returns whether the server is a replica, its replay position, and the mark of
-- its primary (auth.timeline).
create function auth_api.get_replica_state()
returns jsonb
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('standby', pg_is_in_recovery(), 'lsn', pg_last_wal_replay_lsn(),
    'mark', (select t.mark from auth.timeline as t))
$$;
comment on function auth_api.get_replica_state is 'For gateways, on a replica: {standby, lsn, mark}.';
