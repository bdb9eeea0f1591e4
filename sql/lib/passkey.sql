-- Passkeys: who may manage them, the challenges of their ceremonies, and how they are shown. The gateway verifies what an
-- authenticator has signed, between a function that takes the challenge and one that acts on the result.

-- The refusal of a caller who wants to add, rename or delete a passkey, or null. A passkey signs in by itself, so whoever
-- has only a part of what the account asks for may not make one.
create function auth_lib.check_passkey_owner(claims jsonb, person auth.users, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_caller(claims, person, settings), auth_lib.check_session_lives(claims));
begin
  if v_refused is not null then
    return v_refused;
  elsif person.is_anonymous then
    return auth_lib.refusal('anonymous_not_allowed');
  end if;
  return auth_lib.check_aal(claims, person, 'passkeys_need_second_factor');
end
$$;

-- The refusal of one passkey more than a user may have, or null.
create function auth_lib.check_passkey_count(person auth.users, settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  if (select count(*) from auth.passkeys as p where p.user_id = person.id)
    >= coalesce((settings ->> 'passkey_max_passkeys_per_user')::bigint, 10) then
    return auth_lib.refusal('too_many_passkeys');
  end if;
  return null;
end
$$;

-- The refusal of an answer to a ceremony in which something is missing, or null. credential is what the gateway has read of
-- it, an empty object where it could not be read.
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

-- Bytes as WebAuthn's JSON has them. PostgreSQL breaks its base64 into lines.
create function auth_lib.base64url(value bytea) returns text
language sql immutable strict
as $$ select translate(encode(value, 'base64'), E'+/=\n', '-_') $$;

-- What an authenticator is to sign: 32 bytes that nobody can guess.
create function auth_lib.new_challenge() returns bytea
language sql volatile
as $$ select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) $$;

-- The challenge of a passkey.
create function auth_lib.make_passkey_challenge(person_id uuid, purpose text, settings jsonb) returns auth.passkey_challenges
language plpgsql volatile
as $$
declare
  v_now       timestamptz := auth_lib.clock();
  v_challenge auth.passkey_challenges;
begin
  insert into auth.passkey_challenges (id, user_id, purpose, challenge, expires_at, created_at)
  values (gen_random_uuid(), person_id, purpose, auth_lib.new_challenge(),
    v_now + make_interval(secs => coalesce((settings ->> 'webauthn_challenge_expiry_duration')::double precision, 300)), v_now)
  returning * into v_challenge;
  return v_challenge;
end
$$;

-- What a client is told of the challenge of a passkey; options are what the browser is to ask the authenticator for.
create function auth_lib.challenge_reply(challenge auth.passkey_challenges, options jsonb) returns jsonb
language sql stable
as $$
  select jsonb_build_object('challenge_id', (challenge).id, 'options', options,
    'expires_at', floor(extract(epoch from (challenge).expires_at))::bigint)
$$;

-- The kinds of key that an authenticator may make, the most wanted first: ECDSA, EdDSA, RSA-PSS and RSA, as COSE numbers them.
create function auth_lib.key_kinds() returns jsonb
language sql immutable
as $$
  select jsonb_agg(jsonb_build_object('type', 'public-key', 'alg', k.alg) order by k.place)
  from unnest('{-7,-35,-36,-257,-258,-259,-37,-38,-39,-8}'::integer[]) with ordinality as k (alg, place)
$$;

-- How a browser is told of a credential.
create function auth_lib.credential_json(id bytea, transports jsonb) returns jsonb
language sql immutable
as $$ select jsonb_build_object('type', 'public-key', 'id', auth_lib.base64url(id), 'transports', transports) $$;

-- What a browser asks an authenticator for so that it makes a credential of a user, for a passkey or a second factor. An
-- authenticator that has one of `known` makes none.
create function auth_lib.creation_options(person auth.users, challenge bytea, known jsonb, selection jsonb, settings jsonb) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'challenge', auth_lib.base64url(challenge), 'timeout', 300000,
    'rp', jsonb_build_object('id', settings ->> 'webauthn_rp_id',
      'name', coalesce(nullif(settings ->> 'webauthn_rp_display_name', ''), settings ->> 'webauthn_rp_id')),
    'user', jsonb_build_object('id', auth_lib.base64url(convert_to((person).id::text, 'UTF8')), 'name', n.name, 'displayName', n.name),
    'pubKeyCredParams', auth_lib.key_kinds(), 'excludeCredentials', known,
    'authenticatorSelection', '{"userVerification": "preferred"}' || selection, 'attestation', 'none')
  from (select coalesce((person).email, (person).phone, (person).id::text)) as n (name)
$$;

-- The same so that it signs with one of `known`, or where that is null with any that it has for the site.
create function auth_lib.request_options(challenge bytea, known jsonb, settings jsonb) returns jsonb
language sql stable
as $$
  select jsonb_strip_nulls(jsonb_build_object('challenge', auth_lib.base64url(challenge), 'timeout', 300000,
    'rpId', settings ->> 'webauthn_rp_id', 'userVerification', 'preferred', 'allowCredentials', known))
$$;

-- Takes a challenge, or answers why not. Its delete decides, so that of a hundred parallel answers one goes on; and it is
-- gone whatever comes of the answer. person_id is null where somebody signs in.
create function auth_lib.take_passkey_challenge(challenge_id text, purpose text, person_id uuid) returns jsonb
language plpgsql volatile
as $$
declare
  v_challenge auth.passkey_challenges;
begin
  delete from auth.passkey_challenges as c
  where c.id = auth_lib.path_uuid(challenge_id) and c.purpose = take_passkey_challenge.purpose
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

-- What the log says of an authenticator whose counter has not grown, an empty object where it has. Two devices may have the
-- same key; but many authenticators lose count, so it keeps nobody out. Zero twice is one that does not count.
create function auth_lib.clone_warning(sign_count bigint, last_sign_count bigint) returns jsonb
language sql immutable
as $$
  select case when greatest(sign_count, last_sign_count) > 0 and sign_count <= last_sign_count
    then jsonb_build_object('clone_warning', true, 'sign_count', sign_count, 'last_sign_count', last_sign_count) else '{}' end
$$;

-- The answer of a sign-in with what the gateway writes into its log line, if anything.
create function auth_lib.with_warning(answer json, warning jsonb) returns json
language sql immutable
as $$ select case when warning = '{}' then answer else auth_lib.json_join(answer, json_build_object('warning', warning)) end $$;

-- A passkey as clients see it.
create function auth_lib.passkey_json(passkey auth.passkeys) returns jsonb
language sql stable
as $$
  select jsonb_strip_nulls(jsonb_build_object('id', (passkey).id, 'friendly_name', (passkey).friendly_name,
    'created_at', auth_lib.wire_time((passkey).created_at), 'last_used_at', auth_lib.wire_time((passkey).last_used_at)))
$$;

-- A user's passkeys, the oldest first.
create function auth_lib.passkeys_json(person_id uuid) returns jsonb
language sql stable
as $$
  select coalesce(jsonb_agg(auth_lib.passkey_json(p) order by p.created_at, p.id), '[]')
  from auth.passkeys as p where p.user_id = person_id
$$;
