-- The refusal of a reauthentication nonce, or null. A wrong one counts as a wrong code; the right one stays until the
-- change it allows is made.
create function auth_lib.check_nonce(person auth.users, nonce text, code_keys jsonb, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_address text := coalesce((check_nonce.person).email, (check_nonce.person).phone);
  v_refused jsonb := auth_lib.check_guesses(v_address, '{reauthentication}', (check_nonce.person).id, check_nonce.settings);
begin
  if v_refused is not null then
    return v_refused;
  elsif (check_nonce.person).email is null
    and check_nonce.nonce = auth_lib.test_otp((check_nonce.person).phone, check_nonce.settings)
    and exists (
      select from auth.one_time_tokens as t   -- asked for, and not sent: a test number's nonce is its fixed code
      where t.user_id = (check_nonce.person).id and t.kind = 'reauthentication' and t.attempts < 5
        and t.created_at + t.valid_for >= auth_lib.clock()) then
    return null;
  elsif (auth_lib.find_code(v_address, '{reauthentication}', check_nonce.nonce,
      (check_nonce.person).id, check_nonce.code_keys, check_nonce.settings)).user_id
    is distinct from (check_nonce.person).id then
    return auth_lib.refusal('nonce_invalid');
  end if;
  return null;
end
$$;
comment on function auth_lib.check_nonce(auth.users, text, jsonb, jsonb) is 'Null for the user''s live reauthentication nonce, otherwise a refusal.';
