-- Runs a hook function of the operator. All calls of hook functions use run_hook(). A separate role owns
-- run_hook(), and the hook function gets the rights of this role. The hook function can therefore read no
-- table of Postern, and call only the functions of Postern that PUBLIC may call (grants.sql). Inside a
-- security definer function, the hook function can set no other role. Reasons:
-- docs/adr/0019-what-a-hook-may-do.md.
create function auth_lib.run_hook(hook_schema text, hook_function text, event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set lock_timeout = 1000
as $$
declare
  v_type   name;
  v_answer jsonb;
begin
  select t.typname into v_type
  from pg_catalog.pg_proc as p join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
  join pg_catalog.pg_type as t on t.oid = p.proargtypes[0]
  where n.nspname = hook_schema and p.proname = hook_function and p.prokind = 'f' and p.pronargs = 1
    and t.oid in ('jsonb'::regtype, 'json'::regtype)
  order by t.typname desc limit 1;
  if v_type is null then
    raise exception 'there is no function %.%(jsonb)', hook_schema, hook_function
      using errcode = 'undefined_function';
  end if;
  execute format('select %I.%I($1::%I)::jsonb', hook_schema, hook_function, v_type)
    into strict v_answer using event;
  if pg_catalog.current_setting('transaction_read_only') operator(pg_catalog.=) 'on' then
    raise exception 'the hook %.% has made its transaction read only', hook_schema, hook_function;
  end if;
  -- Runs deferred triggers here, because at the end of the transaction they would have the rights of the
  -- connection's role. If one of them defers a trigger, that trigger runs read-only, so no deferred trigger
  -- remains.
  set constraints all immediate;
  begin
    set transaction read only;
    set constraints all immediate;
  exception when read_only_sql_transaction then
    raise exception 'a trigger defers itself again after it has run';
  end;
  perform pg_catalog.pg_advisory_unlock_all();   -- session locks would outlast the transaction
  unlisten *;   -- no client reads the notifications
  return v_answer;
end
$$;

-- The new owner must temporarily have the right to create functions. Other transactions do not see this
-- grant.
grant usage, create on schema auth_lib to auth_hooks;
alter function auth_lib.run_hook owner to auth_hooks;
set local role auth_hooks;
grant execute on function auth_lib.run_hook to auth_owner;
set local role auth_owner;
revoke usage, create on schema auth_lib from auth_hooks;
