-- Passkeys: permission checks, ceremony challenges, and the API format. The gateway verifies an
-- authenticator's signature between two calls: one that consumes the challenge, and one that uses the
-- result.

-- Checks the caller who adds, renames or deletes a passkey. Returns an error or null. A passkey alone is
-- sufficient to sign in, so the caller must have reached the assurance level that the account requires.
create function auth_lib.check_passkey_caller(claims jsonb, person auth.users, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_caller(claims, person, settings),
    auth_lib.check_session_live(claims));
begin
  if v_refused is not null then
    return v_refused;
  elsif person.is_anonymous then
    return auth_lib.refusal('anonymous_not_allowed');
  end if;
  return auth_lib.check_aal(claims, person, 'passkeys_need_second_factor');
end
$$;

-- Checks that the user may register another passkey. Returns an error or null.
create function auth_lib.check_passkey_count(person auth.users, settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  if person.is_sso_user then
    return auth_lib.refusal('passkeys_of_sso_users');
  elsif (select count(*) from auth.passkeys as p where p.user_id = person.id)
    >= coalesce((settings ->> 'passkey_max_passkeys_per_user')::bigint, 10) then
    return auth_lib.refusal('too_many_passkeys');
  end if;
  return null;
end
$$;

-- Checks that the response to a ceremony is complete. Returns an error or null. `credential` is the
-- response as parsed by the gateway, or an empty object if parsing failed.
create function auth_lib.check_ceremony(challenge_id text, credential jsonb) returns jsonb
language plpgsql stable
as $$
begin
  return case
    when coalesce(challenge_id, '') = '' then auth_lib.refusal('challenge_id_required')
    when credential is null then auth_lib.refusal('credential_required')
    when auth_lib.path_uuid(challenge_id) is null then auth_lib.refusal('challenge_id_not_uuid') end;
end
$$;

-- Returns bytes as base64url, as in WebAuthn's JSON. Removes the line breaks of PostgreSQL's base64.
create function auth_lib.base64url(value bytea) returns text
language sql immutable strict
as $$ select translate(encode(value, 'base64'), E'+/=\n', '-_') $$;

-- Returns 32 random bytes for an authenticator to sign.
create function auth_lib.new_challenge() returns bytea
language sql volatile
as $$ select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) $$;

-- Creates a passkey challenge.
create function auth_lib.create_passkey_challenge(
  person_id uuid, purpose text, settings jsonb)
returns auth.passkey_challenges
language plpgsql volatile
as $$
declare
  v_now       timestamptz := auth_lib.clock();
  v_challenge auth.passkey_challenges;
begin
  insert into auth.passkey_challenges (id, user_id, purpose, challenge, expires_at, created_at)
  values (gen_random_uuid(), person_id, purpose, auth_lib.new_challenge(),
    v_now + make_interval(secs => coalesce(
      (settings ->> 'webauthn_challenge_expiry_duration')::double precision, 300)), v_now)
  returning * into v_challenge;
  return v_challenge;
end
$$;

-- Returns a passkey challenge in the API's format. `options` contains the browser's options for the
-- authenticator.
create function auth_lib.challenge_reply(challenge auth.passkey_challenges, options jsonb) returns jsonb
language sql stable
as $$
  select jsonb_build_object('challenge_id', (challenge).id, 'options', options,
    'expires_at', floor(extract(epoch from (challenge).expires_at))::bigint)
$$;

-- Returns the COSE numbers of the accepted public key algorithms, the preferred first: ECDSA, RSA (PKCS #1),
-- RSA-PSS and EdDSA.
create function auth_lib.public_key_algorithms() returns jsonb
language sql immutable
as $$
  select jsonb_agg(jsonb_build_object('type', 'public-key', 'alg', k.alg) order by k.place)
  from unnest('{-7,-35,-36,-257,-258,-259,-37,-38,-39,-8}'::integer[]) with ordinality as k (alg, place)
$$;

-- Returns a credential as a browser's credential descriptor.
create function auth_lib.credential_json(id bytea, transports jsonb) returns jsonb
language sql immutable
as $$
  select jsonb_build_object('type', 'public-key', 'id', auth_lib.base64url(id), 'transports', transports)
$$;

-- Returns the browser's options to create a credential for a passkey or a second factor. `known` becomes
-- excludeCredentials: an authenticator that holds one of these credentials creates no new one.
create function auth_lib.creation_options(
  person auth.users, challenge bytea, known jsonb, selection jsonb, settings jsonb)
returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'challenge', auth_lib.base64url(challenge), 'timeout', 300000,
    'rp', jsonb_build_object('id', settings ->> 'webauthn_rp_id',
      'name', coalesce(nullif(settings ->> 'webauthn_rp_display_name', ''), settings ->> 'webauthn_rp_id')),
    'user', jsonb_build_object('id', auth_lib.base64url(convert_to((person).id::text, 'UTF8')),
      'name', n.name, 'displayName', n.name),
    'pubKeyCredParams', auth_lib.public_key_algorithms(), 'excludeCredentials', known,
    'authenticatorSelection', '{"userVerification": "preferred"}' || selection, 'attestation', 'none')
  from (select coalesce((person).email, (person).phone, (person).id::text)) as n (name)
$$;

-- Returns the browser's options to sign with a credential in `known`. If `known` is null, any credential
-- for the site is accepted.
create function auth_lib.request_options(challenge bytea, known jsonb, settings jsonb) returns jsonb
language sql stable
as $$
  select jsonb_strip_nulls(jsonb_build_object('challenge', auth_lib.base64url(challenge), 'timeout', 300000,
    'rpId', settings ->> 'webauthn_rp_id', 'userVerification', 'preferred', 'allowCredentials', known))
$$;

-- Consumes a challenge. Returns the challenge or an error. Of parallel responses, the one that deletes the
-- row succeeds. The challenge is consumed even if the response is invalid. `person_id` is null for a
-- sign-in.
create function auth_lib.consume_passkey_challenge(
  challenge_id text, purpose text, person_id uuid)
returns jsonb
language plpgsql volatile
as $$
declare
  v_challenge auth.passkey_challenges;
begin
  delete from auth.passkey_challenges as c
  where c.id = auth_lib.path_uuid(challenge_id) and c.purpose = consume_passkey_challenge.purpose
    and c.user_id is not distinct from person_id
  returning c.* into v_challenge;
  if v_challenge.id is null then
    return auth_lib.refusal('passkey_challenge_not_found');
  elsif auth_lib.clock() > v_challenge.expires_at then
    return auth_lib.refusal('passkey_challenge_expired');
  end if;
  return jsonb_build_object('challenge', auth_lib.base64url(v_challenge.challenge));
end
$$;

-- Returns audit details (traits) if an authenticator's signature counter has not increased, otherwise an
-- empty object. Another device may have a copy of the key. The sign-in is not refused, because many
-- authenticators do not maintain the counter. If both counts are 0, the authenticator has no counter.
create function auth_lib.clone_warning(sign_count bigint, last_sign_count bigint) returns jsonb
language sql immutable
as $$
  select case when greatest(sign_count, last_sign_count) > 0 and sign_count <= last_sign_count
    then jsonb_build_object('clone_warning', true, 'sign_count', sign_count,
      'last_sign_count', last_sign_count) else '{}' end
$$;

-- Adds a warning for the gateway's log to the response of a sign-in. Returns the response unchanged if the
-- warning is empty.
create function auth_lib.with_warning(answer json, warning jsonb) returns json
language sql immutable
as $$
  select case when warning = '{}' then answer
    else auth_lib.json_join(answer, json_build_object('warning', warning)) end
$$;

-- Returns a passkey in the API's format.
create function auth_lib.passkey_json(passkey auth.passkeys) returns jsonb
language sql stable
as $$
  select jsonb_strip_nulls(jsonb_build_object('id', (passkey).id, 'friendly_name', (passkey).friendly_name,
    'created_at', auth_lib.wire_time((passkey).created_at),
    'last_used_at', auth_lib.wire_time((passkey).last_used_at)))
$$;

-- Returns a user's passkeys in the API's format, the oldest first.
create function auth_lib.passkeys_json(person_id uuid) returns jsonb
language sql stable
as $$
  select coalesce(jsonb_agg(auth_lib.passkey_json(p) order by p.created_at, p.id), '[]')
  from auth.passkeys as p where p.user_id = person_id
$$;
