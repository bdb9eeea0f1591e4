-- For the CLI: adds an identity provider that is in kept_rows, with the id that identities of its users
-- refer to. `metadata` is the kept document as parsed by the caller. `domains` are the provider's domains
-- in ASCII: [{id, domain}]. The provider may assert any address, as in supabase/auth. Deletes the
-- provider's rows from kept_rows, except domains that cannot be assigned to it. Returns {provider, left},
-- where left contains these domains.
create function auth_api.restore_sso_provider(
  claims jsonb, id uuid, metadata jsonb, domains jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_kept    jsonb;
  v_saml    jsonb;
  v_given   jsonb;
  v_fit     jsonb;
  v_new     auth.sso_providers;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select k.data::jsonb into v_kept from auth.kept_rows as k
  where k.source = 'sso_providers' and k.id = restore_sso_provider.id::text for update;
  select k.data::jsonb into v_saml from auth.kept_rows as k
  where k.source = 'saml_providers' and k.data ->> 'sso_provider_id' = restore_sso_provider.id::text;
  if v_kept is null or v_saml is null then
    return auth_lib.refusal('sso_provider_not_found');
  elsif metadata ->> 'entity_id' is distinct from v_saml ->> 'entity_id' then
    return auth_lib.refusal('saml_entity_id_mismatch', v_saml ->> 'entity_id', metadata ->> 'entity_id');
  end if;
  v_given := jsonb_build_object('type', 'saml', 'email_domains', 'any', 'disabled', v_kept -> 'disabled',
    'resource_id', v_kept -> 'resource_id', 'name_id_format', v_saml -> 'name_id_format', 'attribute_mapping',
    coalesce(nullif(v_saml -> 'attribute_mapping', 'null'), '{}'))
    || case when v_saml ->> 'metadata_url' <> ''
      then jsonb_build_object('metadata_url', v_saml ->> 'metadata_url')
      else '{"metadata_xml": "kept"}' end;
  v_refused := auth_lib.check_sso_provider(v_given, true);
  if v_refused is not null then
    return v_refused;
  end if;
  v_new := auth_lib.changed_sso_provider(jsonb_populate_record(null::auth.sso_providers,
    '{"just_in_time": true, "require_signed": "either", "force_authn": false, "sign_requests": true,
      "attribute_mapping": {}}'),
    v_given, metadata);
  v_new.id := id;
  v_new.created_at := coalesce((v_kept ->> 'created_at')::timestamptz, v_new.updated_at);
  insert into auth.sso_providers select v_new.* on conflict do nothing;
  if not found then
    return case when exists (select from auth.sso_providers as p where p.entity_id = v_new.entity_id)
      then auth_lib.refusal('saml_idp_already_exists', v_new.entity_id)
      else auth_lib.refusal('sso_create_conflict') end;
  end if;
  v_fit := (select coalesce(jsonb_agg(d.value), '[]') from jsonb_array_elements(domains) as d
    where auth_lib.check_sso_domains(v_new.id, jsonb_build_array(d.value -> 'domain')) is null);
  if not auth_lib.set_sso_domains(v_new.id, jsonb_path_query_array(v_fit, '$[*].domain')) then
    perform auth_lib.fail('sso_create_conflict');
  end if;
  delete from auth.kept_rows as k
  where k.source = 'sso_providers' and k.id = v_new.id::text
    or k.source = 'saml_providers' and k.data ->> 'sso_provider_id' = v_new.id::text
    or k.source = 'sso_domains' and jsonb_path_query_array(v_fit, '$[*].id') ? k.id;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{sso_provider_created}',
    jsonb_build_object('provider', 'sso:' || v_new.id, 'entity_id', v_new.entity_id, 'new_certificates',
      auth_lib.certificate_digests(v_new)), client);
  return jsonb_build_object('provider', auth_lib.sso_provider_json(v_new, false), 'left', (
    select coalesce(jsonb_agg(d.value -> 'domain'), '[]') from jsonb_array_elements(domains) as d
    where not v_fit @> jsonb_build_array(d.value)));
end
$$;
comment on function auth_api.restore_sso_provider is
  'For the CLI: adds an identity provider that is in kept_rows. Errors: token_expired, sub_missing, '
  'sub_not_uuid, session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'not_admin, right_missing, admin_session_expired, admin_needs_aal2, sso_provider_not_found, '
  'saml_entity_id_mismatch, sso_metadata_url, sso_metadata_url_scheme, sso_name_id_format, field_too_long, '
  'sso_mapping, saml_idp_already_exists, sso_create_conflict.';
