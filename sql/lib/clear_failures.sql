-- The right password ends the count. Most sign-ins find no row and write nothing.
create function auth_lib.clear_failures(purpose text, address text) returns void
language plpgsql volatile
as $$
begin
  delete from auth.send_marks as m
  where m.digest = auth_lib.mark_digest(clear_failures.purpose, clear_failures.address);
end
$$;
comment on function auth_lib.clear_failures(text, text) is 'Ends the count of wrong passwords of an address.';
