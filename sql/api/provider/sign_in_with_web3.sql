-- POST /token?grant_type=web3, after the gateway has verified the signature and the domain of the message.
-- `message` has the parsed fields of the signed text (chain, address, network, domain, uri, statement,
-- issued_at, expires_at, not_before) and digest, the SHA-256 of the text. A message can sign in once, while
-- it is valid. Of two parallel calls for the same wallet, the second waits and finds the account of the
-- first.
create function auth_api.sign_in_with_web3(message jsonb, settings jsonb, client jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_wallet  text := concat_ws(':', 'web3', message ->> 'chain', message ->> 'address');
  v_refused jsonb := auth_lib.check_web3_time(message, settings);
  v_account jsonb;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('web3 ' || v_wallet, 0));
  if exists (select from auth.consumed_web3_messages as s
    where s.digest = decode(message ->> 'digest', 'hex')) then
    return auth_lib.refusal('web3_message_consumed', auth_lib.web3_chain(message));
  end if;
  v_account := auth_lib.find_or_create_account('web3', jsonb_build_object(
    'subject', v_wallet, 'emails', '[]'::jsonb, 'data', jsonb_build_object(
      'sub', v_wallet, 'provider_id', v_wallet, 'email_verified', false, 'phone_verified', false,
      'custom_claims', jsonb_strip_nulls(jsonb_build_object('address', message ->> 'address',
        'chain', message ->> 'chain', 'network', message ->> 'network', 'domain', message ->> 'domain',
        'statement', message ->> 'statement')))), null, settings, client);
  if v_account ? 'refused' then
    return v_account;
  end if;
  insert into auth.consumed_web3_messages (digest, expires_at)
  values (decode(message ->> 'digest', 'hex'),
    (message ->> 'issued_at')::timestamptz + auth_lib.web3_validity(message, settings));
  return auth_lib.sign_in(auth_lib.lock_user((v_account ->> 'user_id')::uuid), 'web3',
    array(select jsonb_array_elements_text(v_account -> 'actions')),
    jsonb_build_object('provider', 'web3', 'chain', message ->> 'chain', 'address', message ->> 'address',
      'network', message ->> 'network', 'domain', message ->> 'domain', 'uri', message ->> 'uri'), settings,
    client);
end
$$;
comment on function auth_api.sign_in_with_web3 is
  'POST /token?grant_type=web3. Errors: web3_message_early, web3_message_expired, web3_message_old, '
  'web3_message_future, web3_message_consumed, signup_disabled, banned_at_verify, sso_required.';

-- Checks the times of a message. Returns an error or null. The times in the message can only shorten the
-- validity that the settings allow.
create function auth_lib.check_web3_time(message jsonb, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_now    timestamptz := auth_lib.clock();
  v_issued timestamptz := (message ->> 'issued_at')::timestamptz;
  v_chain  text := auth_lib.web3_chain(message);
begin
  return case
    when v_now < (message ->> 'not_before')::timestamptz then auth_lib.refusal('web3_message_early', v_chain)
    when v_now > (message ->> 'expires_at')::timestamptz
      then auth_lib.refusal('web3_message_expired', v_chain)
    when v_now > v_issued + auth_lib.web3_validity(message, settings)
      then auth_lib.refusal('web3_message_old', v_chain)
    when v_now < v_issued - auth_lib.web3_validity(message, settings)
      then auth_lib.refusal('web3_message_future', v_chain) end;
end
$$;

-- Returns the maximum difference between a message's Issued At and the current time.
create function auth_lib.web3_validity(message jsonb, settings jsonb) returns interval
language sql immutable
as $$
  select make_interval(secs => coalesce(
    (settings ->> ('external_web3_' || (message ->> 'chain')
      || '_maximum_validity_duration'))::double precision, 600))
$$;

-- Returns the name of the blockchain for error messages.
create function auth_lib.web3_chain(message jsonb) returns text
language sql immutable
as $$ select initcap((message ->> 'chain') collate "C") $$;
