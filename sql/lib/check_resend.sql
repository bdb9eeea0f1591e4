-- The guards of /resend in the contract's order (8.13); null when a message may be sent again.
create function auth_lib.check_resend(
  type text, email text, phone text, code_challenge text, code_challenge_method text, settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_email   text := coalesce(check_resend.email, '');
  v_phone   text := coalesce(check_resend.phone, '');
  v_type    text := coalesce(check_resend.type, '');
  v_refused jsonb;
begin
  if v_type in ('signup', 'email_change') then
    v_refused := auth_lib.check_pkce(check_resend.code_challenge, check_resend.code_challenge_method);
    if v_refused is not null then
      return v_refused;
    end if;
  end if;
  if v_type not in ('signup', 'email_change', 'sms', 'phone_change') then
    return auth_lib.refusal('resend_type');
  elsif v_type = 'signup' and v_email = '' then
    return auth_lib.refusal('resend_needs_email');
  elsif v_type = 'sms' and v_phone = '' then
    return auth_lib.refusal('resend_needs_phone');
  elsif v_email <> '' and v_phone <> '' then
    return auth_lib.refusal('one_address_on_resend');
  elsif v_email <> '' and not coalesce((check_resend.settings ->> 'external_email_enabled')::boolean, true) then
    return auth_lib.refusal('email_recovery_disabled');
  elsif v_email <> '' and auth_lib.check_email(v_email) is not null then
    return auth_lib.check_email(v_email);
  elsif v_phone <> '' and not coalesce((check_resend.settings ->> 'external_phone_enabled')::boolean, false) then
    return auth_lib.refusal('phone_resend_disabled');
  elsif v_phone <> '' then
    return auth_lib.check_phone(v_phone);
  elsif v_email = '' then
    return auth_lib.refusal('resend_needs_address');
  end if;
  return null;
end
$$;
comment on function auth_lib.check_resend(text, text, text, text, text, jsonb) is 'Null when /resend may go on, otherwise a refusal.';
