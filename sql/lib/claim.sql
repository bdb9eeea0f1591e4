-- Whose an account is while nobody has proven an address of it, and what an administrator has said of it.

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

-- Whether an administrator (or a DBA) has made, invited or changed an account, given it a role, or a password before any
-- address of it was proven. What such an account is, no request of a stranger may decide or read.
create function auth_lib.is_administered(person auth.users) returns boolean
language plpgsql stable
as $$
begin
  return person.administered_at is not null or person.invited_at is not null
    or person.role is distinct from person.sign_up_role
    or (person.email_confirmed_at is null and person.phone_confirmed_at is null and not person.is_anonymous
      and exists (select from auth.passwords as p where p.user_id = person.id));
end
$$;

-- A user as a request of an audience sees it. An account that is nobody's yet belongs to no audience: otherwise anybody
-- could make an address unusable by signing it up for another one. Its audience is decided by the proof (redeem).
create function auth_lib.seen_in(person auth.users, aud text) returns auth.users
language plpgsql stable
as $$
begin
  if auth_lib.is_unclaimed(person) then
    person.aud := aud;
  end if;
  return person;
end
$$;
