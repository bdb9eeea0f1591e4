-- The caller of a request: the user or administrator in the token's claims, and the audience of the
-- request. Also checks of users that an administrator creates.

-- Returns the user in verified claims, or a row of nulls. check_caller() then returns the error.
create function auth_lib.find_caller(claims jsonb) returns auth.users
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

-- Returns the session id of a token, or null if the claim is absent, empty or the nil UUID.
create function auth_lib.claimed_session(claims jsonb) returns uuid
language sql immutable
as $$
  select nullif(auth_lib.uuid_or_null(claims ->> 'session_id'), '00000000-0000-0000-0000-000000000000')
$$;

-- Returns the first audience of a token. RFC 7519 allows a string or an array.
create function auth_lib.token_aud(claims jsonb) returns text
language sql immutable
as $$
  select nullif(case jsonb_typeof(claims -> 'aud')
    when 'array' then claims -> 'aud' ->> 0
    else claims ->> 'aud' end, '')
$$;

-- Returns the audience of a request: the header X-JWT-AUD, otherwise the token's audience (except for
-- administrators' tokens), otherwise the configured default.
create function auth_lib.request_aud(claims jsonb, audience text, settings jsonb) returns text
language sql immutable
as $$
  select coalesce(
    nullif(audience, ''),
    case when not auth_lib.admin_roles(settings) ? coalesce(claims ->> 'role', '')
      then auth_lib.token_aud(claims) end,
    auth_lib.default_aud(settings))
$$;

-- Checks the caller of a user route. Returns the first error or null. Refuses tokens of OAuth clients,
-- because a client may not do everything that its user may do. The few functions that accept clients call
-- check_bearer().
create function auth_lib.check_caller(claims jsonb, person auth.users, settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  if claims ->> 'client_id' is not null then
    return auth_lib.refusal('client_token');
  end if;
  return auth_lib.check_bearer(claims, person, settings);
end
$$;

-- Checks the token of an OAuth client. Its audience must be that of the user and not a resource, and its
-- session must be live and a client's session. Returns an error or null. Returns null for tokens that were
-- not issued to a client.
create function auth_lib.check_client_token(claims jsonb, person auth.users) returns jsonb
language plpgsql stable
as $$
begin
  return case when claims ->> 'client_id' is not null and (claims ->> 'aud' is distinct from person.aud
    or auth_lib.check_session_live(claims) is not null) then auth_lib.refusal('client_token') end;
end
$$;

-- Checks a user's token whose signature the gateway has verified. Returns the first error or null. A
-- revoked session is refused only under SECURITY_STRICT_SESSIONS. A ban or deletion of the user takes
-- effect at once.
create function auth_lib.check_bearer(claims jsonb, person auth.users, settings jsonb) returns jsonb
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
  elsif (settings ->> 'security_strict_sessions')::boolean
    and auth_lib.check_session_live(claims) is not null then
    return auth_lib.refusal('session_not_found');
  elsif auth_lib.is_banned(person) then
    return auth_lib.refusal('banned_caller');
  end if;
  return null;
end
$$;

-- Checks that the session that a token names is live. Returns an error or null. Returns null if the token
-- names no session. Unless SECURITY_STRICT_SESSIONS is on, GET /user and changes of user_metadata accept a
-- token of a revoked session until it expires. Functions that change credentials or addresses call
-- check_session_live(): otherwise an attacker with the token could regain access after the owner revoked the
-- sessions.
create function auth_lib.check_session_live(claims jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_session uuid := auth_lib.claimed_session(claims);
begin
  if v_session is not null and not exists (
    select from auth.sessions as s
    where s.user_id = auth_lib.uuid_or_null(claims ->> 'sub') and s.id = v_session and s.revoked_at is null
      -- Tokens of a client belong to sessions of a client; other tokens do not.
      and (s.oauth_client_id is null) = (claims ->> 'client_id' is null))
  then
    return auth_lib.refusal('session_not_found');
  end if;
  return null;
end
$$;

-- Checks that the token's session is live and within its time limits. Returns an error or null. Called by
-- functions that start access which may outlast the session.
create function auth_lib.check_session_valid(claims jsonb, settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  if exists (
    select from auth.sessions as s
    where s.user_id = auth_lib.uuid_or_null(claims ->> 'sub') and s.id = auth_lib.claimed_session(claims)
      and auth_lib.check_session_age(s, settings) is not null) then
    return auth_lib.refusal('session_not_found');
  end if;
  return auth_lib.check_session_live(claims);
end
$$;

-- Returns true if the token's session has verified a second factor. Both the session's row and the token's
-- claim aal must be above aal1: the factor may have been removed since the token was signed, and an attacker
-- may have an older token of the same session.
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

-- Checks that a user with a second factor has verified it in this session. Returns the error with the given
-- name, or null. Called before changes of credentials, addresses and identities, before approvals of clients
-- and exports, and for admin requests.
create function auth_lib.check_aal(claims jsonb, person auth.users, name text) returns jsonb
language plpgsql stable
as $$
begin
  return case when auth_lib.has_second_factor(person) and not auth_lib.is_aal2(claims)
    then auth_lib.refusal(name) end;
end
$$;

-- Checks the caller of a request that links or unlinks an identity. Returns an error or null. The session
-- must be live and within its time limits, because the response to a link contains new tokens. The account
-- must have an owner, because otherwise a stranger could link an identity before the owner confirms the
-- address. SSO users are refused, because their organization manages their identities. A user with a second
-- factor must have verified it in the session.
create function auth_lib.check_linking_caller(
  claims jsonb, person auth.users, audience text, settings jsonb)
returns jsonb
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
  return coalesce(auth_lib.check_session_valid(claims, settings),
    case when person.is_sso_user then auth_lib.refusal('user_sso_managed') end,
    case when not auth_lib.has_owner(person) then auth_lib.refusal('identities_need_owner') end,
    auth_lib.check_aal(claims, person, 'identities_need_aal2'));
end
$$;

-- Checks that the caller of an admin route has the right `needed` (rights_of). Returns an error or null. If
-- the token names a session, the session must be live, within its time limits and, if the user has a second
-- factor, at aal2. The user's current role must also grant the right, and must not be the role assigned at
-- sign-up. A demotion, ban or deletion therefore takes effect before the token expires. A service token names
-- no session. If it names an existing user, that user must not be banned or soft-deleted.
create function auth_lib.check_admin(claims jsonb, settings jsonb, needed text default 'administer')
returns jsonb
language plpgsql stable
as $$
declare
  v_id      uuid := auth_lib.claimed_session(claims);
  v_rights  text[] := auth_lib.rights_of(claims ->> 'role', settings);
  v_own     text[] := v_rights;
  v_user    auth.users;
  v_session auth.sessions;
  v_refused jsonb;
begin
  if claims ->> 'client_id' is not null then
    return auth_lib.refusal('client_token');
  elsif (claims ->> 'exp')::double precision <= extract(epoch from auth_lib.clock()) then
    return auth_lib.refusal('token_expired');
  end if;
  if coalesce(claims ->> 'session_id', '') not in ('', '00000000-0000-0000-0000-000000000000') then
    v_user := auth_lib.find_caller(claims);
    v_refused := auth_lib.check_caller(claims, v_user, settings);
    if v_refused is not null then
      return v_refused;
    end if;
    select s.* into v_session from auth.sessions as s where s.user_id = v_user.id and s.id = v_id;
    if v_session.id is null or v_session.revoked_at is not null then
      return auth_lib.refusal('session_not_found');
    elsif auth_lib.check_session_age(v_session, settings) is not null then
      return auth_lib.refusal('admin_session_expired');
    -- A role assigned at sign-up never grants administrator rights.
    elsif v_user.role = v_user.sign_up_role then
      return auth_lib.refusal('not_admin');
    end if;
    v_own := auth_lib.rights_of(v_user.role, settings);
    if v_own = '{}' then
      return auth_lib.refusal('not_admin');
    end if;
    v_refused := auth_lib.check_aal(claims, v_user, 'admin_needs_aal2');
    if v_refused is not null then
      return v_refused;
    end if;
  end if;
  if v_rights = '{}' then
    return auth_lib.refusal('not_admin');
  elsif not (needed = any (v_rights) and needed = any (v_own)) then
    return auth_lib.refusal('right_missing', needed);
  end if;
  v_user := auth_lib.find_caller(claims);
  return case when v_user.id is not null then auth_lib.check_caller(claims, v_user, settings) end;
end
$$;

-- Returns true if the caller of an admin route has the given right.
create function auth_lib.has_admin_right(claims jsonb, settings jsonb, needed text) returns boolean
language plpgsql stable
as $$
begin
  return auth_lib.check_admin(claims, settings, needed) is null;
end
$$;

-- Returns the right with which the caller of an admin route acts on accounts: administer, support or null.
create function auth_lib.acting_right(claims jsonb, settings jsonb) returns text
language plpgsql stable
as $$
begin
  return case when auth_lib.has_admin_right(claims, settings, 'administer') then 'administer'
    when auth_lib.has_admin_right(claims, settings, 'support') then 'support' end;
end
$$;

-- Checks that a caller whose right is `acting` (acting_right) may act on users with the given role. Returns
-- an error or null. Support may not act on users with a privileged role. Lists of sessions, messages and
-- webhook events also call check_target(), to mark the rows on which the caller may not act.
create function auth_lib.check_target(acting text, role text, settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  return case when acting = 'administer' then null
    when acting is null then auth_lib.refusal('right_missing', 'support')
    when auth_lib.is_privileged_role(role, settings) then auth_lib.refusal('support_target') end;
end
$$;

-- Returns the number of actions that the support role has left within an hour: at most 60, and negative if
-- parallel requests were counted beyond the limit.
create function auth_lib.support_actions_left(claims jsonb) returns integer
language plpgsql stable
as $$
begin
  return 60 - auth_lib.limited_event_count('support', auth_lib.support_counter_key(claims),
    interval '1 hour');
end
$$;

-- Returns the key that counts the actions of a caller with the support role: the user, or the role of a token
-- without a user.
create function auth_lib.support_counter_key(claims jsonb) returns text
language sql immutable
as $$ select coalesce(nullif(claims ->> 'sub', ''), claims ->> 'role') $$;

-- Counts and limits an action of a caller without the right `administer` (the support role). Returns an error
-- or null. Support may act at most 60 times an hour, and only on users that check_target() accepts. `target`
-- is a row of nulls if the action has no target user.
create function auth_lib.count_support_action(claims jsonb, target auth.users, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_acting  text := auth_lib.acting_right(claims, settings);
  v_refused jsonb := auth_lib.check_target(v_acting, target.role, settings);
begin
  if v_refused is not null or v_acting = 'administer' then
    return v_refused;
  elsif auth_lib.support_actions_left(claims) <= 0 then
    return auth_lib.refusal('support_limit');
  end if;
  perform auth_lib.count_limited_events('support', auth_lib.support_counter_key(claims), 1, false, settings);
  -- Parallel requests may have been counted since the first check.
  return case when auth_lib.support_actions_left(claims) < 0 then auth_lib.refusal('support_limit') end;
end
$$;

-- Returns a user in the API's format. A caller without the right `list` gets no metadata except the names of
-- the providers, and no identity data of the providers. Instead, the caller gets is_privileged, which is true
-- if support may not act on the account. mail_refused is the name of an error of check_mail_to(), and absent
-- if there is none.
create function auth_lib.user_json_for_admin(person auth.users, claims jsonb, settings jsonb) returns json
language plpgsql stable
as $$
declare
  v_shown   json := auth_lib.user_json(person);
  v_refused jsonb := auth_lib.check_mail_to(person, settings);
begin
  if v_refused is not null then
    v_shown := (v_shown::jsonb || jsonb_build_object('mail_refused', v_refused -> 'refused' -> 'name'))::json;
  end if;
  return case when auth_lib.has_admin_right(claims, settings, 'list') then v_shown
    else (auth_lib.without_metadata(v_shown)::jsonb || jsonb_build_object('is_privileged',
      auth_lib.is_privileged_role(person.role, settings)))::json end;
end
$$;

create function auth_lib.without_metadata(shown json) returns json
language sql stable
as $$
  select (shown::jsonb || jsonb_build_object('user_metadata', '{}'::jsonb,
    'app_metadata', jsonb_strip_nulls(jsonb_build_object(
      'provider', shown #> '{app_metadata,provider}', 'providers', shown #> '{app_metadata,providers}')),
    'identities', (select coalesce(jsonb_agg(i.value - 'identity_data' order by i.ordinality), '[]')
      from jsonb_array_elements(shown::jsonb -> 'identities') with ordinality as i)))::json
$$;

-- Returns the actor for audit entries of an administrator's request: the user of the session, or a
-- pseudo-user with the nil UUID and the role's name for a service token.
create function auth_lib.admin_actor(claims jsonb) returns auth.users
language plpgsql stable
as $$
declare
  v_actor auth.users;
begin
  if auth_lib.claimed_session(claims) is not null then
    return auth_lib.find_caller(claims);
  end if;
  v_actor.id := '00000000-0000-0000-0000-000000000000';
  v_actor.email := coalesce(nullif(claims ->> 'role', ''), 'admin');
  return v_actor;
end
$$;

-- Returns the audit details (traits) of the user that an administrator acted on.
create function auth_lib.admin_audit_details(person auth.users) returns jsonb
language sql immutable
as $$
  select jsonb_build_object('user_id', (person).id,
    'user_email', coalesce((person).email, ''), 'user_phone', coalesce((person).phone, ''))
$$;

-- Returns the caller's own user in the API's format, or an error. A client's token gets only the members
-- that its scopes allow.
create function auth_lib.get_own_user(claims jsonb, audience text, settings jsonb) returns json
language plpgsql stable
as $$
declare
  v_user    auth.users := auth_lib.find_caller(claims);
  v_refused jsonb := auth_lib.check_bearer(claims, v_user, settings);
begin
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.request_aud(claims, audience, settings) <> coalesce(auth_lib.token_aud(claims), '') then
    return auth_lib.refusal('audience_mismatch');
  elsif claims ->> 'client_id' is not null then
    return coalesce(auth_lib.check_client_token(claims, v_user)::json, auth_lib.client_user_json(v_user, claims));
  end if;
  return auth_lib.user_json(v_user);
end
$$;

-- Returns a user in the API's format for a client's token: only the members that its scopes allow.
create function auth_lib.client_user_json(person auth.users, claims jsonb) returns json
language plpgsql stable
as $$
declare
  v_scopes text[] := auth_lib.scope_names(claims ->> 'scope');
  v_email  boolean := 'email' = any (v_scopes) and person.email_confirmed_at is not null;
  v_phone  boolean := 'phone' = any (v_scopes) and person.phone_confirmed_at is not null;
begin
  return json_build_object(
    'id', person.id, 'aud', person.aud, 'role', claims ->> 'role',
    'email', case when v_email then coalesce(person.email, '') else '' end,
    'phone', case when v_phone then coalesce(person.phone, '') else '' end,
    'email_confirmed_at', case when v_email then person.email_confirmed_at end,
    'phone_confirmed_at', case when v_phone then person.phone_confirmed_at end,
    'app_metadata', '{}'::jsonb, 'user_metadata', auth_lib.client_metadata(person, v_scopes),
    'identities', '[]'::jsonb, 'is_anonymous', person.is_anonymous, 'created_at', person.created_at,
    'updated_at', person.updated_at);
end
$$;

-- Checks a user that an administrator creates or imports. Returns the first error with its column, or null.
create function auth_lib.check_new_user(
  id text, aud text, role text, email text, phone text, password text, password_hash text, ban_duration text)
returns jsonb
language plpgsql stable
as $$
declare
  v_id uuid := auth_lib.path_uuid(id);
begin
  return coalesce(
    auth_lib.refusal_at_column('email', case when coalesce(email, '') <> '' then coalesce(auth_lib.check_email(email),
      case when (auth_lib.find_user('email', auth_lib.normal_email(email))).id is not null
        then auth_lib.refusal('email_exists') end) end),
    auth_lib.refusal_at_column('phone', case when coalesce(phone, '') <> '' then coalesce(auth_lib.check_phone(phone),
      case when (auth_lib.find_user('phone', auth_lib.normal_phone(phone))).id is not null
        then auth_lib.refusal('phone_exists') end) end),
    auth_lib.refusal_at_column('password_hash', case
      when coalesce(password, '') <> '' and coalesce(password_hash, '') <> ''
        then auth_lib.refusal('password_or_hash')
      when octet_length(password) > 72 then auth_lib.refusal('password_too_long')
      when coalesce(password_hash, '') <> '' and not auth_lib.is_usable_hash(password_hash)
        then auth_lib.refusal('password_hash_unusable') end),
    auth_lib.refusal_at_column('id', case
      when coalesce(id, '') <> '' and v_id is null then auth_lib.refusal('id_not_uuid')
      when v_id = '00000000-0000-0000-0000-000000000000' then auth_lib.refusal('id_nil') end),
    auth_lib.refusal_at_column('ban_duration', auth_lib.check_ban_duration(ban_duration)),
    -- The audience is part of an index and of every token, so its length is limited.
    auth_lib.refusal_at_column('aud', case when octet_length(aud) > 255
      then auth_lib.refusal('claim_too_long', 'aud') end),
    auth_lib.refusal_at_column('role',
      case when octet_length(auth_lib.trim_space(role)) > 255
        then auth_lib.refusal('claim_too_long', 'role') end),
    auth_lib.refusal_at_column('id', case when exists (select from auth.users as u where u.id = v_id)
      then auth_lib.refusal('id_exists') end));
end
$$;

-- Adds a column name to an error. Returns null for null.
create function auth_lib.refusal_at_column(name text, refused jsonb) returns jsonb
language sql stable
as $$ select refused || jsonb_build_object('column', name) $$;
