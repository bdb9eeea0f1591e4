-- POST /admin/oauth/clients/{client_id}/regenerate_secret. The previous secret remains valid for
-- OAUTH_SERVER_SECRET_OVERLAP.
create function auth_api.renew_oauth_client_secret(
  claims jsonb, client_id text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings), auth_lib.check_client_id(client_id));
  v_client  auth.oauth_clients;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select c.* into v_client from auth.oauth_clients as c
  where c.id = (auth_lib.client_of_path(client_id)).id and c.deleted_at is null for no key update;
  if v_client.id is null then
    return auth_lib.refusal('oauth_client_not_found');
  elsif v_client.token_endpoint_auth_method not in ('client_secret_basic', 'client_secret_post') then
    return auth_lib.refusal('oauth_client_without_secret');
  end if;
  update auth.oauth_clients as c
  set secret_generation = c.secret_generation + 1,
      secret_key_id = (settings ->> 'sealing_key_id')::smallint,
      previous_secret_until = v_now + make_interval(secs => coalesce(
        (settings ->> 'oauth_server_secret_overlap')::double precision, 0)), updated_at = v_now
  where c.id = v_client.id returning c.* into v_client;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{oauth_client_secret_renewed}',
    jsonb_build_object('client_id', v_client.id), client);
  return auth_lib.client_with_secret(v_client);
end
$$;
comment on function auth_api.renew_oauth_client_secret is
  'POST /admin/oauth/clients/{client_id}/regenerate_secret. Errors: token_expired, sub_missing, '
  'sub_not_uuid, session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'not_admin, right_missing, admin_session_expired, admin_needs_aal2, oauth_client_id_format, '
  'oauth_client_not_found, oauth_client_without_secret.';
