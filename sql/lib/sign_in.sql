-- The end of every sign-in: session, audit row, answer. Earlier sessions are untouched. The caller has locked the user.
create function auth_lib.sign_in(
  id uuid, method text, actions text[], traits jsonb, settings jsonb, client jsonb, extra json default null)
returns json
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_user auth.users;
begin
  update auth.users as u set last_sign_in_at = v_now, updated_at = v_now where u.id = sign_in.id returning u.* into v_user;
  perform auth_lib.audit(v_user, sign_in.actions, sign_in.traits, sign_in.client);
  return auth_lib.session_reply(v_user, auth_lib.open_session(v_user.id, sign_in.method, sign_in.client), sign_in.settings, sign_in.extra);
end
$$;
comment on function auth_lib.sign_in(uuid, text, text[], jsonb, jsonb, jsonb, json) is 'Opens a session, records it and answers it.';
