-- What a sign-in or refresh answers: body for the client, claims for the gateway to sign, refresh for it to seal.
create function auth_lib.session_reply(person auth.users, session auth.sessions, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_iat bigint := floor(extract(epoch from auth_lib.clock()))::bigint;
  v_exp bigint := coalesce(nullif((session_reply.settings ->> 'jwt_exp')::bigint, 0), 3600);
begin
  return jsonb_build_object(
    'body', jsonb_build_object(
      'token_type', 'bearer', 'expires_in', v_exp, 'expires_at', v_iat + v_exp,
      'user', auth_lib.user_json(session_reply.person)),
    'refresh', jsonb_build_object(
      'user_id', (session_reply.session).user_id, 'session_id', (session_reply.session).id,
      'counter', (session_reply.session).counter),
    'claims', jsonb_build_object(
      'sub', (session_reply.person).id, 'aud', (session_reply.person).aud, 'role', (session_reply.person).role,
      'iat', v_iat, 'exp', v_iat + v_exp,
      'email', coalesce((session_reply.person).email, ''), 'phone', coalesce((session_reply.person).phone, ''),
      'app_metadata', (session_reply.person).app_metadata, 'user_metadata', (session_reply.person).user_metadata,
      'aal', (session_reply.session).aal, 'amr', (session_reply.session).amr,
      'session_id', (session_reply.session).id, 'is_anonymous', (session_reply.person).is_anonymous)
      || case when coalesce(session_reply.settings ->> 'jwt_issuer', '') = '' then '{}'
         else jsonb_build_object('iss', session_reply.settings ->> 'jwt_issuer') end);
end
$$;
comment on function auth_lib.session_reply(auth.users, auth.sessions, jsonb) is
  'The answer of a sign-in or refresh: {body, claims, refresh}. The gateway adds the two tokens to body.';
