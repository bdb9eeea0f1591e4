-- Account ownership, bans, and the role, rights and audience of users. docs/account-ownership.md explains the
-- states.

-- Returns true if the account has an owner: one of its addresses is confirmed, the user is anonymous, the
-- account has no address (only its identity can sign in to it), or it had an owner without an address when an
-- administrator set its first address (owned_without_address). Other actions of administrators, such as
-- setting a password, create no owner, because they do not confirm who holds the credentials in the account.
create function auth_lib.has_owner(person auth.users) returns boolean
language sql immutable
as $$
  select num_nonnulls((person).email_confirmed_at, (person).phone_confirmed_at) > 0 or (person).is_anonymous
    or num_nonnulls((person).email, (person).phone) = 0
    or coalesce((person).owned_without_address, false)
$$;

-- Returns true if the account exists, has no owner, and has no address or role from an administrator
-- (is_administered). The first confirmation of an address then determines the owner.
create function auth_lib.is_ownerless(person auth.users) returns boolean
language plpgsql stable
as $$
begin
  return person.id is not null and not auth_lib.has_owner(person) and not auth_lib.is_administered(person);
end
$$;

-- Returns true if an administrator set an address of the account or changed the role that its sign-up
-- assigned. A stranger's sign-up may neither change nor read such an account. Metadata, bans, imports and
-- passwords from an administrator give no such protection.
create function auth_lib.is_administered(person auth.users) returns boolean
language plpgsql stable
as $$
begin
  return person.role is distinct from person.sign_up_role or exists (
    select from auth.addresses as a where a.user_id = person.id and a.given_by_administrator);
end
$$;

-- Returns the user. If is_ownerless() is true, the audience is replaced by that of the request, because an
-- account without an owner has no fixed audience: with a fixed one, anybody could block an address by signing
-- it up in another audience. The first confirmation sets the audience (consume_token).
create function auth_lib.with_request_audience(person auth.users, aud text) returns auth.users
language plpgsql stable
as $$
begin
  if auth_lib.is_ownerless(person) then
    person.aud := aud;
  end if;
  return person;
end
$$;

-- Returns true if a link or code for an address must not sign in to `person`, the account that has the
-- address. The link or code must not sign in if the account is not ownerless (is_ownerless), and either has
-- another audience than `aud` or does not have the address as users.email or users.phone.
create function auth_lib.belongs_to_other_audience(person auth.users, kind text, address text, aud text) returns boolean
language plpgsql stable
as $$
begin
  return person.id is not null and not auth_lib.is_ownerless(person)
    and (person.aud <> aud or case kind when 'email' then person.email
      else person.phone end is distinct from address);
end
$$;

-- Returns the default audience of requests and users.
create function auth_lib.default_aud(settings jsonb) returns text
language sql immutable
as $$ select coalesce(settings ->> 'jwt_aud', 'authenticated') $$;

-- Returns the administrator roles of the admin API.
create function auth_lib.admin_roles(settings jsonb) returns jsonb
language sql immutable
as $$ select coalesce(settings -> 'jwt_admin_roles', '["service_role","supabase_admin"]') $$;

-- Returns the rights of a role in the admin API. read: accounts found by an exact address or id, their
-- history, reports and rules. list: lists and searches of users. support: sign users out, set and end bans
-- that end within a day, retry messages and events. administer: everything else.
create function auth_lib.rights_of(role text, settings jsonb) returns text[]
language sql immutable
as $$
  select case
    when auth_lib.admin_roles(settings) ? coalesce(role, '') then '{read,list,support,administer}'::text[]
    when coalesce(settings -> 'jwt_support_roles', '[]') ? coalesce(role, '') then '{read,support}'
    when coalesce(settings -> 'jwt_auditor_roles', '[]') ? coalesce(role, '') then '{read,list}'
    else '{}' end
$$;

-- Returns the default role of new users. Raises an exception if the configured role is privileged. The
-- gateway does not start with such a setting, so clients cannot cause the exception.
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

-- Returns true if no sign-up may assign this role: service_role and supabase_admin, roles that have rights in
-- the admin API by the settings, and database roles that are superusers, bypass row level security, or are
-- members of the owner of these functions.
create function auth_lib.is_privileged_role(role text, settings jsonb) returns boolean
language plpgsql stable
as $$
begin
  return role in ('service_role', 'supabase_admin')
    or cardinality(auth_lib.rights_of(role, settings)) > 0
    or exists (
      select from pg_roles as r
      where r.rolname = role
        and (r.rolbypassrls or pg_has_role(r.oid, current_user, 'MEMBER')));
end
$$;


-- Returns true if the user is banned at the current time: by an administrator, or because the user's
-- organization has deactivated the account. An administrator's ban expires without an update of the row.
create function auth_lib.is_banned(person auth.users) returns boolean
language sql stable
as $$
  select coalesce((person).banned_until > auth_lib.clock(), false) or (person).deprovisioned_at is not null
$$;

-- Returns the end of a ban with the given duration. An empty duration keeps the current end; "none" and
-- zero return null.
create function auth_lib.banned_until(person auth.users, duration text) returns timestamptz
language sql stable
as $$
  select case
    when coalesce(duration, '') = '' then (person).banned_until
    when duration = 'none' or auth_lib.duration_seconds(duration) = 0 then null
    else auth_lib.clock() + make_interval(secs => auth_lib.duration_seconds(duration)::double precision)
  end
$$;

-- Checks a ban duration such as 1h30m. Returns an error or null. The maximum is 292 years, the range of a
-- 64-bit count of nanoseconds, as in supabase/auth.
create function auth_lib.check_ban_duration(duration text) returns jsonb
language plpgsql immutable
as $$
declare
  v_number text := '([0-9]+(\.[0-9]*)?|\.[0-9]+)';
  v_rest   text;
  v_fault  text;
begin
  if coalesce(duration, '') in ('', 'none', '0', '+0', '-0') then
    return null;
  elsif length(duration) <= 100
    and duration ~ ('^[+-]?(' || v_number || '(ns|us|µs|μs|ms|s|m|h))+$') then
    if abs(auth_lib.duration_seconds(duration)) < 9223372036 then
      return null;
    end if;
  elsif duration ~ ('^[+-]?(' || v_number || '(ns|us|µs|μs|ms|s|m|h))*' || v_number || '$') then
    v_fault := 'missing unit in duration';
  end if;
  v_rest := regexp_replace(duration, '^[+-]?(' || v_number || '(ns|us|µs|μs|ms|s|m|h)(?=[0-9.]|$))*', '');
  if v_fault is null and v_rest ~ ('^' || v_number || '[^0-9.]') then
    v_fault := 'unknown unit "' || substring(v_rest from '^[0-9.]+([^0-9.]+)') || '" in duration';
  end if;
  return auth_lib.refusal('ban_duration', coalesce(v_fault, 'invalid duration') || ' "' || left(duration, 100)
    || '"');
end
$$;

-- Returns a validated duration, such as 1h30m, 300ms or -24h, in seconds.
create function auth_lib.duration_seconds(duration text) returns numeric
language plpgsql immutable
as $$
begin
  return (
    select case when duration like '-%' then -1 else 1 end * coalesce(sum(
      p.part[1]::numeric * case p.part[3]
        when 'ns' then 0.000000001 when 'us' then 0.000001 when 'µs' then 0.000001 when 'μs' then 0.000001
        when 'ms' then 0.001 when 's' then 1 when 'm' then 60 when 'h' then 3600 end), 0)
    from regexp_matches(duration, '([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)', 'g') as p (part)
  );
end
$$;
