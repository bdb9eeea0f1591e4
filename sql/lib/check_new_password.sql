-- The refusal of a password that is about to be set, or null (contract 5.3).
create function auth_lib.check_new_password(password text, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_weak jsonb;
begin
  if octet_length(check_new_password.password) > 72 then
    return auth_lib.refusal('password_too_long');
  end if;
  v_weak := auth_lib.weak_password(check_new_password.password, check_new_password.settings);
  if v_weak is null then
    return null;
  end if;
  return auth_lib.refusal_with('weak_password',
    jsonb_build_object('weak_password', jsonb_build_object('reasons', v_weak -> 'reasons')), v_weak ->> 'message');
end
$$;
comment on function auth_lib.check_new_password(text, jsonb) is 'Null for a password that may be set, otherwise a refusal.';
