-- Ownership of accounts, their role and audience, and bans. docs/account-ownership.md explains the states.

-- Returns true if the account has an owner: somebody confirmed one of its addresses, it is an anonymous visitor's, or it has no
-- address at all, so that nobody but the holder of its identity can claim it. What an administrator did to the account
-- does not matter: that vouches for no credential that strangers left in it.
create function auth_lib.has_owner(person auth.users) returns boolean
language sql immutable
as $$
  select num_nonnulls((person).email_confirmed_at, (person).phone_confirmed_at) > 0 or (person).is_anonymous
    or num_nonnulls((person).email, (person).phone) = 0
$$;

-- Returns true if the account has neither an owner nor anything from an administrator: a sign-up made it, and the first
-- confirmation of one of its addresses decides whose it is.
create function auth_lib.is_unclaimed(person auth.users) returns boolean
language plpgsql stable
as $$
begin
  return person.id is not null and not auth_lib.has_owner(person) and not auth_lib.is_administered(person);
end
$$;

-- Returns true if an administrator set an address of the account, or gave it another role than its sign-up did. A stranger's
-- request may neither change nor read such an account. Metadata, bans, imports and passwords shield nothing.
create function auth_lib.is_administered(person auth.users) returns boolean
language plpgsql stable
as $$
begin
  return person.role is distinct from person.sign_up_role or exists (
    select from auth.addresses as a where a.user_id = person.id and a.given_by_administrator);
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

-- The audience of requests and users for which none is named.
create function auth_lib.default_aud(settings jsonb) returns text
language sql immutable
as $$ select coalesce(settings ->> 'jwt_aud', 'authenticated') $$;

-- The roles of administrators in the HTTP API, as a list.
create function auth_lib.admin_roles(settings jsonb) returns jsonb
language sql immutable
as $$ select coalesce(settings -> 'jwt_admin_roles', '["service_role","supabase_admin"]') $$;

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
    or auth_lib.admin_roles(settings) ? role
    or exists (
      select from pg_roles as r
      where r.rolname = role and (r.rolbypassrls or pg_has_role(r.oid, current_user, 'MEMBER')))
$$;

-- Bans, and the durations in which they are given.

-- Whether the user is banned now. Only the clock decides: nothing has to be written when a ban ends.
create function auth_lib.is_banned(person auth.users) returns boolean
language sql stable
as $$ select coalesce((person).banned_until > auth_lib.clock(), false) $$;

-- When a ban of this duration ends: the present end for an empty duration, null for "none" and for zero.
create function auth_lib.banned_until(person auth.users, duration text) returns timestamptz
language sql stable
as $$
  select case
    when coalesce(duration, '') = '' then (person).banned_until
    when duration = 'none' or auth_lib.duration_seconds(duration) = 0 then null
    else auth_lib.clock() + make_interval(secs => auth_lib.duration_seconds(duration)::double precision)
  end
$$;

-- The refusal of a ban duration such as 1h30m, or null. At most 292 years: supabase/auth counts nanoseconds in 64 bits.
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
  return auth_lib.refusal('ban_duration', coalesce(v_fault, 'invalid duration') || ' "' || left(duration, 100) || '"');
end
$$;

-- Seconds of a duration such as 1h30m, 300ms or -24h, whose form has been checked.
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
