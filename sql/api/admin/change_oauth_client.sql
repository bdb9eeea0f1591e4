-- PUT /admin/oauth/clients/{client_id}. An absent member does not change. client_type cannot be changed.
create function auth_api.change_oauth_client(
  claims jsonb, client_id text, metadata jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  m         jsonb := jsonb_strip_nulls(metadata);
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings), auth_lib.check_client_id(client_id));
  v_old     auth.oauth_clients;
  v_new     auth.oauth_clients;
  v_whole   jsonb;
  v_fault   text;
begin
  if v_refused is not null then
    return v_refused;
  elsif m = '{}' then
    return auth_lib.refusal('oauth_no_fields');
  end if;
  select c.* into v_old from auth.oauth_clients as c
  where c.id = (auth_lib.client_of_path(client_id)).id and c.deleted_at is null for no key update;
  if v_old.id is null then
    return auth_lib.refusal('oauth_client_not_found');
  end if;
  v_whole := jsonb_build_object('redirect_uris', to_jsonb(v_old.redirect_uris), 'grant_types',
    to_jsonb(v_old.grant_types)) || m;
  v_fault := case
    when v_whole -> 'redirect_uris' = '[]' and auth_lib.needs_redirect_uris(v_whole)
      then 'redirect_uris cannot be empty'
    when m ? 'redirect_uris' then auth_lib.client_redirects_fault(v_whole)
  end;
  v_fault := coalesce(v_fault,
    case when m -> 'grant_types' = '[]' then 'grant_types cannot be empty' end,
    case when m ->> 'token_endpoint_auth_method' not in ('none', 'client_secret_basic', 'client_secret_post',
        'private_key_jwt') then 'invalid token_endpoint_auth_method: must be one of '
        '[none client_secret_basic client_secret_post private_key_jwt]' end,
    auth_lib.client_metadata_fault(m),
    case when (m ->> 'token_endpoint_auth_method' = 'none') <> (v_old.client_type = 'public') then
      format('token_endpoint_auth_method ''%s'' is not valid for client_type ''%s''; valid methods: [%s]',
        m ->> 'token_endpoint_auth_method', v_old.client_type, case v_old.client_type when 'public' then 'none'
          else 'client_secret_basic client_secret_post private_key_jwt' end) end);
  if v_fault is null then
    v_new := auth_lib.changed_oauth_client(v_old, m);
    v_fault := auth_lib.client_metadata_conflict(v_new);
  end if;
  if v_fault is not null then
    return auth_lib.refusal('oauth_client_metadata', v_fault);
  end if;
  v_new.updated_at := auth_lib.clock();
  update auth.oauth_clients as c
  set redirect_uris = v_new.redirect_uris, grant_types = v_new.grant_types, client_name = v_new.client_name,
      client_uri = v_new.client_uri, logo_uri = v_new.logo_uri, tos_uri = v_new.tos_uri,
      policy_uri = v_new.policy_uri, token_endpoint_auth_method = v_new.token_endpoint_auth_method,
      jwks = v_new.jwks, jwks_uri = v_new.jwks_uri, scopes = v_new.scopes, resources = v_new.resources,
      require_pkce = v_new.require_pkce, require_pushed = v_new.require_pushed,
      post_logout_redirect_uris = v_new.post_logout_redirect_uris,
      backchannel_logout_uri = v_new.backchannel_logout_uri,
      backchannel_session_required = v_new.backchannel_session_required,
      skips_consent = v_new.skips_consent, updated_at = v_new.updated_at
  where c.id = v_old.id;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{oauth_client_changed}', jsonb_build_object(
    'client_id', v_old.id, 'changed', auth_lib.changed_columns(to_jsonb(v_old), to_jsonb(v_new))), client);
  return auth_lib.oauth_client_json(v_new);
end
$$;
comment on function auth_api.change_oauth_client is
  'PUT /admin/oauth/clients/{client_id}. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, oauth_client_id_format, oauth_no_fields, '
  'oauth_client_not_found, oauth_client_metadata.';
