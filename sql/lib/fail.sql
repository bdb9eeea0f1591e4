-- Raises a refusal, only to undo a write already made. SQLSTATE is PT and the HTTP status, as PostgREST reads it.
create function auth_lib.fail(name text, variadic args text[] default '{}') returns void
language plpgsql volatile
as $$
declare
  v_refused jsonb := auth_lib.refusal(fail.name, variadic fail.args) -> 'refused';
begin
  raise exception using
    errcode = 'PT' || (v_refused ->> 'status'),
    message = v_refused ->> 'message',
    detail = jsonb_build_object('code', v_refused ->> 'code')::text;
end
$$;
comment on function auth_lib.fail(text, text[]) is 'Raises a refusal, to undo what the call has written.';
