-- A user as a request of an audience sees it. An account that is nobody's yet belongs to no audience: otherwise anybody
-- could make an address unusable by signing it up for another one. Its audience is decided by the proof (redeem).
create function auth_lib.seen_in(person auth.users, aud text) returns auth.users
language plpgsql stable
as $$
begin
  if auth_lib.is_unclaimed(person) then
    person.aud := seen_in.aud;
  end if;
  return person;
end
$$;
comment on function auth_lib.seen_in(auth.users, text) is 'A user with the audience that it has for a request.';
