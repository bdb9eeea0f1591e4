-- Raises a refusal that a helper returned, to undo what the call has written before it.
create function auth_lib.fail_with(refused jsonb) returns void
language plpgsql volatile
as $$
begin
  raise exception using
    errcode = 'PT' || (fail_with.refused -> 'refused' ->> 'status'),
    message = fail_with.refused -> 'refused' ->> 'message',
    detail = jsonb_build_object('code', fail_with.refused -> 'refused' ->> 'code')::text;
end
$$;
comment on function auth_lib.fail_with(jsonb) is 'Raises a refusal returned by a helper, to undo what the call has written.';
