-- What a sign-in or refresh answers: body for the client, claims for the gateway to sign, refresh for it to seal. extra is
-- what the body tells besides: the type of a redeemed proof, weak_password.
create function auth_lib.session_reply(person auth.users, session auth.sessions, settings jsonb, extra json) returns json
language plpgsql stable
as $$
declare
  v_iat    bigint := floor(extract(epoch from auth_lib.clock()))::bigint;
  v_exp    bigint := coalesce(nullif((session_reply.settings ->> 'jwt_exp')::bigint, 0), 3600);
  v_issuer text := nullif(session_reply.settings ->> 'jwt_issuer', '');
  v_body   json := json_build_object('token_type', 'bearer', 'expires_in', v_exp, 'expires_at', v_iat + v_exp,
    'user', auth_lib.user_json(session_reply.person));
  v_claims json := json_build_object(
    'sub', person.id, 'aud', person.aud, 'role', person.role, 'iat', v_iat, 'exp', v_iat + v_exp,
    'email', coalesce(person.email, ''), 'phone', coalesce(person.phone, ''),
    'app_metadata', person.app_metadata, 'user_metadata', person.user_metadata,
    'aal', session.aal, 'amr', session.amr, 'session_id', session.id, 'is_anonymous', person.is_anonymous);
begin
  return json_build_object(
    'body', case when extra is null then v_body else auth_lib.json_join(v_body, extra) end,
    'refresh', json_build_object('user_id', session.user_id, 'session_id', session.id, 'counter', session.counter),
    'claims', case when v_issuer is null then v_claims else auth_lib.json_join(v_claims, json_build_object('iss', v_issuer)) end);
end
$$;
comment on function auth_lib.session_reply(auth.users, auth.sessions, jsonb, json) is
  'The answer of a sign-in or refresh: {body, claims, refresh}. The gateway adds the two tokens to body.';
