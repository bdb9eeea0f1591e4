-- Who calls: the user or administrator behind the claims, and the audience of a request. Last, the checks of a user whom an administrator makes.

-- The user that verified claims name; a row of nulls when there is none. check_caller says why it is refused.
create function auth_lib.caller(claims jsonb) returns auth.users
language plpgsql stable
as $$
declare
  v_id   uuid := auth_lib.uuid_or_null(claims ->> 'sub');
  v_user auth.users;
begin
  select u.* into v_user from auth.users as u where u.id = v_id;
  return v_user;
end
$$;

-- The session a token was issued for; null where the claim is absent, empty or the nil UUID.
create function auth_lib.claimed_session(claims jsonb) returns uuid
language sql immutable
as $$
  select nullif(auth_lib.uuid_or_null(claims ->> 'session_id'), '00000000-0000-0000-0000-000000000000')
$$;

-- The first audience of a token; RFC 7519 allows a string or an array.
create function auth_lib.token_aud(claims jsonb) returns text
language sql immutable
as $$
  select nullif(case jsonb_typeof(claims -> 'aud')
    when 'array' then claims -> 'aud' ->> 0
    else claims ->> 'aud' end, '')
$$;

-- The audience of a request: that of the header X-JWT-AUD, or else the token's unless it is an administrator's, or else the
-- configured one.
create function auth_lib.request_aud(claims jsonb, audience text, settings jsonb) returns text
language sql immutable
as $$
  select coalesce(
    nullif(audience, ''),
    case when not auth_lib.admin_roles(settings) ? coalesce(claims ->> 'role', '') then auth_lib.token_aud(claims) end,
    auth_lib.default_aud(settings))
$$;

-- The refusal of a caller of a user route, or null; the gateway has verified the signature. The first check that fails is
-- the one that clients are told of. A signed-out session is refused only under SECURITY_STRICT_SESSIONS; a ban and a
-- deletion take effect at once.
create function auth_lib.check_caller(claims jsonb, person auth.users, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_claimed text := claims ->> 'session_id';
  v_session uuid := auth_lib.uuid_or_null(v_claimed);
begin
  if (claims ->> 'exp')::double precision <= extract(epoch from auth_lib.clock()) then
    return auth_lib.refusal('token_expired');
  elsif person.id is null then
    return auth_lib.refusal(case
      when coalesce(claims ->> 'sub', '') = '' then 'sub_missing'
      when auth_lib.uuid_or_null(claims ->> 'sub') is null then 'sub_not_uuid'
      else 'caller_not_found' end);
  elsif v_claimed <> '' and v_session is null then
    return auth_lib.refusal('session_id_not_uuid');
  elsif person.deleted_at is not null then
    return auth_lib.refusal('session_not_found');
  elsif (settings ->> 'security_strict_sessions')::boolean and auth_lib.check_session_lives(claims) is not null then
    return auth_lib.refusal('session_not_found');
  elsif auth_lib.is_banned(person) then
    return auth_lib.refusal('banned_caller');
  end if;
  return null;
end
$$;

-- The refusal of a token whose session has ended or is gone, or null. Such a token may still read until it expires, but not
-- change how the account is signed in to: a thief who has it could otherwise take the account back after its owner has
-- ended the sessions.
create function auth_lib.check_session_lives(claims jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_session uuid := auth_lib.claimed_session(claims);
begin
  if v_session is not null and not exists (
    select from auth.sessions as s
    where s.user_id = auth_lib.uuid_or_null(claims ->> 'sub') and s.id = v_session and s.revoked_at is null)
  then
    return auth_lib.refusal('session_not_found');
  end if;
  return null;
end
$$;

-- Whether the token's session has proven a second factor. Both must say so: the session, because its factor may be gone since
-- the token was signed, and the token, because an older one of the same session may be in other hands.
create function auth_lib.is_aal2(claims jsonb) returns boolean
language plpgsql stable
as $$
begin
  return coalesce(claims ->> 'aal', 'aal1') <> 'aal1' and exists (
    select from auth.sessions as s
    where s.user_id = auth_lib.uuid_or_null(claims ->> 'sub') and s.id = auth_lib.claimed_session(claims)
      and s.aal <> 'aal1' and s.revoked_at is null);
end
$$;

-- The refusal (its name is given) of a session that has not proven a second factor although its user has one, or null. It
-- guards whatever changes how the account is signed in to: otherwise the first factor alone would take it.
create function auth_lib.check_aal(claims jsonb, person auth.users, name text) returns jsonb
language plpgsql stable
as $$
begin
  return case when auth_lib.has_second_factor(person) and not auth_lib.is_aal2(claims) then auth_lib.refusal(name) end;
end
$$;

-- The refusal of a request that links or unlinks by hand, or null.
create function auth_lib.check_linker(claims jsonb, person auth.users, audience text, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_refused jsonb := auth_lib.check_caller(claims, person, settings);
begin
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.request_aud(claims, audience, settings) <> coalesce(auth_lib.token_aud(claims), '') then
    return auth_lib.refusal('unexpected_audience');
  end if;
  return coalesce(auth_lib.check_session_lives(claims), auth_lib.check_aal(claims, person, 'identities_need_aal2'));
end
$$;

-- The refusal of a caller of an administrative route, or null. The token's role must be a configured one. If it names a
-- session, that must be alive and its user must still have such a role, so that a demotion, a ban or a deletion takes effect
-- before the token expires. Service tokens have neither user nor session; one that does name a user ends with that user.
create function auth_lib.check_admin(claims jsonb, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_id      uuid := auth_lib.claimed_session(claims);
  v_roles   jsonb := auth_lib.admin_roles(settings);
  v_user    auth.users;
  v_session auth.sessions;
  v_refused jsonb;
begin
  if (claims ->> 'exp')::double precision <= extract(epoch from auth_lib.clock()) then
    return auth_lib.refusal('token_expired');
  end if;
  if coalesce(claims ->> 'session_id', '') not in ('', '00000000-0000-0000-0000-000000000000') then
    v_user := auth_lib.caller(claims);
    v_refused := auth_lib.check_caller(claims, v_user, settings);
    if v_refused is not null then
      return v_refused;
    end if;
    select s.* into v_session from auth.sessions as s where s.user_id = v_user.id and s.id = v_id;
    if v_session.id is null or v_session.revoked_at is not null then
      return auth_lib.refusal('session_not_found');
    elsif auth_lib.check_session_age(v_session, settings) is not null then
      return auth_lib.refusal('admin_session_expired');
    elsif not v_roles ? v_user.role or v_user.role = v_user.sign_up_role then   -- a role that came with the sign-up makes no administrator
      return auth_lib.refusal('not_admin');
    end if;
    v_refused := auth_lib.check_aal(claims, v_user, 'admin_needs_aal2');
    if v_refused is not null then
      return v_refused;
    end if;
  end if;
  if not v_roles ? coalesce(claims ->> 'role', '') then
    return auth_lib.refusal('not_admin');
  end if;
  v_user := auth_lib.caller(claims);
  return case when v_user.id is not null then auth_lib.check_caller(claims, v_user, settings) end;
end
$$;

-- The actor that the audit log names for an administrator's token: the user of its session, or for a service token a
-- made-up user with the nil UUID and the name of the role.
create function auth_lib.admin_actor(claims jsonb) returns auth.users
language plpgsql stable
as $$
declare
  v_actor auth.users;
begin
  if auth_lib.claimed_session(claims) is not null then
    return auth_lib.caller(claims);
  end if;
  v_actor.id := '00000000-0000-0000-0000-000000000000';
  v_actor.email := coalesce(nullif(claims ->> 'role', ''), 'admin');
  return v_actor;
end
$$;

-- What the audit log says of the user that an administrator acted on.
create function auth_lib.admin_traits(person auth.users) returns jsonb
language sql immutable
as $$
  select jsonb_build_object('user_id', (person).id,
    'user_email', coalesce((person).email, ''), 'user_phone', coalesce((person).phone, ''))
$$;

-- The caller's own record, or why it is not shown.
create function auth_lib.own_record(claims jsonb, audience text, settings jsonb) returns json
language plpgsql stable
as $$
declare
  v_user    auth.users := auth_lib.caller(claims);
  v_refused jsonb := auth_lib.check_caller(claims, v_user, settings);
begin
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.request_aud(claims, audience, settings) <> coalesce(auth_lib.token_aud(claims), '') then
    return auth_lib.refusal('audience_mismatch');
  end if;
  return auth_lib.user_json(v_user);
end
$$;

-- The checks of POST /admin/users and of import_users(), in the order in which clients are told of them, with the column
-- that is at fault; null when the user may be created.
create function auth_lib.check_new_user(
  id text, aud text, role text, email text, phone text, password text, password_hash text, ban_duration text)
returns jsonb
language plpgsql stable
as $$
declare
  v_id uuid := auth_lib.path_uuid(id);
begin
  return coalesce(
    auth_lib.at_column('email', case when coalesce(email, '') <> '' then coalesce(auth_lib.check_email(email),
      case when (auth_lib.find_user('email', auth_lib.normal_email(email))).id is not null then auth_lib.refusal('email_exists') end) end),
    auth_lib.at_column('phone', case when coalesce(phone, '') <> '' then coalesce(auth_lib.check_phone(phone),
      case when (auth_lib.find_user('phone', auth_lib.normal_phone(phone))).id is not null then auth_lib.refusal('phone_exists') end) end),
    auth_lib.at_column('password_hash', case
      when coalesce(password, '') <> '' and coalesce(password_hash, '') <> '' then auth_lib.refusal('password_or_hash')
      when octet_length(password) > 72 then auth_lib.refusal('password_too_long')
      when coalesce(password_hash, '') <> '' and not auth_lib.is_usable_hash(password_hash)
        then auth_lib.refusal('password_hash_unusable') end),
    auth_lib.at_column('id', case
      when coalesce(id, '') <> '' and v_id is null then auth_lib.refusal('id_not_uuid')
      when v_id = '00000000-0000-0000-0000-000000000000' then auth_lib.refusal('id_nil') end),
    auth_lib.at_column('ban_duration', auth_lib.check_ban_duration(ban_duration)),
    auth_lib.at_column('aud', case when octet_length(aud) > 255 then auth_lib.refusal('claim_too_long', 'aud') end),   -- in an index and every token
    auth_lib.at_column('role',
      case when octet_length(auth_lib.trim_space(role)) > 255 then auth_lib.refusal('claim_too_long', 'role') end),
    auth_lib.at_column('id', case when exists (select from auth.users as u where u.id = v_id) then auth_lib.refusal('id_exists') end));
end
$$;

-- A refusal with the name of the column that it is about; null for none.
create function auth_lib.at_column(name text, refused jsonb) returns jsonb
language sql stable
as $$ select refused || jsonb_build_object('column', name) $$;
