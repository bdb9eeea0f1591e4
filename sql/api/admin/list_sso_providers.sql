-- GET /admin/sso/providers. Returns all providers, or those with a given resource id, prefix of a resource
-- id, or domain. Metadata documents are omitted.
create function auth_api.list_sso_providers(
  claims jsonb, resource_id text, resource_id_prefix text, domain text, settings jsonb)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
  v_exact   text := nullif(resource_id, '');
  v_prefix  text := coalesce(lower(resource_id_prefix collate "C"), '');
begin
  if v_refused is not null then
    return v_refused;
  end if;
  return jsonb_build_object('items', coalesce((
    select jsonb_agg(auth_lib.sso_provider_json(p, false) order by p.created_at, p.id)
    from auth.sso_providers as p
    where (v_exact is null or lower(p.resource_id collate "C") = lower(v_exact collate "C"))
      and (v_exact is not null or v_prefix = '' or starts_with(lower(p.resource_id collate "C"), v_prefix))
      and (coalesce(domain, '') = '' or exists (select from auth.sso_domains as d
        where d.provider_id = p.id
          and d.domain = auth_lib.normal_domain(list_sso_providers.domain)))), '[]'));
end
$$;
comment on function auth_api.list_sso_providers is
  'GET /admin/sso/providers. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2.';
