-- What a sign-up makes: an account that is nobody's until an address of it is proven or an administrator has had a hand in
-- it, and whose role is never one of power.

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

-- Whether the account that an address has found is none that a mail or an SMS to it may sign in: the account is somebody's,
-- and belongs to another audience, or has the address by an identity alone.
create function auth_lib.is_elsewhere(person auth.users, kind text, address text, aud text) returns boolean
language plpgsql stable
as $$
begin
  return person.id is not null and not auth_lib.is_unclaimed(person)
    and (person.aud <> aud or case kind when 'email' then person.email else person.phone end is distinct from address);
end
$$;

-- The role of a new user for whom nobody names one. A privileged one is an error of whoever configured or called this, and
-- nothing that a client sent: the gateway does not start with it.
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

-- Whether a role is one that no sign-up may give, whatever the settings of a call say: an administrator's of the HTTP API,
-- or one of this server that is a superuser, passes row level security by, or may act as the owner of these functions.
create function auth_lib.is_privileged_role(role text, settings jsonb) returns boolean
language sql stable
as $$
  select role in ('service_role', 'supabase_admin')
    or coalesce(settings -> 'jwt_admin_roles', '[]') ? role
    or exists (
      select from pg_roles as r
      where r.rolname = role and (r.rolbypassrls or pg_has_role(r.oid, current_user, 'MEMBER')))
$$;
