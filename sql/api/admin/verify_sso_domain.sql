-- POST /admin/sso/providers/{provider_id}/domains/{domain}/verify, after the gateway has queried DNS.
-- `records` contains the TXT records found for the domain. One of them must be the record of this provider.
-- A verified domain stays verified if the record is removed later.
create function auth_api.verify_sso_domain(
  claims jsonb, id text, domain text, records jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused  jsonb := auth_lib.check_admin(claims, settings);
  v_provider auth.sso_providers := auth_lib.find_sso_provider(id);
  v_domain   auth.sso_domains := auth_lib.find_sso_domain(v_provider, domain);
begin
  if v_refused is not null then
    return v_refused;
  elsif v_provider.id is null then
    return auth_lib.refusal('sso_provider_not_found');
  elsif v_domain.domain is null then
    return auth_lib.refusal('sso_domain_not_found');
  elsif not records ? ('postern-verification=' || v_domain.verification) then
    return auth_lib.refusal('sso_domain_not_verified', v_domain.domain);
  end if;
  update auth.sso_domains as d set verified_at = auth_lib.clock(), verified_by = 'dns'
  where d.domain = v_domain.domain and d.verification = v_domain.verification and d.verified_at is null
  returning d.* into v_domain;
  if found then
    perform auth_lib.audit(auth_lib.admin_actor(claims), '{sso_domain_verified}', jsonb_build_object(
      'provider', 'sso:' || v_provider.id, 'domain', v_domain.domain, 'verified_by', 'dns'), client);
  end if;
  -- Reads the domain again, because a parallel call may have verified or removed it.
  v_domain := auth_lib.find_sso_domain(v_provider, domain);
  return case when v_domain.domain is null then auth_lib.refusal('sso_domain_not_found')
    else auth_lib.sso_domain_json(v_domain) end;
end
$$;
comment on function auth_api.verify_sso_domain is
  'POST /admin/sso/providers/{provider_id}/domains/{domain}/verify, second half. Errors: token_expired, '
  'sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, session_not_found, banned_caller, '
  'client_token, not_admin, right_missing, admin_session_expired, admin_needs_aal2, sso_provider_not_found, '
  'sso_domain_not_found, sso_domain_not_verified.';
