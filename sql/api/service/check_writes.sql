-- For GET /ready: writes a message to the WAL, so that the commit of the transaction waits for the disk and
-- for a synchronous replica. Changes no row. Returns the result of get_release().
create function auth_api.check_writes()
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if current_setting('transaction_read_only')::boolean then
    raise exception 'the server is read-only' using errcode = 'read_only_sql_transaction';
  end if;
  perform pg_logical_emit_message(true, 'postern', 'ready');
  return (
    select jsonb_build_object('version', r.version, 'digest', r.digest, 'min_gateway', r.min_gateway)
    from auth.release as r
  );
end
$$;
comment on function auth_api.check_writes is
  'For GET /ready: writes a message to the WAL. Returns version, digest and min_gateway of the installed '
  'functions.';
