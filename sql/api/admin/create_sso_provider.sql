-- POST /admin/sso/providers, after the gateway has parsed the metadata: {entity_id, certificates, sso_url,
-- valid_until, cache_for, xml}. A provider determines who can sign in with it, so each change is audited.
create function auth_api.create_sso_provider(
  claims jsonb, provider jsonb, metadata jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_blank   auth.sso_providers := jsonb_populate_record(null::auth.sso_providers,
    '{"just_in_time": true, "require_signed": "either", "force_authn": false, "sign_requests": true,
      "attribute_mapping": {}}');
  v_new     auth.sso_providers;
begin
  v_refused := coalesce(v_refused, auth_lib.check_sso_provider(provider, true),
    case when exists (select from auth.sso_providers as p where p.entity_id = metadata ->> 'entity_id')
      then auth_lib.refusal('saml_idp_already_exists', metadata ->> 'entity_id') end,
    auth_lib.check_sso_domains(null, coalesce(provider -> 'domains', '[]')));
  if v_refused is not null then
    return v_refused;
  end if;
  v_new := auth_lib.changed_sso_provider(v_blank, provider, metadata);
  v_new.id := gen_random_uuid();
  v_new.created_at := v_new.updated_at;
  insert into auth.sso_providers select v_new.* on conflict do nothing;
  if not found then
    return case when exists (select from auth.sso_providers as p where p.entity_id = v_new.entity_id)
      then auth_lib.refusal('saml_idp_already_exists', v_new.entity_id)
      else auth_lib.refusal('sso_create_conflict') end;
  end if;
  if not auth_lib.set_sso_domains(v_new.id, coalesce(provider -> 'domains', '[]')) then
    perform auth_lib.fail('sso_create_conflict');
  end if;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{sso_provider_created}',
    jsonb_build_object('provider', 'sso:' || v_new.id, 'entity_id', v_new.entity_id, 'new_certificates',
      auth_lib.certificate_digests(v_new)), client);
  return auth_lib.sso_provider_json(v_new, true);
end
$$;
comment on function auth_api.create_sso_provider is
  'POST /admin/sso/providers, second half. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, sso_type, sso_metadata_twice, '
  'sso_metadata_missing, sso_metadata_url, sso_metadata_url_scheme, sso_name_id_format, field_too_long, '
  'sso_email_domains, sso_require_signed, sso_uri_list, sso_algorithms, '
  'sso_mapping, saml_idp_already_exists, '
  'sso_create_conflict, sso_too_many_domains, '
  'sso_domain_public, sso_domain_invalid, sso_domain_taken_at_create.';
