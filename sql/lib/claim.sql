-- Whose an account is. What a sign-up makes is nobody's account until one of its addresses is proven or an administrator
-- has dealt with it, and its role is never a privileged one.

-- Whether an account is nobody's yet: a sign-up made it, none of its addresses is proven, and no administrator has dealt
-- with it. Whoever proves one of its addresses first becomes its owner.
create function auth_lib.is_unclaimed(person auth.users) returns boolean
language plpgsql stable
as $$
begin
  return person.id is not null and person.email_confirmed_at is null and person.phone_confirmed_at is null
    and not person.is_anonymous and not auth_lib.is_administered(person);
end
$$;

-- Whether an administrator (or a DBA) has made, invited or changed an account, or given it a role, or a password before any
-- of its addresses was proven. A stranger's request may neither change nor read such an account.
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
-- could make an address unusable by signing it up in another audience. The first proof decides its audience (redeem).
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

-- Whether a mail or an SMS to an address must not sign in to the account that it found: the account is somebody's, and it
-- belongs to another audience or has this address only through a provider's identity.
create function auth_lib.is_elsewhere(person auth.users, kind text, address text, aud text) returns boolean
language plpgsql stable
as $$
begin
  return person.id is not null and not auth_lib.is_unclaimed(person)
    and (person.aud <> aud or case kind when 'email' then person.email else person.phone end is distinct from address);
end
$$;

-- The user whom a request with nothing but an address is about. Who asks for a mail may own the mailbox, and must not be led
-- into an account that somebody else has proven, by a number, and that only says it has this address: it gives the address up.
create function auth_lib.user_of_mailbox(kind text, value text) returns auth.users
language plpgsql volatile
as $$
declare
  v_user auth.users := auth_lib.find_user(kind, value);
begin
  if kind = 'email' and v_user.email_confirmed_at is null and v_user.phone_confirmed_at is not null then
    perform auth_lib.release_addresses(array[value], null, null);
    v_user := auth_lib.find_user(kind, value);
  end if;
  return v_user;
end
$$;

-- The role of a new user for whom none was named. That a privileged one is configured is no client's fault, so it raises an
-- exception; the gateway does not start with such a setting.
create function auth_lib.default_role(settings jsonb) returns text
language plpgsql stable
as $$
declare
  v_role text := coalesce(settings ->> 'jwt_default_group_name', 'authenticated');
begin
  if auth_lib.is_privileged_role(v_role, settings) then
    raise exception 'jwt_default_group_name names a privileged role';
  end if;
  return v_role;
end
$$;

-- Whether no sign-up may give a role, whatever the settings say: it is an administrator's role in the HTTP API, or a role of
-- this database server that is a superuser, bypasses row level security or may act as the owner of these functions.
create function auth_lib.is_privileged_role(role text, settings jsonb) returns boolean
language sql stable
as $$
  select role in ('service_role', 'supabase_admin')
    or coalesce(settings -> 'jwt_admin_roles', '[]') ? role
    or exists (
      select from pg_roles as r
      where r.rolname = role and (r.rolbypassrls or pg_has_role(r.oid, current_user, 'MEMBER')))
$$;
