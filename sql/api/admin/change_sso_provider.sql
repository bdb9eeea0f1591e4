-- PUT /admin/sso/providers/{provider_id}, and POST /admin/sso/providers/{provider_id}/metadata, after the
-- gateway has parsed new metadata. If `metadata` is null, the stored metadata does not change. The entity
-- id cannot change, because it determines whose assertions are accepted.
create function auth_api.change_sso_provider(
  claims jsonb, id text, provider jsonb, metadata jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_given   jsonb := coalesce(provider, '{}');
  v_id      uuid := (auth_lib.find_sso_provider(id)).id;
  v_old     auth.sso_providers;
  v_new     auth.sso_providers;
  v_former  jsonb;
  v_changed jsonb;
begin
  v_refused := coalesce(v_refused, auth_lib.check_sso_provider(v_given, false));
  if v_refused is not null then
    return v_refused;
  end if;
  select p.* into v_old from auth.sso_providers as p where p.id = v_id for no key update;
  if v_old.id is null then
    return auth_lib.refusal('sso_provider_not_found');
  elsif metadata ->> 'entity_id' <> v_old.entity_id then
    return auth_lib.refusal('saml_entity_id_mismatch', v_old.entity_id, metadata ->> 'entity_id');
  elsif jsonb_typeof(v_given -> 'domains') = 'array' then
    v_refused := auth_lib.check_sso_domains(v_old.id, v_given -> 'domains');
    if v_refused is not null then
      return v_refused;
    end if;
  end if;
  v_former := auth_lib.sso_provider_json(v_old, false) -> 'domains';
  v_new := auth_lib.changed_sso_provider(v_old, v_given, metadata);
  begin
    update auth.sso_providers as p
    set resource_id = v_new.resource_id, name = v_new.name, disabled = v_new.disabled,
        idp_initiated = v_new.idp_initiated, just_in_time = v_new.just_in_time,
        email_domains = v_new.email_domains, require_signed = v_new.require_signed,
        force_authn = v_new.force_authn, sign_requests = v_new.sign_requests,
        requested_authn_context = v_new.requested_authn_context, scoping = v_new.scoping,
        allowed_algorithms = v_new.allowed_algorithms, name_id_format = v_new.name_id_format,
        attribute_mapping = v_new.attribute_mapping, metadata_xml = v_new.metadata_xml,
        metadata_url = v_new.metadata_url, certificates = v_new.certificates, sso_url = v_new.sso_url,
        valid_until = v_new.valid_until, cache_for = v_new.cache_for, fetched_at = v_new.fetched_at,
        failed_at = v_new.failed_at, next_fetch_at = v_new.next_fetch_at, updated_at = v_new.updated_at
    where p.id = v_old.id;
  exception when unique_violation then
    return auth_lib.refusal('sso_change_conflict');
  end;
  if jsonb_typeof(v_given -> 'domains') = 'array' then
    if not auth_lib.set_sso_domains(v_old.id, v_given -> 'domains') then
      perform auth_lib.fail('sso_change_conflict');
    end if;
  end if;
  v_changed := auth_lib.changed_columns(to_jsonb(v_old) || jsonb_build_object('domains', v_former),
    (to_jsonb(v_new) || jsonb_build_object('domains', auth_lib.sso_provider_json(v_new, false) -> 'domains'))
      - '{certificates,sso_url,valid_until,cache_for,fetched_at,failed_at,next_fetch_at}'::text[]);
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{sso_provider_changed}',
    jsonb_build_object('provider', 'sso:' || v_old.id, 'changed', v_changed)
    || case when auth_lib.certificate_digests(v_old) = auth_lib.certificate_digests(v_new) then '{}'
      else jsonb_build_object('old_certificates', auth_lib.certificate_digests(v_old),
        'new_certificates', auth_lib.certificate_digests(v_new)) end, client);
  return auth_lib.sso_provider_json(v_new, true);
end
$$;
comment on function auth_api.change_sso_provider is
  'PUT /admin/sso/providers/{provider_id} and POST /admin/sso/providers/{provider_id}/metadata, second half. '
  'Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, '
  'session_not_found, banned_caller, client_token, not_admin, right_missing, admin_session_expired, '
  'admin_needs_aal2, sso_provider_not_found, sso_metadata_twice, sso_metadata_url, sso_metadata_url_scheme, '
  'sso_name_id_format, field_too_long, sso_email_domains, sso_require_signed, sso_uri_list, sso_algorithms, '
  'sso_mapping, '
  'saml_entity_id_mismatch, sso_change_conflict, '
  'sso_too_many_domains, sso_domain_public, sso_domain_invalid, sso_domain_taken.';
