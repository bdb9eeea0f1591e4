-- Runs before POST /verify if the SMS gateway creates its own codes. Counts the attempt and returns the
-- verification request for the SMS gateway. Returns null if verify_token() needs no verification, because it
-- returns an error or the code is that of a test number.
create function auth_api.count_phone_code_attempt(type text, email text, phone text, code text, link jsonb,
  redirect_to text, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_phone text := auth_lib.normal_phone(phone);
  v_owner uuid;
begin
  if auth_lib.check_verify_request(type, email, phone, code, link, redirect_to) is not null
    or link is not null
    or type not in ('sms', 'phone_change') or not auth_lib.gateway_creates_codes(v_phone, settings)
    or code = auth_lib.test_number_code(v_phone, settings) then
    return null;
  end if;
  v_owner := case when type = 'sms' then (auth_lib.find_user('phone', v_phone)).id end;
  if auth_lib.check_attempts(v_phone, auth_lib.token_kinds(type), v_owner, settings) is not null then
    return null;
  end if;
  return auth_lib.count_gateway_attempt(v_phone, auth_lib.token_kinds(type), code, v_owner, settings);
end
$$;
comment on function auth_api.count_phone_code_attempt is
  'Before POST /verify: counts an attempt at a code that the SMS gateway made, and returns the request for '
  'that gateway.';
