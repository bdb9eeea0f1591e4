-- Whether an account is nobody's yet: it was made by a sign-up, no address of it is proven, and no administrator has had a
-- hand in it. Whoever proves an address of it decides over it.
create function auth_lib.is_unclaimed(person auth.users) returns boolean
language plpgsql stable
as $$
begin
  return person.id is not null and person.email_confirmed_at is null and person.phone_confirmed_at is null
    and not person.is_anonymous and not auth_lib.is_administered(person);
end
$$;
comment on function auth_lib.is_unclaimed(auth.users) is 'Whether neither a proof nor an administrator has made an account somebody''s.';
