-- POST /verify. Redeems a typed code, or a link the gateway has opened, for a session. Refusals that leave the token
-- usable (a ban, a weak or missing password) come before the redemption.
-- Calls: check_verify, check_guesses, find_code, find_test_code, find_link, keeps_password, redeem, sign_in_by_proof.
-- Writes: what these write.
create function auth_api.verify_token(
  type text, email text, phone text, code text, link jsonb, redirect_to text, password text, needs_password boolean,
  code_keys jsonb, audience text, settings jsonb, client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_verify(type, email, phone, code, link, redirect_to);
  v_address text := coalesce(nullif(auth_lib.normal_email(email), ''), auth_lib.normal_phone(phone));
  v_aud     text := auth_lib.request_aud(null, audience, settings);
  v_owner   uuid;
  v_hash    text;
  v_token   auth.one_time_tokens;
  v_user    auth.users;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  if link is null then
    v_owner := case when auth_lib.guess_class(auth_lib.token_kinds(type)) = 'code'
      then (auth_lib.find_user(case when v_address like '%@%' then 'email' else 'phone' end, v_address)).id end;
    v_refused := auth_lib.check_guesses(v_address, auth_lib.token_kinds(type), v_owner, settings);
    if v_refused is not null then
      return v_refused;
    end if;
  end if;
  if octet_length(password) between 1 and 72 then
    v_hash := auth_lib.bcrypt(password, null, auth_lib.bcrypt_cost(settings));
  end if;
  if link is not null then
    v_token := auth_lib.find_link((link ->> 'id')::uuid, auth_lib.token_kinds(type));
  elsif type in ('sms', 'phone_change') and auth_lib.test_otp(v_address, settings) = code then
    v_token := auth_lib.find_test_code(v_address, type, code, v_aud, settings);
  else
    v_token := auth_lib.find_code(v_address, auth_lib.token_kinds(type), code, v_owner, code_keys, settings);
  end if;
  v_user := auth_lib.lock_user(v_token.user_id);
  if link is null and type <> 'email_change' then   -- who types a code says where: an account that is nobody's yet gets that audience
    v_user := auth_lib.seen_in(v_user, v_aud);
    v_token.aud := v_user.aud;
  end if;
  v_refused := auth_lib.check_redemption(v_user, v_token, link is not null,
    case when link is null and type <> 'email_change' then v_aud end);   -- a change is found by its token, not by an address
  if v_refused is null and not auth_lib.keeps_password(v_token) then
    v_refused := case
      when coalesce(password, '') <> '' then auth_lib.check_new_password(password, settings)
      when needs_password and type = 'signup' then auth_lib.refusal('invited_password_required') end;
  end if;
  if v_refused is not null then
    return v_refused;
  end if;
  return auth_lib.sign_in_by_proof(v_user, v_token, type, v_hash, link is not null, settings, client);
end
$$;
comment on function auth_api.verify_token(text, text, text, text, jsonb, text, text, boolean, jsonb, text, jsonb, jsonb) is
  'POST /verify. Refuses: validation_failed, otp_expired, user_banned, weak_password, over_request_rate_limit.';
