-- A sign-in: the session row, and the user's last_sign_in_at. Earlier sessions are untouched.
-- Writes: update auth.users, insert auth.sessions.
create function auth_lib.open_session(person auth.users, method text, client jsonb) returns auth.sessions
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_session auth.sessions;
begin
  update auth.users as u set last_sign_in_at = v_now, updated_at = v_now where u.id = (open_session.person).id;
  insert into auth.sessions (user_id, id, amr, user_agent, ip, created_at)
  values ((open_session.person).id, gen_random_uuid(),
    jsonb_build_array(jsonb_build_object('method', open_session.method, 'timestamp', floor(extract(epoch from v_now))::bigint)),
    left(open_session.client ->> 'user_agent', 1000), (open_session.client ->> 'ip')::inet, v_now)
  returning * into v_session;
  return v_session;
end
$$;
comment on function auth_lib.open_session(auth.users, text, jsonb) is 'Opens a session of a user, first counter 0, with one amr entry.';
