-- A redeemed proof clears what was held against the address: spacing, wrong passwords, and the limit of what goes to a
-- mailbox, because who reads it is no stranger; a number keeps its limit, since each SMS costs. Wrong codes stay counted:
-- the bound is on guesses of a day, and who signs in often must not open it anew each time.
create function auth_lib.clear_marks(address text) returns void
language plpgsql volatile
as $$
begin
  delete from auth.send_marks as m
  where m.digest in (
    select auth_lib.mark_digest(p.purpose, clear_marks.address)
    from unnest('{signup,link,invite,sms,password}'::text[]) as p (purpose));
  delete from auth.send_marks as m
  where clear_marks.address like '%@%' and m.digest = any (auth_lib.mailbox_marks(array[clear_marks.address]));
end
$$;
comment on function auth_lib.clear_marks(text) is 'Forgets the spacing and the failures of an address.';
