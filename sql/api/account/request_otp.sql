-- POST /otp. Sends a magic link with a code by mail, or a code by SMS. With create_user = false, addresses
-- unknown in the request's audience are refused.
create function auth_api.request_otp(
  email text, phone text, create_user boolean, data jsonb, channel text, audience text, link jsonb,
  settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind    text := case when coalesce(phone, '') = '' then 'email' else 'phone' end;
  v_address text := case v_kind when 'email' then auth_lib.normal_email(email)
    else auth_lib.normal_phone(phone) end;
  v_aud     text := auth_lib.request_aud(null, audience, settings);
  v_refused jsonb;
begin
  if coalesce(email, '') <> '' and coalesce(phone, '') <> '' then
    return auth_lib.refusal('one_address_on_otp');
  elsif coalesce(email, '') <> '' and coalesce(channel, '') <> '' then
    return auth_lib.refusal('channel_only_for_phone');
  end if;
  v_refused := auth_lib.check_pkce(link);
  if v_refused is not null then
    return v_refused;
  elsif coalesce(email, '') = '' and coalesce(phone, '') = '' then
    return auth_lib.refusal('address_required_on_otp');
  elsif v_kind = 'email' and auth_lib.check_sso_address(v_address) is not null then
    return auth_lib.check_sso_address(v_address);   -- checked before the response depends on an account
  elsif not coalesce(create_user, true)
    and (auth_lib.with_request_audience(auth_lib.find_user(v_kind, v_address), v_aud)).aud is distinct from v_aud then
    return auth_lib.refusal('otp_disabled');
  elsif v_kind = 'phone' and not auth_lib.is_address_kind_enabled('phone', settings) then
    return auth_lib.refusal('phone_otp_disabled');
  elsif v_kind = 'phone' then
    return coalesce(auth_lib.check_phone(phone), auth_lib.check_channel(channel, settings),
      auth_lib.check_sign_up_data('phone', v_address, data, settings),
      auth_lib.request_phone_code(v_address, data, channel, audience, settings, client));
  end if;
  return auth_api.request_magic_link(email, data, audience, link, settings, client);
end
$$;
comment on function auth_api.request_otp is
  'POST /otp. Errors: email_too_long, email_invalid, phone_invalid, pkce_pair_required, pkce_length, '
  'pkce_characters, pkce_method, mail_spacing, sms_spacing, sms_quota, mail_quota, signup_disabled, '
  'channel_unsupported, metadata_too_long, email_logins_disabled, one_address_on_otp, '
  'channel_only_for_phone, address_required_on_otp, otp_disabled, phone_otp_disabled, magic_link_disabled, '
  'sms_provider_missing, sso_required.';

-- Sends the SMS of POST /otp: a sign-in code to a confirmed user or under autoconfirm, otherwise the
-- confirmation of a sign-up without a password. The number was validated. Sends nothing if the account has
-- the number only through an identity or belongs to another audience. Returns {"message_id"} or an error.
create function auth_lib.request_phone_code(phone text, data jsonb, channel text, audience text,
  settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_user    auth.users := auth_lib.lock_user_by_address('phone', phone);
  v_aud     text := auth_lib.request_aud(null, audience, settings);
  v_new     boolean := v_user.phone_confirmed_at is null;
  v_answer  jsonb;
begin
  if auth_lib.belongs_to_other_audience(v_user, 'phone', phone, v_aud) then
    return coalesce(auth_lib.count_message('sms', phone, 'nothing', settings),
      jsonb_build_object('message_id', gen_random_uuid()));
  elsif v_new then
    v_answer := auth_lib.sign_up_by_link('phone', phone, data, channel, v_aud, null, settings, client);
    if v_answer is not null then
      return v_answer;
    end if;
    v_user := auth_lib.lock_user_by_address('phone', phone);
  end if;
  v_answer := auth_lib.request_sms(v_user, 'sms', v_user.phone, false, channel, settings);
  if not v_answer ? 'refused' then
    perform auth_lib.audit(v_user, '{user_recovery_requested}',
      jsonb_build_object('channel', coalesce(nullif(channel, ''), 'sms')), client);
  elsif v_new then
    perform auth_lib.fail_with(v_answer);   -- rolls back the autoconfirmed user
  end if;
  return v_answer;
end
$$;
