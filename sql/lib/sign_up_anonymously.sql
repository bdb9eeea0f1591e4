-- /signup with neither e-mail nor phone: a user without an address, and a session. Nothing is audited (contract 18.2).
-- Writes: insert auth.users, and what open_session writes.
create function auth_lib.sign_up_anonymously(data jsonb, audience text, settings jsonb, client jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_user    auth.users;
  v_session auth.sessions;
begin
  if not coalesce((sign_up_anonymously.settings ->> 'external_anonymous_users_enabled')::boolean, false) then
    return auth_lib.refusal('anonymous_disabled');
  elsif coalesce((sign_up_anonymously.settings ->> 'disable_signup')::boolean, false) then
    return auth_lib.refusal('signup_disabled');
  elsif auth_lib.check_metadata(coalesce(sign_up_anonymously.data, '{}'), '{}', null) is not null then
    return auth_lib.check_metadata(coalesce(sign_up_anonymously.data, '{}'), '{}', null);
  end if;
  insert into auth.users (id, aud, role, user_metadata, is_anonymous, created_at, updated_at)
  values (gen_random_uuid(), sign_up_anonymously.audience, coalesce(sign_up_anonymously.settings ->> 'jwt_default_group_name', 'authenticated'),
    coalesce(sign_up_anonymously.data, '{}'), true, v_now, v_now)
  returning * into v_user;
  v_session := auth_lib.open_session(v_user, 'anonymous', sign_up_anonymously.client);
  return auth_lib.session_reply(auth_lib.lock_user(v_user.id), v_session, sign_up_anonymously.settings);
end
$$;
comment on function auth_lib.sign_up_anonymously(jsonb, text, jsonb, jsonb) is 'Signs up and signs in a user without an address.';
