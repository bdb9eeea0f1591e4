-- Returns the public keys of a client or their URL, so that the gateway can verify an assertion. Also
-- returns whether an administrator created the client. Returns no keys for an unknown client.
create function auth_api.find_client_keys(client_id text) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_client auth.oauth_clients := auth_lib.find_oauth_client(client_id);
begin
  return jsonb_build_object('jwks', v_client.jwks, 'jwks_uri', v_client.jwks_uri,
    'administered', v_client.registration_type = 'manual');
end
$$;
comment on function auth_api.find_client_keys is
  'POST /oauth/token and the other routes to which a client authenticates by an assertion.';
