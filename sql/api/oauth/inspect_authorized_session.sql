-- POST /oauth/introspect (RFC 7662). The gateway has verified the token: `token_claims` are the claims of
-- an access token, counter is the counter of a refresh token, and `old_token` is the SHA-256, in
-- hexadecimal, of a refresh token of the imported server. A confidential client may inspect its own tokens,
-- and access tokens for its own resources. For all other tokens the response is only that they are
-- inactive.
create function auth_api.inspect_authorized_session(
  proof jsonb, user_id uuid, session_id uuid, counter bigint, token_claims jsonb, settings jsonb,
  old_token text default null)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_client  auth.oauth_clients := auth_lib.find_oauth_client(proof ->> 'client_id');
  v_refused jsonb := auth_lib.authenticate_client(v_client, proof);
  v_session auth.sessions;
  v_owner   auth.oauth_clients;
  v_user    auth.users;
  v_own     boolean;
begin
  if v_refused is not null then
    return v_refused;
  elsif v_client.client_type = 'public' then
    return auth_lib.refusal('oauth_client_unauthenticated');
  end if;
  if old_token is not null then
    select t.user_id, t.session_id, t.counter::bigint into user_id, session_id, counter
    from auth.old_refresh_tokens as t where t.digest = decode(old_token, 'hex');
  end if;
  select s.* into v_session from auth.sessions as s
  where s.user_id = inspect_authorized_session.user_id and s.id = session_id and s.revoked_at is null
    and s.oauth_client_id is not null;
  v_own := v_session.oauth_client_id = v_client.id;
  select c.* into v_owner from auth.oauth_clients as c
  where c.id = v_session.oauth_client_id and c.deleted_at is null;
  select u.* into v_user from auth.users as u where u.id = v_session.user_id;
  if v_owner.id is null or v_user.deleted_at is not null or auth_lib.is_banned(v_user)
    or auth_lib.check_client_session_age(v_session, settings) is not null
    or auth_lib.check_session_age(v_session, settings) is not null
    or (case when token_claims is null then not v_own or counter is distinct from v_session.counter
      else not (v_own or auth_lib.audience_includes_resource(token_claims -> 'aud', v_client.resources)) end)
  then
    return jsonb_build_object('active', false);
  elsif token_claims is null then
    return jsonb_build_object('active', true, 'scope', array_to_string(v_session.scopes, ' '),
      'client_id', auth_lib.wire_client_id(v_owner), 'sub', v_user.id, 'iss', settings -> 'oauth_issuer');
  end if;
  return jsonb_strip_nulls(jsonb_build_object('active', true, 'scope', token_claims -> 'scope',
    'client_id', token_claims -> 'client_id', 'sub', token_claims -> 'sub', 'aud', token_claims -> 'aud',
    'iss', token_claims -> 'iss', 'exp', token_claims -> 'exp', 'iat', token_claims -> 'iat',
    'jti', token_claims -> 'jti', 'token_type', 'Bearer',
    'username', nullif(token_claims ->> 'email', '')));
end
$$;
comment on function auth_api.inspect_authorized_session is
  'POST /oauth/introspect. Errors: oauth_client_unauthenticated.';

-- Returns true if a token's audience contains one of the resources.
create function auth_lib.audience_includes_resource(aud jsonb, resources text[]) returns boolean
language sql immutable
as $$
  select exists (
    select from jsonb_array_elements_text(case jsonb_typeof(aud) when 'array' then aud
      else jsonb_build_array(aud) end) as a (uri)
    where auth_lib.resource_key(a.uri) in (select auth_lib.resource_key(r.uri)
      from unnest(resources) as r (uri)))
$$;
