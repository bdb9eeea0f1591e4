-- Whether a code was asked for at an address after an instant, or by a user for himself, and has tries left. Of codes to
-- sign in the marks tell, which are the same for unknown addresses.
create function auth_lib.code_waits(address text, kinds text[], since timestamptz, settings jsonb) returns boolean
language plpgsql stable
as $$
begin
  if auth_lib.guess_class(code_waits.kinds) = 'code' then
    return exists (select from auth.send_marks as m
      where m.digest = any (auth_lib.code_marks(code_waits.address)) and m.tries < 5 and m.asked_at > greatest(
        code_waits.since, auth_lib.clock() - auth_lib.code_life(code_waits.address, code_waits.settings)));
  end if;
  return exists (select from auth.one_time_tokens as t
    where t.address = code_waits.address and t.kind = any (code_waits.kinds) and t.attempts < 5
      and t.created_at > code_waits.since and coalesce(t.expires_at, 'infinity') >= auth_lib.clock());
end
$$;
comment on function auth_lib.code_waits(text, text[], timestamptz, jsonb) is 'Whether a code was asked for since and has tries left.';
