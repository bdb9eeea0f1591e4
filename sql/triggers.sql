-- Functions during which triggers of applications run. The functions belong to the role auth_triggers, which
-- may only delete users. Reasons: docs/adr/0034-what-a-trigger-leaves-behind.md.

-- Deletes a user. Before PostgreSQL 18, a trigger that fires after a foreign key's action ("on delete
-- cascade", "set null", "set default") runs with the rights of the deleting role. The policy "deletes"
-- hides all users from this role inside a trigger.
create function auth_lib.run_delete(user_id uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from auth.users as u where u.id = user_id;
  if not found then   -- an application trigger cancelled the delete, or calls this function
    raise exception 'a trigger keeps the user from being deleted';
  end if;
end
$$;

-- Runs deferred triggers. Before PostgreSQL 18, they would otherwise run at commit with the rights of the
-- connection's role. A trigger that defers itself again runs a second time in a read-only transaction, so
-- that none remains for the commit.
create function auth_lib.run_deferred() returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  set constraints all immediate;
  begin
    set transaction read only;
    set constraints all immediate;
  exception when read_only_sql_transaction then
    raise exception 'a deferred trigger defers itself again';
  end;
end
$$;

-- The new owner must temporarily have the right to create functions. Other transactions do not see this
-- grant.
grant usage, create on schema auth_lib to auth_triggers;
alter function auth_lib.run_delete owner to auth_triggers;
alter function auth_lib.run_deferred owner to auth_triggers;
set local role auth_triggers;
grant execute on function auth_lib.run_delete to auth_owner;
grant execute on function auth_lib.run_deferred to auth_owner;
set local role auth_owner;
revoke usage, create on schema auth_lib from auth_triggers;
