-- The guards of POST /verify in the contract's order (8.8); null when the token may be looked for. link is what the
-- gateway opened: {"id", "pkce"}, id null for a forged one; it is null where a code was sent.
create function auth_lib.check_verify(type text, email text, phone text, code text, link jsonb, redirect_to text)
returns jsonb
language plpgsql stable
as $$
declare
  v_email boolean := coalesce(check_verify.email, '') <> '';
  v_phone boolean := coalesce(check_verify.phone, '') <> '';
  v_code  boolean := coalesce(check_verify.code, '') <> '';
begin
  if coalesce(check_verify.type, '') = '' then
    return auth_lib.refusal('verify_type_missing');
  elsif check_verify.link is null and auth_lib.token_kinds(check_verify.type) is null then
    return auth_lib.refusal('verify_type_unknown');
  elsif v_code = (check_verify.link is not null) then
    return auth_lib.refusal('verify_token_or_hash');
  elsif v_code and v_email and v_phone then
    return auth_lib.refusal('verify_one_address');
  elsif v_code and v_phone then
    return auth_lib.check_phone(check_verify.phone);
  elsif v_code and auth_lib.check_email(check_verify.email) is not null then
    return auth_lib.refusal('verify_email_invalid');
  elsif not v_code and (v_email or v_phone or coalesce(check_verify.redirect_to, '') <> '') then
    return auth_lib.refusal('verify_hash_only');
  elsif not v_code and (check_verify.type in ('sms', 'phone_change') or auth_lib.token_kinds(check_verify.type) is null) then
    return auth_lib.refusal('verify_type_not_email');
  end if;
  return null;
end
$$;
comment on function auth_lib.check_verify(text, text, text, text, jsonb, text) is 'Null when /verify may look for the token, otherwise a refusal.';
