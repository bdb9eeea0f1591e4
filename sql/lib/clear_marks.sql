-- A redeemed proof clears what was held against the address: spacing, wrong passwords and wrong codes.
create function auth_lib.clear_marks(address text) returns void
language plpgsql volatile
as $$
begin
  delete from auth.send_marks as m
  where m.digest in (
    select auth_lib.mark_digest(p.purpose, clear_marks.address)
    from unnest('{signup,link,sms,password,code}'::text[]) as p (purpose));
end
$$;
comment on function auth_lib.clear_marks(text) is 'Forgets the spacing and the failures of an address.';
