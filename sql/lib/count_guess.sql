-- A guess that fitted no code, counted against the address: once for each code asked for there that has tries left, whether
-- or not anybody has the address, and not at all while none was. compared is with how many it was compared indeed. A test
-- number's fixed code can be guessed without being asked for.
-- Writes: auth.send_marks.
create function auth_lib.count_guess(address text, kinds text[], compared integer, settings jsonb) returns void
language plpgsql volatile
as $$
declare
  v_class text := auth_lib.guess_class(count_guess.kinds);
  v_asked integer := 0;
begin
  if v_class = 'nonce' then
    return;   -- the user's own count is enough
  elsif v_class = 'code' then
    update auth.send_marks as m set tries = m.tries + 1
    where m.digest = any (auth_lib.code_marks(count_guess.address)) and m.awaits && count_guess.kinds and m.tries < 5
      and m.asked_at > auth_lib.clock() - auth_lib.code_life(count_guess.address, count_guess.settings);
    get diagnostics v_asked = row_count;
  end if;
  perform auth_lib.count_misses(v_class, count_guess.address,
    greatest(v_asked, case v_asked when 0 then count_guess.compared end, (auth_lib.test_otp(count_guess.address, count_guess.settings) is not null)::integer),
    not exists (select from auth.addresses as a where a.value = count_guess.address) and count_guess.compared = 0, count_guess.settings);
end
$$;
comment on function auth_lib.count_guess(text, text[], integer, jsonb) is 'Counts a wrong code against an address.';
