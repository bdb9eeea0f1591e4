-- POST /verify. Exchanges a code, or a link that the gateway has unsealed, for a session. The token stays
-- valid if the user is banned, or if the password is weak or missing, because these checks run before the
-- token is consumed. If the SMS gateway creates its own codes, gateway_verdict is the SMS gateway's result
-- for this code, after count_phone_code_attempt() has counted the attempt. gateway_verdict is null if
-- count_phone_code_attempt() returned null.
create function auth_api.verify_token(
  type text, email text, phone text, code text, link jsonb, redirect_to text, password text,
  needs_password boolean,
  code_keys jsonb, audience text, settings jsonb, client jsonb, gateway_verdict jsonb default null,
  leaked boolean default null)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_verify_request(type, email, phone, code, link, redirect_to);
  v_address text := coalesce(nullif(auth_lib.normal_email(email), ''), auth_lib.normal_phone(phone));
  v_kind    text := case when v_address like '%@%' then 'email' else 'phone' end;
  v_aud     text;
  v_owner   uuid;
  v_hash    text;
  v_token   auth.one_time_tokens;
  v_user    auth.users;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  if link is null then
    v_aud := auth_lib.request_aud(null, audience, settings);
    v_owner := case when auth_lib.attempt_counter(auth_lib.token_kinds(type)) = 'code'
      then (auth_lib.find_user(v_kind, v_address)).id end;
    v_refused := case when gateway_verdict is null
      then auth_lib.check_attempts(v_address, auth_lib.token_kinds(type), v_owner, settings) end;
    if v_refused is not null then
      return auth_lib.audit_wrong_code(v_owner, v_address, v_kind, type, v_refused, settings, client);
    end if;
  end if;
  if octet_length(password) between 1 and 72 then
    v_hash := auth_lib.bcrypt(password, null, auth_lib.bcrypt_cost(settings));
  end if;
  if link is not null then
    v_token := auth_lib.find_link(link, auth_lib.token_kinds(type));
  elsif gateway_verdict is not null then
    v_token := auth_lib.match_gateway_code(gateway_verdict, v_address, auth_lib.token_kinds(type));
  elsif type in ('sms', 'phone_change') and auth_lib.test_number_code(v_address, settings) = code then
    v_token := auth_lib.find_or_issue_test_code(v_address, type, code, v_aud, settings);
  else
    v_token := auth_lib.match_code(v_address, auth_lib.token_kinds(type), code, v_owner, code_keys, settings);
  end if;
  v_user := auth_lib.lock_user(v_token.user_id);
  -- An account without an owner gets the audience of this request.
  if link is null and type <> 'email_change' then
    v_user := auth_lib.with_request_audience(v_user, v_aud);
    v_token.aud := v_user.aud;
  end if;
  v_refused := auth_lib.check_token(v_user, v_token, link is not null,
    -- A change of address is found by its token, not by an address.
    case when link is null and type <> 'email_change' then v_aud end, settings);
  if v_refused is not null then
    return case
      when link is not null then auth_lib.audit_refusal(auth_lib.link_owner(link), null, 'email', v_refused,
        settings, client)
      when v_user.id is not null then auth_lib.audit_refusal(v_user.id, null, v_kind, v_refused, settings,
        client)
      else auth_lib.audit_wrong_code(v_owner, v_address, v_kind, type, v_refused, settings, client) end;
  end if;
  if (coalesce(password, '') <> '' or needs_password and type = 'signup')
    and not auth_lib.has_password_after_token(v_token) then
    v_refused := case
      when coalesce(password, '') <> '' and auth_lib.has_second_factor(v_user)
        then auth_lib.refusal('update_needs_aal2')   -- a link or a code is one factor
      when coalesce(password, '') <> '' then auth_lib.check_new_password(password, leaked, settings)
      else auth_lib.refusal('invited_password_required') end;
  end if;
  if v_refused is not null then
    return v_refused;
  end if;
  return auth_lib.sign_in_by_token(v_user, v_token, type, v_hash, link is not null, settings, client);
end
$$;
comment on function auth_api.verify_token is
  'POST /verify. Errors: phone_invalid, password_too_long, weak_password, too_many_attempts, '
  'verify_type_missing, verify_type_unknown, verify_type_not_email, verify_token_or_hash, '
  'verify_one_address, verify_email_invalid, verify_hash_only, code_expired, link_expired, '
  'banned_at_verify, invited_password_required, email_exists, phone_exists_on_update, update_needs_aal2, '
  'sso_required.';

-- Records a wrong sign-in code in the audit log and returns its error. Records nothing if no sign-in code was
-- requested for the address, or if the code is for a change of address.
create function auth_lib.audit_wrong_code(
  user_id uuid, address text, provider text, type text, refused jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
begin
  if auth_lib.attempt_counter(auth_lib.token_kinds(type)) = 'code' and exists (
    select from auth.attempts as a
    where a.digest = any (auth_lib.code_digests(address)) and a.awaits && auth_lib.token_kinds(type)
      and a.asked_at > auth_lib.clock() - auth_lib.code_lifetime(address, settings))
  then
    return auth_lib.audit_refusal(user_id, address, provider, refused, settings, client);
  end if;
  return refused;
end
$$;

-- Returns the token for the fixed code of a test number: the pending one, or a new one, because such a code
-- works without a request. Returns a row of nulls if the code is wrong or no user of the audience has the
-- number. If several users request a change to the number, the last request is used.
create function auth_lib.find_or_issue_test_code(phone text, type text, code text, audience text,
  settings jsonb)
returns auth.one_time_tokens
language plpgsql volatile
as $$
declare
  v_user  auth.users;
  v_token auth.one_time_tokens;
begin
  if auth_lib.test_number_code(phone, settings) is distinct from code then
    return null;
  end if;
  if type = 'sms' then
    v_user := auth_lib.with_request_audience(auth_lib.lock_user_by_address('phone', phone), audience);
  else
    select u.* into v_user from auth.users as u
    where u.new_phone = find_or_issue_test_code.phone and u.aud = audience
    order by u.phone_change_sent_at desc nulls last, u.id limit 1 for no key update;
  end if;
  if v_user.id is null or v_user.aud <> audience then
    return null;
  end if;
  select t.* into v_token from auth.one_time_tokens as t
  where t.user_id = v_user.id and t.kind = type and t.address = phone;
  if not found then
    v_token := auth_lib.issue_token(v_user.id, type, type, phone, null, false, v_user.aud, settings);
  end if;
  return v_token;
end
$$;
