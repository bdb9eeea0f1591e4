-- POST /otp. A magic link by mail, with a code to type instead, or a code by SMS. create_user false refuses addresses
-- that are unknown in the request's audience.
-- Calls: request_magic_link, request_phone_code. Writes: what these write.
create function auth_api.request_otp(
  email text, phone text, create_user boolean, data jsonb, channel text, code_challenge text, code_challenge_method text,
  audience text, base_url text, redirect_to text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind    text := case when coalesce(phone, '') = '' then 'email' else 'phone' end;
  v_address text := case v_kind when 'email' then auth_lib.normal_email(email) else auth_lib.normal_phone(phone) end;
  v_aud     text := auth_lib.request_aud(null, audience, settings);
  v_refused jsonb;
begin
  if coalesce(email, '') <> '' and coalesce(phone, '') <> '' then
    return auth_lib.refusal('one_address_on_otp');
  elsif coalesce(email, '') <> '' and coalesce(channel, '') <> '' then
    return auth_lib.refusal('channel_only_for_phone');
  end if;
  v_refused := auth_lib.check_pkce(code_challenge, code_challenge_method);
  if v_refused is not null then
    return v_refused;
  elsif coalesce(email, '') = '' and coalesce(phone, '') = '' then
    return auth_lib.refusal('address_required_on_otp');
  elsif not coalesce(create_user, true)
    and (auth_lib.seen_in(auth_lib.find_user(v_kind, v_address), v_aud)).aud is distinct from v_aud then
    return auth_lib.refusal('otp_disabled');
  elsif v_kind = 'phone' and not coalesce((settings ->> 'external_phone_enabled')::boolean, false) then
    return auth_lib.refusal('phone_otp_disabled');
  elsif v_kind = 'phone' then
    return coalesce(auth_lib.check_phone(phone), auth_lib.check_channel(channel, settings),
      auth_lib.check_sign_up_data('phone', v_address, data, settings),
      auth_lib.request_phone_code(v_address, data, channel, audience, settings, client));
  end if;
  return auth_api.request_magic_link(email, data, code_challenge, code_challenge_method, audience,
    base_url, redirect_to, settings, client);
end
$$;
comment on function auth_api.request_otp(text, text, boolean, jsonb, text, text, text, text, text, text, jsonb, jsonb) is
  'POST /otp. Refuses: validation_failed, otp_disabled, phone_provider_disabled, and what /magiclink refuses.';
