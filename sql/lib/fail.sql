-- Raises a refusal, only to undo a write already made. SQLSTATE is PT and the HTTP status, as PostgREST reads it.
create function auth_lib.fail(name text, variadic args text[] default '{}') returns void
language plpgsql volatile
as $$
begin
  perform auth_lib.fail_with(auth_lib.refusal(fail.name, variadic fail.args));
end
$$;
comment on function auth_lib.fail(text, text[]) is 'Raises a refusal by its name, to undo what the call has written.';
