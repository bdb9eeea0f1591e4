-- /signup with neither e-mail nor phone: a user without an address, and a session. Nothing is audited (contract 18.2).
-- Calls: make_user, open_session. Writes: what these write.
create function auth_lib.sign_up_anonymously(data jsonb, audience text, settings jsonb, client jsonb) returns json
language plpgsql volatile
as $$
declare
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
  v_user.aud := sign_up_anonymously.audience;
  v_user.role := auth_lib.default_role(sign_up_anonymously.settings);
  v_user.sign_up_role := v_user.role;
  v_user.user_metadata := sign_up_anonymously.data;
  v_user.is_anonymous := true;
  v_user.last_sign_in_at := auth_lib.clock();
  v_user := auth_lib.make_user(v_user);
  v_session := auth_lib.open_session(v_user.id, 'anonymous', sign_up_anonymously.client);
  return auth_lib.session_reply(v_user, v_session, sign_up_anonymously.settings, null);
end
$$;
comment on function auth_lib.sign_up_anonymously(jsonb, text, jsonb, jsonb) is 'Signs up and signs in a user without an address.';
