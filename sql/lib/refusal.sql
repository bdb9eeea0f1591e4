-- How a function refuses: refusal() returns, so what was written stays; fail() raises, so it is undone.

-- The answer of a check that fails: the named row of errors.sql with its %s filled in. Nothing is raised, so nothing is
-- undone.
create function auth_lib.refusal(name text, variadic args text[] default '{}') returns jsonb
language plpgsql stable
as $$
declare
  v_error jsonb := auth_lib.error(name);
begin
  if v_error is null then
    raise exception 'errors.sql has no row named %', name;
  end if;
  return jsonb_build_object('refused', jsonb_set(
    v_error, '{message}', to_jsonb(format(v_error ->> 'message', variadic args))));
end
$$;

-- A refusal with members of its own beside code and message, such as weak_password's reasons.
create function auth_lib.refusal_with(name text, extra jsonb, variadic args text[] default '{}') returns jsonb
language plpgsql stable
as $$
begin
  return jsonb_set(auth_lib.refusal(name, variadic args), '{refused,extra}', extra);
end
$$;

-- Raises a refusal; used only to undo a write already made. The SQLSTATE is PT and the HTTP status, as PostgREST expects.
create function auth_lib.fail(name text, variadic args text[] default '{}') returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.fail_with(auth_lib.refusal(name, variadic args));
end
$$;

-- Raises a refusal that a helper returned, to undo what the call had written before.
create function auth_lib.fail_with(refused jsonb) returns void
language plpgsql volatile
as $$
begin
  raise exception using
    errcode = 'PT' || (refused -> 'refused' ->> 'status'),
    message = refused -> 'refused' ->> 'message',
    detail = jsonb_build_object('code', refused -> 'refused' ->> 'code')::text;
end
$$;
