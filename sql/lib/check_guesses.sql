-- The refusal of one more guess at a code, or null. At most 100 comparisons fail within any 24 hours for an account, over
-- mail and phone together: a code of six digits then falls to a guesser with less than one chance in 10,000. At most 30
-- within an hour, but a code that was asked for after the thirtieth has its own five tries, so that nobody is locked out
-- for the hour. Ended by time alone; the same for unknown addresses.
create function auth_lib.check_guesses(address text, kinds text[], user_id uuid, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_class text := auth_lib.guess_class(check_guesses.kinds);
  v_hour  integer := coalesce((check_guesses.settings ->> 'security_max_code_failures')::integer, 30);
  v_day   integer := coalesce((check_guesses.settings ->> 'security_max_code_failures_per_day')::integer, 100);
  v_user  text := check_guesses.user_id::text;
  v_since timestamptz;
begin
  if coalesce(auth_lib.misses_reached(v_class, check_guesses.address, interval '1 day', v_day),
    auth_lib.misses_reached('account', v_user, interval '1 day', v_day)) is not null then
    return auth_lib.refusal('too_many_attempts');
  end if;
  v_since := greatest(auth_lib.misses_reached(v_class, check_guesses.address, interval '1 hour', v_hour),
    auth_lib.misses_reached('account', v_user, interval '1 hour', v_hour));
  if v_since is not null and not auth_lib.code_waits(check_guesses.address, check_guesses.kinds, v_since, check_guesses.settings) then
    return auth_lib.refusal('too_many_attempts');
  end if;
  return null;
end
$$;
comment on function auth_lib.check_guesses(text, text[], uuid, jsonb) is 'Null while a code may be guessed at, otherwise a refusal.';
