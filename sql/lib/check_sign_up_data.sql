-- The refusal of a sign-up's data that would be too long as metadata, or null. Asked before anybody is looked up, so that
-- the answer is the same whether the address is known or not.
create function auth_lib.check_sign_up_data(kind text, value text, data jsonb, settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  return auth_lib.check_metadata(
    coalesce(check_sign_up_data.data, '{}') || auth_lib.own_data(check_sign_up_data.kind, check_sign_up_data.value,
      '00000000-0000-0000-0000-000000000000', auth_lib.autoconfirms(check_sign_up_data.kind, check_sign_up_data.settings)),
    jsonb_build_object('provider', check_sign_up_data.kind, 'providers', jsonb_build_array(check_sign_up_data.kind)), null);
end
$$;
comment on function auth_lib.check_sign_up_data(text, text, jsonb, jsonb) is 'Null for data that a sign-up may bring, otherwise a refusal.';
