-- The row of a new session.
create function auth_lib.open_session(user_id uuid, method text, client jsonb) returns auth.sessions
language plpgsql volatile
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_session auth.sessions;
begin
  insert into auth.sessions (user_id, id, amr, user_agent, ip, created_at)
  values (open_session.user_id, gen_random_uuid(),
    jsonb_build_array(jsonb_build_object('method', open_session.method, 'timestamp', floor(extract(epoch from v_now))::bigint)),
    left(open_session.client ->> 'user_agent', 1000), (open_session.client ->> 'ip')::inet, v_now)
  returning * into v_session;
  return v_session;
end
$$;
comment on function auth_lib.open_session(uuid, text, jsonb) is 'Opens a session of a user, first counter 0, with one amr entry.';
