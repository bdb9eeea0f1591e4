-- The answer to a sign-up of an account that is confirmed: shaped like a new user, equal to nothing stored. Clients know
-- it by its empty identities (contract 12.2).
create function auth_lib.fake_user(kind text, value text, aud text, data jsonb, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_now text := auth_lib.wire_time(auth_lib.clock());
begin
  return jsonb_build_object(
    'id', gen_random_uuid(),
    'aud', fake_user.aud,
    'role', auth_lib.default_role(fake_user.settings),
    'email', case fake_user.kind when 'email' then fake_user.value else '' end,
    'phone', case fake_user.kind when 'phone' then fake_user.value else '' end,
    'app_metadata', jsonb_build_object('provider', fake_user.kind, 'providers', jsonb_build_array(fake_user.kind)),
    'user_metadata', coalesce(fake_user.data, '{}'),
    'identities', jsonb_build_array(),
    'confirmation_sent_at', v_now,
    'created_at', v_now,
    'updated_at', v_now,
    'is_anonymous', false);
end
$$;
comment on function auth_lib.fake_user(text, text, text, jsonb, jsonb) is
  'What a sign-up of a confirmed account is answered: a user that does not exist, with identities [].';
