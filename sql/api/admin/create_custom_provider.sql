-- POST /admin/custom-providers, after the gateway has fetched the discovery document. An administrator who
-- adds a provider can sign in as any user whose address the provider verifies, so each change is audited.
-- Creations are serialized if their number is limited, because a count does not include uncommitted rows.
create function auth_api.create_custom_provider(
  claims jsonb, id uuid, provider jsonb, secret text, discovery_document jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_most    integer := coalesce((settings ->> 'custom_oauth_max_providers')::integer, 0);
  v_new     auth.custom_providers;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_new := auth_lib.changed_custom_provider(auth_lib.new_custom_provider(), provider, secret,
    discovery_document);
  v_refused := auth_lib.check_custom_provider(v_new);
  if v_refused is not null then
    return v_refused;
  elsif v_new.provider_type = 'oidc' and v_new.discovery_document ->> 'issuer' is distinct from v_new.issuer
    then
    return auth_lib.refusal('custom_provider_issuer');
  end if;
  if v_most > 0 then
    perform pg_advisory_xact_lock(hashtextextended('custom_providers', 0));
    if (select count(*) from auth.custom_providers) >= v_most then
      return auth_lib.refusal('custom_provider_quota');
    end if;
  end if;
  v_new.id := id;
  v_new.created_at := auth_lib.clock();
  v_new.updated_at := v_new.created_at;
  insert into auth.custom_providers select v_new.*
  on conflict on constraint custom_providers_identifier_key do nothing;
  if not found then
    return auth_lib.refusal('custom_provider_exists');
  end if;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{custom_provider_created}',
    jsonb_build_object('provider', v_new.identifier), client);
  return auth_lib.custom_provider_json(v_new);
end
$$;
comment on function auth_api.create_custom_provider is
  'POST /admin/custom-providers, second half. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, custom_provider_type, field_required, '
  'custom_provider_prefix, custom_provider_identifier, field_too_long, custom_provider_list, '
  'custom_provider_mapping, custom_provider_target, custom_provider_params, custom_provider_reserved, '
  'custom_provider_needs, custom_provider_url, custom_provider_issuer, custom_provider_quota, '
  'custom_provider_exists.';
