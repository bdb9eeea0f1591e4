-- What a guard returns: the named row of errors.sql with its %s filled in. Nothing is raised, so nothing is undone.
create function auth_lib.refusal(name text, variadic args text[] default '{}') returns jsonb
language plpgsql stable
as $$
declare
  v_error jsonb := auth_lib.error(refusal.name);
begin
  if v_error is null then
    raise exception 'errors.sql has no row named %', refusal.name;
  end if;
  return jsonb_build_object('refused', jsonb_set(
    v_error, '{message}', to_jsonb(format(v_error ->> 'message', variadic refusal.args))));
end
$$;
comment on function auth_lib.refusal(text, text[]) is 'A refusal by its name in errors.sql, for a guard to return.';
