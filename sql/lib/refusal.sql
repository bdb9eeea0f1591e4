-- Errors. A refusal is an expected error, {"refused": {status, code, message, name}}. refusal() returns it,
-- so earlier writes are committed. fail() raises it, so earlier writes are rolled back. The name identifies
-- the row of errors.sql. Several names can have the same code. The name is recorded in auth.refusals but
-- not sent to clients.

-- Returns the named error of errors.sql with its %s placeholders replaced. Raises an exception if errors.sql
-- has no row of this name.
create function auth_lib.refusal(name text, variadic args text[] default '{}') returns jsonb
language plpgsql stable
as $$
declare
  v_error jsonb := auth_lib.error(name);
begin
  if v_error is null then
    raise exception 'errors.sql has no row named %', name;
  end if;
  return jsonb_build_object('refused', v_error || jsonb_build_object(
    'message', format(v_error ->> 'message', variadic args), 'name', name));
end
$$;

-- Returns an error with additional members besides code and message, such as weak_password's reasons.
create function auth_lib.refusal_with(name text, extra jsonb, variadic args text[] default '{}') returns jsonb
language plpgsql stable
as $$
begin
  return jsonb_set(auth_lib.refusal(name, variadic args), '{refused,extra}', extra);
end
$$;

-- Raises an error and rolls back earlier writes. The SQLSTATE is PT followed by the HTTP status, as in
-- PostgREST.
create function auth_lib.fail(name text, variadic args text[] default '{}') returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.fail_with(auth_lib.refusal(name, variadic args));
end
$$;

-- Raises an error that another function returned, with its additional members, and rolls back earlier writes.
create function auth_lib.fail_with(refused jsonb) returns void
language plpgsql volatile
as $$
begin
  raise exception using
    errcode = 'PT' || (refused -> 'refused' ->> 'status'),
    message = refused -> 'refused' ->> 'message',
    detail = jsonb_strip_nulls(jsonb_build_object('code', refused -> 'refused' ->> 'code',
      'name', refused -> 'refused' ->> 'name', 'extra', refused -> 'refused' -> 'extra'))::text;
end
$$;
