-- Compares a typed password with a stored hash. Costs one bcrypt in every case: no hash stored, an unknown user or an
-- over-long password take as long as a wrong one. A password is never cut: over 72 bytes it does not match.
create function auth_lib.check_password(password text, stored text, settings jsonb) returns boolean
language plpgsql volatile
as $$
declare
  v_computed text := auth_lib.bcrypt(check_password.password, check_password.stored, auth_lib.bcrypt_cost(check_password.settings));
begin
  return octet_length(check_password.password) <= 72 and auth_lib.bcrypt_matches(v_computed, check_password.stored);
end
$$;
comment on function auth_lib.check_password(text, text, jsonb) is 'Whether a password matches a stored hash; one bcrypt in every case.';
