-- The one way from a request to a function of the operator. It belongs to a role of its own, so what it calls has the rights
-- of that role: it reads no table of Postern, calls no other function of Postern, and, called from inside a definer, cannot
-- change to another role. docs/adr/0019-what-a-hook-may-do.md says why it is not the owner's.
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
    raise exception 'there is no function %.%(jsonb)', hook_schema, hook_function using errcode = 'undefined_function';
  end if;
  execute format('select %I.%I($1::%I)::jsonb', hook_schema, hook_function, v_type) into strict v_answer using event;
  if pg_catalog.current_setting('transaction_read_only') operator(pg_catalog.=) 'on' then
    raise exception 'the hook %.% has made its transaction read only', hook_schema, hook_function;
  end if;
  -- Triggers that wait for the end of the transaction would run there with the rights of whoever is connected. What one of
  -- them has put off again can then only read, so that nothing waits any longer.
  set constraints all immediate;
  begin
    set transaction read only;
    set constraints all immediate;
  exception when read_only_sql_transaction then
    raise exception 'a trigger puts itself off again after it was called';
  end;
  perform pg_catalog.pg_advisory_unlock_all();   -- what it has locked for the session would be locked for ever
  unlisten *;   -- nobody reads what it listens to
  return v_answer;
end
$$;

-- The new owner must be able to make functions there, for this moment; nobody else sees it.
grant usage, create on schema auth_lib to auth_hooks;
alter function auth_lib.run_hook owner to auth_hooks;
set local role auth_hooks;
grant execute on function auth_lib.run_hook to auth_owner;
set local role auth_owner;
revoke usage, create on schema auth_lib from auth_hooks;
