-- Whether the request that sent a code to sign in has had its five guesses, whatever type was typed with them. What counts
-- for an account is then never more, nor later, than what counts for an address that nobody has: answers do not tell which.
-- A code that an administrator made was sent by no request and has its own five.
create function auth_lib.tries_spent(token auth.one_time_tokens, settings jsonb) returns boolean
language plpgsql stable
as $$
begin
  return coalesce((
    select min(m.tries) = 5 from auth.send_marks as m
    where m.digest = any (auth_lib.code_marks((tries_spent.token).address)) and (tries_spent.token).kind = any (m.awaits)
      and m.asked_at >= (tries_spent.token).created_at and m.asked_at > auth_lib.clock() - auth_lib.code_life((tries_spent.token).address, tries_spent.settings)), false);
end
$$;
comment on function auth_lib.tries_spent(auth.one_time_tokens, jsonb) is 'Whether a code has been guessed at five times, by whatever name.';
