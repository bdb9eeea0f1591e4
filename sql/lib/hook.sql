-- Hooks: calls to a function or HTTP server of the operator during a request. Also cleanup of session state
-- that hooks and triggers of applications leave in a pooled connection. settings.hooks contains the
-- configured hooks: {"custom_access_token": {"schema": …, "function": …}}, or {"http": true} for a server.
-- The gateway calls a server outside transactions. The first SQL call ends with an error that describes the
-- event, and is rolled back. The gateway then repeats the call with {"http": true, "subject": …, "answer":
-- …}.

-- Calls a configured hook and returns its response, an object. An error message in the response ends the
-- request and rolls it back. `subject` identifies the event, so that a response to another event is not
-- used.
create function auth_lib.invoke_hook(
  hook text, subject text, event jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_hook   jsonb := settings -> 'hooks' -> hook;
  v_event  jsonb := jsonb_build_object(
    'metadata', jsonb_strip_nulls(jsonb_build_object('uuid', gen_random_uuid(),
    'time', auth_lib.wire_time(auth_lib.clock()), 'name', auth_lib.hook_name(hook),
    'ip_address', client -> 'ip'))) || event;
  v_answer jsonb;
begin
  if v_hook ->> 'subject' = subject then
    v_answer := v_hook -> 'answer';
  elsif v_hook ? 'function' then
    v_answer := auth_lib.call_hook(v_hook ->> 'schema', v_hook ->> 'function', v_event);
  else
    raise exception 'a hook over HTTP is to be asked' using errcode = 'PH001',
      detail = jsonb_build_object('hook', hook, 'subject', subject, 'event', v_event)::text;
  end if;
  if hook in ('after_user_created', 'send_email', 'send_sms') then
    v_answer := coalesce(v_answer, '{}');   -- only an error is read from it
  end if;
  return auth_lib.validate_hook_response(v_answer);
end
$$;

-- Tests the function of a hook: calls it as a request would, and rolls back its writes. Returns its
-- response, with the reason why requests would reject that response, or the function's error.
create function auth_lib.try_hook(hook text, event jsonb, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_answer jsonb;
  v_wrong  text;
begin
  begin
    v_answer := auth_lib.invoke_hook(hook, '', event, settings, '{"ip": "192.0.2.1"}');
    if hook = 'custom_access_token' then
      v_wrong := case when coalesce(jsonb_typeof(v_answer -> 'claims'), 'null') = 'null'
        then 'output claims field is missing'
        else auth_lib.claim_errors(event -> 'claims', v_answer -> 'claims') end;
    elsif hook like '%\_verification\_attempt' then
      perform auth_lib.hook_verdict(v_answer, '');
    end if;
    raise exception 'the test is rolled back' using errcode = 'PH004';
  exception
    when sqlstate 'PH004' then
      return jsonb_build_object('answer', v_answer, 'wrong', v_wrong, 'error', null);
    when sqlstate 'PH003' then   -- the gateway closes a session that is left unclean
      raise;
    when others then
      return jsonb_build_object('answer', null, 'wrong', null, 'error',
        sqlerrm || case sqlstate when 'PH002' then '' else format(' (%s)', sqlstate) end);
  end;
end
$$;

-- Validates a hook's response and returns it. Raises an error if the response is too long or malformed, or
-- contains an error message.
create function auth_lib.validate_hook_response(answer jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_error  jsonb := answer -> 'error';
  v_status text := coalesce(v_error ->> 'http_code', '500');
begin
  if octet_length(answer::text) > 204800 then
    perform auth_lib.fail_hook(422, 'hook_payload_over_size_limit',
      'Payload size exceeded size limit of 204800 bytes');
  elsif jsonb_typeof(answer) is distinct from 'object'
    or coalesce(jsonb_typeof(v_error), 'null') not in ('object', 'null')
    or coalesce(jsonb_typeof(v_error -> 'message'), 'null') not in ('string', 'null')
    or coalesce(jsonb_typeof(v_error -> 'http_code'), 'null') not in ('number', 'null')
  then
    perform auth_lib.fail_hook(500, null, 'Error unmarshaling JSON output.');
  elsif v_error ->> 'message' <> '' then
    -- An error response never becomes a success, whatever status the hook returns.
    perform auth_lib.fail_hook(case when v_status ~ '^[45]\d\d$' then v_status::integer else 500 end, null,
      v_error ->> 'message');
  end if;
  return answer;
end
$$;

-- Raises an error that ends the request. The gateway sends it to the client.
create function auth_lib.fail_hook(status integer, code text, message text) returns void
language plpgsql stable
as $$
begin
  raise exception using errcode = 'PH002', message = message,
    detail = jsonb_build_object('status', status, 'code', code)::text;
end
$$;

-- Calls a function of the operator as the hook role. Raises an error if the function leaves state behind
-- that the next request would see: a setting, a prepared statement, a cursor that outlives the
-- transaction, or an object of the hook role. The session is also cleaned after the function failed,
-- because session locks and prepared statements survive a rollback. If the failed function left no such
-- state, its own error is raised again.
create function auth_lib.call_hook(hook_schema text, hook_function text, event jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_before text[] := auth_lib.list_session_state();
  v_path   text := current_setting('search_path');
  v_answer jsonb;
begin
  begin
    v_answer := auth_lib.run_hook(hook_schema, hook_function, event);
    -- search_path is compared first, because every later statement resolves functions and operators through
    -- it.
    if pg_catalog.current_setting('search_path') operator(pg_catalog.<>) v_path then
      raise exception 'the hook has changed the search_path of the session';
    end if;
  -- `others` does not include query_canceled and assert_failure.
  exception when query_canceled or assert_failure or others then
    perform pg_advisory_unlock_all();
    perform auth_lib.fail_on_session_changes(v_before, hook_schema, hook_function);
    if sqlstate like 'PH%' then   -- codes that begin with PH are reserved for messages to the gateway
      raise exception 'the hook %.% has failed as if it were not a function', hook_schema, hook_function;
    end if;
    raise;
  end;
  set constraints auth.addresses_user_id_fkey deferred;   -- run_hook() has made all constraints immediate
  perform auth_lib.fail_on_session_changes(v_before, hook_schema, hook_function);
  return v_answer;
end
$$;

-- Raises an error if a hook has left state in the session. The rollback undoes most of that state, but not
-- prepared statements, and a pooler may give the session to other clients. Statements prepared in SQL are
-- deallocated here. If the hook has deallocated statements of other clients, the error names the session,
-- and gateway and worker close it.
create function auth_lib.fail_on_session_changes(before text[], hook_schema text, hook_function text) returns void
language plpgsql volatile
as $$
declare
  v_after  text[] := auth_lib.list_session_state();
  v_robbed boolean := exists (select from unnest(before) as b (trace)
    where b.trace like 'statements of others: %' and b.trace <> all (v_after));
begin
  if v_after is distinct from before or array_to_string(v_after, ' ') like '%the statement %' then
    perform auth_lib.deallocate_statements();
    raise exception 'the hook %.% has left something behind in the session: %', hook_schema, hook_function, (
      select string_agg(t.trace, ', ')
      from (select unnest(v_after) except select unnest(before)) as t (trace))
      using errcode = 'PH003', detail = case when v_robbed
        then format('without statements: session %s', pg_backend_pid()) else '' end;
  end if;
end
$$;

-- Deletes a user and resets the session state. Locks are also released and prepared statements deallocated
-- after a trigger failed, because they survive a rollback.
create function auth_lib.delete_user_row(user_id uuid) returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.run_delete(user_id);
  perform auth_lib.reset_session_state();
exception when query_canceled or assert_failure or others then   -- others covers all conditions but these two
  perform pg_catalog.pg_advisory_unlock_all();
  perform auth_lib.deallocate_statements();
  raise;
end
$$;

-- Runs deferred triggers and resets session state that triggers have changed. lock_timeout and
-- application_name, which the gateway sets for a transaction, are not reset. A trigger may have changed
-- search_path, so all names before its reset are schema-qualified.
create function auth_lib.reset_session_state() returns void
language plpgsql volatile
as $$
declare
  v_lock_timeout text := pg_catalog.current_setting('lock_timeout');
  v_application  text := pg_catalog.current_setting('application_name');
  v_constraint   text;
begin
  begin
    perform auth_lib.run_deferred();
  exception when foreign_key_violation then
    get stacked diagnostics v_constraint = constraint_name;
    if v_constraint = 'addresses_user_id_fkey' then
      raise exception 'a trigger has left the new user out';
    end if;
    raise;
  end;
  reset all;
  set local search_path = pg_catalog, pg_temp;
  perform set_config('lock_timeout', v_lock_timeout, true),
    set_config('application_name', v_application, true);
  -- run_deferred() has made all constraints immediate.
  set constraints auth.addresses_user_id_fkey deferred;
  perform pg_advisory_unlock_all();
  perform auth_lib.deallocate_statements();
  unlisten *;
  discard temporary;
  -- The role below must own only the two functions of triggers.sql, because a trigger could leave another
  -- security definer function of this role, which could delete users at any time.
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

-- Deallocates statements prepared in SQL, and closes cursors that would outlive the transaction, because
-- their query would run at commit with the rights of the connection's role.
create function auth_lib.deallocate_statements() returns void
language plpgsql volatile
as $$
declare
  v_name text;
begin
  for v_name in select p.name from pg_catalog.pg_prepared_statements as p where p.from_sql loop
    execute format('deallocate %I', v_name);
  end loop;
  for v_name in select c.name from pg_catalog.pg_cursors as c where c.is_holdable loop
    execute format('close %I', v_name);
  end loop;
end
$$;

-- Returns the session state that a function could change: settings, the identity that policies and triggers
-- read, cursors that outlive a transaction, statements prepared in SQL, and objects of the hook role. The
-- state contains the names of statements prepared in SQL, but only the number of those that clients have
-- prepared through the protocol. A function could deallocate a client's statement and prepare another one
-- under its name, which would then run with the client's rights.
create function auth_lib.list_session_state() returns text[]
language plpgsql stable
as $$
begin
  return array(
    select s.name || ' = ' || s.setting from pg_catalog.pg_settings as s
    -- call_hook() has compared search_path before this function is called.
    where s.source = 'session' and s.name <> 'transaction_read_only'
    union all
    select g.name || ' = ' || current_setting(g.name, true)
    from unnest('{request.jwt.claims,request.jwt.claim,request.jwt.claim.sub,request.jwt.claim.role,request.jwt.claim.email,request.jwt.claim.aal,request.jwt.claim.client_id}'::text[])
      as g (name) where current_setting(g.name, true) <> ''
    union all
    select 'the statement ' || p.name from pg_catalog.pg_prepared_statements as p where p.from_sql
    union all
    select 'statements of others: ' || count(*) from pg_catalog.pg_prepared_statements as p
    where not p.from_sql
    union all
    select 'the cursor ' || c.name from pg_catalog.pg_cursors as c where c.is_holdable
    union all
    select 'the object ' || d.objid from pg_catalog.pg_shdepend as d
    join pg_catalog.pg_roles as r on r.oid = d.refobjid
    join pg_catalog.pg_database as b on b.oid = d.dbid
    where d.refclassid = 'pg_authid'::regclass and d.deptype = 'o' and r.rolname = name 'auth_hooks'
      and b.datname = current_database()
    order by 1);
end
$$;

-- Returns a hook's name in the payload that it receives.
create function auth_lib.hook_name(hook text) returns text
language sql immutable
as $$
  select case hook when 'custom_access_token' then 'customize-access-token'
    when 'mfa_verification_attempt' then 'mfa-verification' when 'password_verification_attempt'
      then 'password-verification'
    else replace(hook, '_', '-') end
$$;

-- Returns the claims of a new access token after the custom_access_token hook. The hook may replace all
-- claims within the rules of claim_errors().
create function auth_lib.custom_claims(claims json, session auth.sessions, settings jsonb) returns json
language plpgsql volatile
as $$
declare
  v_old    jsonb := claims::jsonb;
  v_method text := case when session.refreshed_at = auth_lib.clock() then 'token_refresh'
    else session.amr -> 0 ->> 'method' end;
  v_new    jsonb := auth_lib.invoke_hook('custom_access_token',
    md5((v_old - '{iat,exp,amr,jti}'::text[])::text),
    jsonb_build_object('user_id', session.user_id, 'claims', v_old, 'authentication_method', v_method),
    settings, jsonb_build_object('ip', host(session.ip))) -> 'claims';
  v_wrong  text;
begin
  if coalesce(jsonb_typeof(v_new), 'null') = 'null' then
    perform auth_lib.fail_hook(500, null, 'output claims field is missing');
  end if;
  v_wrong := auth_lib.claim_errors(v_old, v_new);
  if v_wrong is not null then
    perform auth_lib.fail_claims(v_wrong);
  end if;
  return v_new::json;
end
$$;

-- Raises the error for claims of a hook that are not accepted.
create function auth_lib.fail_claims(fault text) returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.fail_hook(500, null, 'output claims do not conform to the expected schema: ' || fault);
end
$$;

-- Returns the errors in the claims that a hook returned, or null. The claims marked as fixed must not change,
-- such as sub, session_id and aal. The token must not expire later, and the token of an OAuth client must not
-- get a wider audience. Limits size and depth, because the gateway rejects tokens above 16 KiB or with deeper
-- nesting, which would lock the user out.
create function auth_lib.claim_errors(old jsonb, new jsonb) returns text
language plpgsql immutable
as $$
begin
  if jsonb_typeof(new) <> 'object' then
    return format('(root): Invalid type. Expected: object, given: %s', jsonb_typeof(new));
  elsif octet_length(new::text) > 11500 then
    return '(root): longer than 11500 bytes';
  elsif jsonb_path_exists(new, 'strict $.**{100} ? (@.type() == "object" || @.type() == "array")') then
    return '(root): nested deeper than 100 levels';
  end if;
  return (
    select string_agg(w.fault, '; ' order by w.place) from (
      select r.place, case
        when not new ? r.claim then case when r.required then format('(root): %s is required', r.claim) end
        when not jsonb_typeof(new -> r.claim) = any (string_to_array(r.types, ' or ')) or r.types = 'number'
          and new ->> r.claim !~ '^\d{1,15}$'
          then format('%s: Invalid type. Expected: %s, given: %s', r.claim,
            replace(r.types, 'number', 'integer'), jsonb_typeof(new -> r.claim))
        when r.fixed and old ? r.claim and new -> r.claim <> old -> r.claim
          then format('%s: must stay as it is', r.claim) end as fault
      from (values
        (1, 'aud', 'string or array', true, false), (2, 'exp', 'number', true, false),
          (3, 'iat', 'number', true, false),
        (4, 'sub', 'string', true, true), (5, 'email', 'string', true, false),
        (6, 'phone', 'string', true, false),
        (7, 'role', 'string', true, false), (8, 'aal', 'string', true, true),
        (9, 'session_id', 'string', true, true),
        (10, 'is_anonymous', 'boolean', true, true), (11, 'jti', 'string', false, false),
        (12, 'iss', 'string', false, false),
        (13, 'nbf', 'number', false, false), (14, 'app_metadata', 'object', false, false),
        (15, 'user_metadata', 'object', false, false), (16, 'amr', 'array', false, false),
        (17, 'client_id', 'string', old ? 'client_id', true), (18, 'scope', 'string', old ? 'client_id', true),
        (19, 'auth_time', 'number', old ? 'client_id', true)
      ) as r (place, claim, types, required, fixed)
      union all
      select 20, 'exp: must not be later'
      where new ->> 'exp' ~ '^\d{1,15}$' and (new ->> 'exp')::bigint > (old ->> 'exp')::bigint
      union all
      -- The restrictions of a client's token come from its grant. A hook may neither remove them nor add
      -- them to a token that was not issued to a client.
      select 21, 'client_id: must not be added' where new ? 'client_id' and not old ? 'client_id'
      union all
      select 22, 'aud: must not be wider' where old ? 'client_id' and not (
        case jsonb_typeof(new -> 'aud') when 'array' then new -> 'aud' else jsonb_build_array(new -> 'aud') end
        <@ case jsonb_typeof(old -> 'aud') when 'array' then old -> 'aud' else jsonb_build_array(old -> 'aud') end)
    ) as w where w.fault is not null);
end
$$;

-- Calls the before_user_created hook, which may refuse the sign-up. `person` is the user to be created.
create function auth_lib.run_before_user_created(person json, settings jsonb, client jsonb) returns void
language plpgsql volatile
as $$
begin
  if settings -> 'hooks' -> 'before_user_created' is not null then
    perform auth_lib.invoke_hook('before_user_created',
      concat_ws(' ', person ->> 'id', person ->> 'email', person ->> 'phone'),
      jsonb_build_object('user', auth_lib.hook_user(person)), settings, client);
  end if;
end
$$;

-- Calls the after_user_created hook for a new user. A function runs in the same transaction; the worker
-- calls a server after the commit.
create function auth_lib.run_after_user_created(person json, settings jsonb, client jsonb) returns void
language plpgsql volatile
as $$
declare
  v_hook jsonb := settings -> 'hooks' -> 'after_user_created';
begin
  if v_hook ? 'function' then
    perform auth_lib.invoke_hook('after_user_created', '',
      jsonb_build_object('user', auth_lib.hook_user(person)), settings, client);
  elsif v_hook is not null then
    perform auth_lib.enqueue('hooks', jsonb_build_object(
      'hook', 'after_user_created', 'user_id', person -> 'id'));
  end if;
end
$$;

-- Returns a user as hooks receive it: the API format without nulls.
create function auth_lib.hook_user(person json) returns jsonb
language sql immutable
as $$ select jsonb_object_agg(m.key, m.value) from jsonb_each(person::jsonb) as m where m.value <> 'null' $$;

-- Returns the decision of a hook about a verification attempt: null to continue, otherwise the error
-- message. Any other response ends the request.
create function auth_lib.hook_verdict(answer jsonb, message text) returns text
language plpgsql stable
as $$
begin
  if answer ->> 'decision' = 'reject' then
    return coalesce(nullif(answer ->> 'message', ''), message);
  elsif answer ->> 'decision' is distinct from 'continue' then
    perform auth_lib.fail_hook(500, null, 'Error unmarshaling JSON output.');
  end if;
  return null;
end
$$;
