-- POST /admin/sso/providers/{provider_id}/domains/{domain}/verify, before the gateway queries DNS. Returns
-- the domain, with the name of its TXT record.
create function auth_api.prepare_sso_domain(claims jsonb, id text, domain text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused  jsonb := auth_lib.check_admin(claims, settings);
  v_provider auth.sso_providers := auth_lib.find_sso_provider(id);
  v_domain   auth.sso_domains := auth_lib.find_sso_domain(v_provider, domain);
begin
  return case
    when v_refused is not null then v_refused
    when v_provider.id is null then auth_lib.refusal('sso_provider_not_found')
    when v_domain.domain is null then auth_lib.refusal('sso_domain_not_found')
    else auth_lib.sso_domain_json(v_domain) end;
end
$$;
comment on function auth_api.prepare_sso_domain is
  'POST /admin/sso/providers/{provider_id}/domains/{domain}/verify, first half. Errors: token_expired, '
  'sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, session_not_found, banned_caller, '
  'client_token, not_admin, right_missing, admin_session_expired, admin_needs_aal2, sso_provider_not_found, '
  'sso_domain_not_found.';
