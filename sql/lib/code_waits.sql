-- Whether a code was asked for at an address after an instant, or by a user for himself, and has tries left. Of codes to
-- sign in the marks tell, which are the same for unknown addresses; no mark is made of a code that an administrator makes.
create function auth_lib.code_waits(address text, kinds text[], since timestamptz, settings jsonb) returns boolean
language plpgsql stable
as $$
declare
  v_marks bytea[] := case when auth_lib.guess_class(code_waits.kinds) = 'code' then auth_lib.code_marks(code_waits.address) else '{}' end;
begin
  return exists (
    select from auth.send_marks as m
    where m.digest = any (v_marks) and m.awaits && code_waits.kinds and m.tries < 5 and m.asked_at > greatest(
      code_waits.since, auth_lib.clock() - auth_lib.code_life(code_waits.address, code_waits.settings)))
  or exists (
    select from auth.one_time_tokens as t
    where t.address = code_waits.address and t.kind = any (code_waits.kinds) and t.attempts < 5
      and t.created_at > code_waits.since and coalesce(t.expires_at, 'infinity') >= auth_lib.clock()
      and not exists (select from auth.send_marks as m where m.digest = any (v_marks) and m.asked_at >= t.created_at));
end
$$;
comment on function auth_lib.code_waits(text, text[], timestamptz, jsonb) is 'Whether a code was asked for since and has tries left.';
