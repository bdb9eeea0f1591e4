-- One-time tokens: issuing, finding by link or code, and deleting.

-- Checks the PKCE parameters (RFC 7636) of a link. Returns an error or null. If both parameters are absent or
-- empty, the flow is implicit.
create function auth_lib.check_pkce(link jsonb) returns jsonb
language sql stable
as $$
  select case
    when (p.challenge = '') <> (p.method = '') then auth_lib.refusal('pkce_pair_required')
    when p.challenge = '' then null
    when length(p.challenge) not between 43 and 128 then auth_lib.refusal('pkce_length')
    when p.challenge !~ '^[a-zA-Z._~0-9-]+$' then auth_lib.refusal('pkce_characters')
    when lower(p.method collate "C") not in ('s256', 'plain') then auth_lib.refusal('pkce_method')
  end
  from (select coalesce(link ->> 'code_challenge', '') as challenge,
    coalesce(link ->> 'code_challenge_method', '') as method) as p
$$;

-- Stores the PKCE challenge of a mail's link. Returns the id of the flow, or null for the implicit flow.
create function auth_lib.start_flow(user_id uuid, authentication_method text, link jsonb) returns uuid
language plpgsql volatile
as $$
declare
  v_id uuid := gen_random_uuid();
begin
  if coalesce(link ->> 'code_challenge', '') = '' then
    return null;
  end if;
  insert into auth.flow_states (id, user_id, provider, authentication_method, code_challenge,
    code_challenge_method, created_at)
  values (v_id, user_id, 'email', authentication_method, link ->> 'code_challenge',
    lower((link ->> 'code_challenge_method') collate "C"), auth_lib.clock());
  return v_id;
end
$$;

-- Returns the lifetime of a flow until the provider's redirect, and of an authorization code until its
-- exchange: at least five minutes.
create function auth_lib.flow_lifetime(settings jsonb) returns interval
language sql immutable
as $$
  select make_interval(secs => greatest(300,
    coalesce((settings ->> 'external_flow_state_expiry_duration')::double precision, 300)))
$$;

-- Returns the maximum duration of a SAML sign-in at the organization's identity provider, including second
-- factors.
create function auth_lib.saml_flow_lifetime(settings jsonb) returns interval
language sql immutable
as $$
  select make_interval(secs => coalesce(
    nullif((settings ->> 'saml_relay_state_validity_period')::double precision, 0), 600))
$$;

-- Returns the kinds of one-time tokens for a type of POST /verify, in the order of search. Returns null for
-- an unknown type.
create function auth_lib.token_kinds(type text) returns text[]
language sql immutable
as $$
  select case
    when type in ('signup', 'invite') then '{confirmation}'::text[]
    when type in ('recovery', 'magiclink') then '{recovery}'::text[]
    when type = 'email' then '{confirmation,recovery}'::text[]
    when type = 'email_change' then '{email_change_current,email_change_new}'::text[]
    when type in ('sms', 'phone_change') then array[type]
  end
$$;

-- Issues a new link and code of a kind for a user. Codes for a phone number have the length and lifetime of
-- SMS codes. The row gets a new id and generation, which voids earlier tokens of the kind. `aud` is the
-- audience of the request.
create function auth_lib.issue_token(
  user_id uuid, kind text, purpose text, address text, flow_id uuid, carries_password boolean, aud text,
  settings jsonb)
returns auth.one_time_tokens
language plpgsql volatile
as $$
declare
  v_token auth.one_time_tokens;
begin
  insert into auth.one_time_tokens as t
    (id, user_id, kind, purpose, address, key_id, digits, valid_for, flow_id, carries_password, aud,
      created_at)
  values (auth_lib.routed_uuid(user_id), user_id, kind, purpose, address,
    (settings ->> 'sealing_key_id')::smallint,
    case when address !~ '@' then coalesce((settings ->> 'sms_otp_length')::smallint, 6::smallint)
      else coalesce((settings ->> 'mailer_otp_length')::smallint, 6::smallint) end,
    auth_lib.token_validity(address, settings), flow_id, carries_password, aud, auth_lib.clock())
  on conflict on constraint one_time_tokens_user_id_kind_key do update
  set id = excluded.id, purpose = excluded.purpose, address = excluded.address, generation = t.generation + 1,
      attempts = 0, key_id = excluded.key_id, digits = excluded.digits, valid_for = excluded.valid_for,
      expires_at = null,
      flow_id = excluded.flow_id, carries_password = excluded.carries_password, aud = excluded.aud,
      provider = null, created_at = excluded.created_at
  returning t.* into v_token;
  return v_token;
end
$$;

-- Returns the digits of a token's code: the first 8 bytes of HMAC(code sub-key, id ‖ generation) as an
-- unsigned number, modulo 10^digits, with leading zeros. The worker computes the same digits when it sends
-- the message.
create function auth_lib.token_code(token auth.one_time_tokens, key bytea) returns text
language plpgsql immutable
as $$
begin
  return (
    select lpad(
      mod(
        ('x' || encode(substr(m.mac, 1, 4), 'hex'))::bit(32)::bigint::numeric * 4294967296
          + ('x' || encode(substr(m.mac, 5, 4), 'hex'))::bit(32)::bigint::numeric,
        power(10::numeric, (token).digits))::bigint::text,
      (token).digits, '0')
    from (select auth_lib.hmac(uuid_send((token).id) || int8send((token).generation), key) as mac) as m
  );
end
$$;

-- Returns true if a code belongs to a token. For an imported row (generation 0), the id is derived from its
-- link, and supabase/auth computed the link as the SHA-224 of address and code.
create function auth_lib.token_has_code(token auth.one_time_tokens, code text, key bytea) returns boolean
language plpgsql stable
as $$
begin
  if token.generation > 0 then
    return code = auth_lib.token_code(token, key);
  end if;
  return token.id = auth_lib.old_link_id(encode(sha224(convert_to(token.address || code, 'UTF8')), 'hex'),
    key);
end
$$;

-- Returns the id that an import gives to the row of a supabase/auth link. The key prevents readers of the
-- table from computing the id of a link. The gateway derives the same id. The HMAC input is longer than any
-- input of code(), so no id equals the HMAC of a code.
create function auth_lib.old_link_id(link text, key bytea) returns uuid
language sql stable
as $$
  select encode(substr(auth_lib.hmac(convert_to('old link ', 'UTF8') || sha256(convert_to(link, 'UTF8')),
    key), 1, 16), 'hex')::uuid
$$;

-- Returns the valid token that matches a code entered for an address, or a row of nulls. A wrong code is
-- counted on each token that it was compared with, against the account of each token, and against the
-- address. The users are locked before the counts are read, so parallel calls cannot exceed the limits. An
-- attempt at a code whose message is not sent yet, or that the SMS gateway creates (count_gateway_attempt),
-- is counted but never matches.
create function auth_lib.match_code(address text, kinds text[], code text, user_id uuid, code_keys jsonb,
  settings jsonb)
returns auth.one_time_tokens
language plpgsql volatile
as $$
declare
  v_most     integer := auth_lib.max_code_failures_per_day(settings);
  v_compared integer := 0;
  v_token    auth.one_time_tokens;
begin
  perform from auth.users as u
  where u.id in (select t.user_id from auth.one_time_tokens as t
    where t.address = match_code.address and t.kind = any (kinds))
  order by u.id for no key update;
  if auth_lib.check_attempts(address, kinds, user_id, settings) is not null then
    return null;
  end if;
  for v_token in
    select t.* from auth.one_time_tokens as t
    where t.address = match_code.address and t.kind = any (kinds)
      and t.attempts < 5 and coalesce(t.expires_at, 'infinity') >= auth_lib.clock()
    order by array_position(kinds, t.kind), t.id
  loop
    continue when auth_lib.attempts_used_up(v_token, settings)
      or auth_lib.limited_events_reached_at('account', v_token.user_id::text, interval '1 day', v_most) is not null;
    exit when v_compared >= v_most or auth_lib.limited_events_reached_at(
      auth_lib.attempt_counter(kinds), address, interval '1 day', v_most - v_compared) is not null;
    if v_token.expires_at is not null and not auth_lib.gateway_creates_codes(address, settings)
      and auth_lib.token_has_code(v_token, code, decode(code_keys ->> v_token.key_id::text, 'hex')) then
      return v_token;
    end if;
    update auth.one_time_tokens as t set attempts = t.attempts + 1 where t.id = v_token.id and t.attempts < 5;
    perform auth_lib.count_limited_events('account', v_token.user_id::text, 1, false, settings);
    v_compared := v_compared + 1;
  end loop;
  perform auth_lib.count_attempt(address, kinds, v_compared, settings);
  return null;
end
$$;

-- Returns true if the SMS gateway creates the codes for an address, so that only the SMS gateway can verify
-- them.
create function auth_lib.gateway_creates_codes(address text, settings jsonb) returns boolean
language sql immutable
as $$
  select address !~ '@' and coalesce(settings ->> 'sms_provider', '') = 'twilio_verify'
$$;

-- Counts an attempt at a code that the SMS gateway created, before the SMS gateway is called. Attempt limits
-- therefore also limit these calls. Returns {"token_id", "to"} for the call, both null if no code can match.
-- If two accounts have a pending code for the same number, no code can match, because the code confirms the
-- number but not which account's user entered it.
create function auth_lib.count_gateway_attempt(
  address text, kinds text[], code text, user_id uuid, settings jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_most  integer := auth_lib.max_code_failures_per_day(settings);
  v_ids   uuid[];
begin
  perform from auth.users as u
  where u.id in (select t.user_id from auth.one_time_tokens as t
    where t.address = count_gateway_attempt.address and t.kind = any (kinds))
  order by u.id for no key update;
  if auth_lib.check_attempts(address, kinds, user_id, settings) is null
    and auth_lib.test_number_code(address, settings) is null and code ~ '^[0-9]{4,10}$' then
    v_ids := array(
      select t.id from auth.one_time_tokens as t
      where t.address = count_gateway_attempt.address and t.kind = any (kinds)
        and t.attempts < 5 and t.expires_at >= auth_lib.clock() and not auth_lib.attempts_used_up(t, settings)
        and auth_lib.limited_events_reached_at('account', t.user_id::text, interval '1 day', v_most) is null);
  end if;
  perform auth_lib.match_code(address, kinds, null, user_id, null, settings);
  return jsonb_build_object('token_id', case cardinality(v_ids) when 1 then v_ids[1] end,
    'to', case cardinality(v_ids) when 1 then address end);
end
$$;

-- Returns the token whose code the SMS gateway has approved, and undoes the attempt that
-- count_gateway_attempt() counted. `gateway_verdict` is {"token_id", "approved"}. Returns a row of nulls if
-- the SMS gateway has not approved the code, or if the token was used or replaced.
create function auth_lib.match_gateway_code(
  gateway_verdict jsonb, address text, kinds text[])
returns auth.one_time_tokens
language plpgsql volatile
as $$
declare
  v_token auth.one_time_tokens;
begin
  if not coalesce((gateway_verdict ->> 'approved')::boolean, false) then
    return null;
  end if;
  perform from auth.users as u
  where u.id = (select t.user_id from auth.one_time_tokens as t where t.id = (gateway_verdict ->> 'token_id')::uuid)
  for no key update;
  select t.* into v_token from auth.one_time_tokens as t
  where t.id = (gateway_verdict ->> 'token_id')::uuid and t.address = match_gateway_code.address and t.kind = any (kinds);
  if v_token.id is not null then
    perform auth_lib.uncount_attempt(v_token);
  end if;
  return v_token;
end
$$;

-- Returns the valid token of a link that the gateway unsealed. Returns a row of nulls if it is used,
-- replaced, expired or of another kind. The query has the id as its only condition, because with more
-- conditions a cached plan from the time when the table was empty might use another index. A link that the
-- gateway could not unseal may come from supabase/auth. `old` then contains the ids that an import may have
-- given to its row, one for each key of the ring.
create function auth_lib.find_link(link jsonb, kinds text[]) returns auth.one_time_tokens
language plpgsql stable
as $$
declare
  v_token auth.one_time_tokens;
begin
  if link ? 'old' then
    select t.* into v_token from auth.one_time_tokens as t
    where t.id = any (array(select x.id::uuid from jsonb_array_elements_text(link -> 'old') as x (id)));
  else
    select t.* into v_token from auth.one_time_tokens as t where t.id = (link ->> 'id')::uuid;
  end if;
  return case when v_token.kind = any (kinds) and v_token.expires_at >= auth_lib.clock() then v_token end;
end
$$;

-- Returns the user to whom a link was sent, also if the link has expired. Returns null if its token was used
-- or replaced.
create function auth_lib.link_owner(link jsonb) returns uuid
language sql stable
as $$
  select t.user_id from auth.one_time_tokens as t
  where t.id = any (array(select coalesce(x.id, link ->> 'id')::uuid
    from (values (1)) as one (row) left join jsonb_array_elements_text(link -> 'old') as x (id) on true))
$$;

-- Checks that a token (a row of nulls if not found) may be consumed. Returns an error or null. A ban is
-- only reported to the holder of the right code or link. A token only confirms the address to which it was
-- sent.
create function auth_lib.check_token(person auth.users, token auth.one_time_tokens, by_link boolean,
  audience text, settings jsonb)
returns jsonb
language plpgsql stable
as $$
begin
  if token.id is null or person.id is null or person.deleted_at is not null or person.aud <> audience
    or auth_lib.confirmed_address(person, token.kind) is distinct from token.address then
    return case when by_link then auth_lib.refusal('link_expired') else auth_lib.refusal('code_expired') end;
  elsif auth_lib.is_banned(person) then
    return auth_lib.refusal('banned_at_verify');
  end if;
  return coalesce(auth_lib.check_sso_account(person, settings), case
    when token.kind like 'email\_change\_%' then auth_lib.check_sso_address(person.new_email) end);
end
$$;

-- Deletes all links and codes of a user, cancels a pending change of address, and clears the request times.
-- Called after a new password, and whenever a stranger could have a token. Also clears the minimum message
-- interval of the user's own addresses. The minimum interval of a change of address is not cleared, because
-- the owner of the new address must not get a message for each new password. Counts of wrong passwords and
-- times of wrong codes are not cleared.
create function auth_lib.void_one_time_tokens(user_id uuid) returns void
language plpgsql volatile
as $$
begin
  delete from auth.one_time_tokens as t where t.user_id = void_one_time_tokens.user_id;
  update auth.users as u
  set confirmation_sent_at = null, recovery_sent_at = null, email_change_sent_at = null,
      phone_change_sent_at = null,
      reauthentication_sent_at = null, new_email = null, new_phone = null, email_change_status = 0
  where u.id = user_id;
  delete from auth.attempts as a
  where a.digest in (
    select auth_lib.attempt_digest(p.purpose,
      case p.held_by when 'user' then u.id::text when 'email' then u.email else u.phone end)
    from auth.users as u
    cross join (values ('reauthentication', 'user'), ('reauthentication_sms', 'user'),
      ('signup', 'email'), ('link', 'email'), ('sms', 'phone')) as p (purpose, held_by)
    where u.id = user_id);
end
$$;

-- Returns the valid token of an invitation, or a row of nulls.
create function auth_lib.find_invitation(link jsonb) returns auth.one_time_tokens
language plpgsql stable
as $$
declare
  v_token auth.one_time_tokens := auth_lib.find_link(link, '{confirmation}');
begin
  return case when exists (select from auth.users as u
    where u.id = v_token.user_id and u.invited_at is not null) then v_token end;
end
$$;
