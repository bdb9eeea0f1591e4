-- The end of every sign-in: session, audit row, answer. The caller has locked the user.
create function auth_lib.sign_in(id uuid, method text, actions text[], traits jsonb, settings jsonb, client jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_session auth.sessions;
  v_user    auth.users;
begin
  v_session := auth_lib.open_session(auth_lib.lock_user(sign_in.id), sign_in.method, sign_in.client);
  v_user := auth_lib.lock_user(sign_in.id);
  perform auth_lib.audit(v_user, sign_in.actions, sign_in.traits, sign_in.client);
  return auth_lib.session_reply(v_user, v_session, sign_in.settings);
end
$$;
comment on function auth_lib.sign_in(uuid, text, text[], jsonb, jsonb, jsonb) is 'Opens a session, records it and answers it.';
