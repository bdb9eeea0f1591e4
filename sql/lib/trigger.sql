-- Triggers of applications, on users and behind foreign keys to users.id: what one leaves in the session would reach the next
-- request on the same connection.

-- Deletes a user and cleans the session, also after a trigger has failed: locks and prepared statements outlive a rollback.
create function auth_lib.delete_user_row(user_id uuid) returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.run_delete(user_id);
  perform auth_lib.clean_session();
exception when query_canceled or assert_failure or others then   -- others are all but these two
  perform pg_catalog.pg_advisory_unlock_all();
  perform auth_lib.drop_statements();
  raise;
end
$$;

-- Runs deferred triggers and removes what triggers have left in the session. Keeps the two settings that the gateway makes for
-- a transaction. A trigger may have changed search_path, so everything before its reset is qualified.
create function auth_lib.clean_session() returns void
language plpgsql volatile
as $$
declare
  v_lock_timeout text := pg_catalog.current_setting('lock_timeout');
  v_application  text := pg_catalog.current_setting('application_name');
begin
  perform auth_lib.run_deferred();
  reset all;
  set local search_path = pg_catalog, pg_temp;
  perform set_config('lock_timeout', v_lock_timeout, true), set_config('application_name', v_application, true);
  set constraints auth.addresses_user_id_fkey deferred;   -- run_deferred() has made it immediate, as all others
  perform pg_advisory_unlock_all();
  perform auth_lib.drop_statements();
  unlisten *;
  discard temporary;
  -- A definer function of this role could delete users at any time. The role owns the two of triggers.sql.
  if (select count(*) from pg_catalog.pg_shdepend as d
    join pg_catalog.pg_roles as r on r.oid = d.refobjid
    join pg_catalog.pg_database as b on b.oid = d.dbid
    where d.refclassid = 'pg_authid'::regclass and d.deptype = 'o' and r.rolname = name 'auth_triggers'
      and b.datname = current_database()) <> 2
  then
    raise exception 'a trigger has made or dropped an object of %', name 'auth_triggers';
  end if;
end
$$;
