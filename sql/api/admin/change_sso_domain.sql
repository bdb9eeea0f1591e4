-- PUT /admin/sso/providers/{provider_id}/domains/{domain}. With `verified`, an administrator vouches for
-- the domain, and no DNS record is needed. With `enforced`, users of the domain, except administrators, can
-- only sign in with this provider. Their existing sessions are not revoked.
create function auth_api.change_sso_domain(
  claims jsonb, id text, domain text, verified boolean, enforced boolean, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused  jsonb := auth_lib.check_admin(claims, settings);
  v_provider auth.sso_providers := auth_lib.find_sso_provider(id);
  v_old      auth.sso_domains;
  v_new      auth.sso_domains;
begin
  if v_refused is not null then
    return v_refused;
  elsif v_provider.id is null then
    return auth_lib.refusal('sso_provider_not_found');
  end if;
  select d.* into v_old from auth.sso_domains as d
  where d.domain = (auth_lib.find_sso_domain(v_provider, change_sso_domain.domain)).domain
    and d.provider_id = v_provider.id
  for no key update;
  if v_old.domain is null then
    return auth_lib.refusal('sso_domain_not_found');
  elsif enforced and v_old.verified_at is null and verified is not true then
    return auth_lib.refusal('sso_domain_not_verified', v_old.domain);
  end if;
  v_new := v_old;
  if verified and v_old.verified_at is null then
    v_new.verified_at := auth_lib.clock();
    v_new.verified_by := 'administrator';
  end if;
  v_new.enforced := coalesce(enforced, v_old.enforced);
  if v_new is distinct from v_old then
    update auth.sso_domains as d
    set verified_at = v_new.verified_at, verified_by = v_new.verified_by, enforced = v_new.enforced
    where d.domain = v_old.domain;
    perform auth_lib.audit(auth_lib.admin_actor(claims), array_remove(array[
      case when v_old.verified_at is null and v_new.verified_at is not null then 'sso_domain_verified' end,
      case when v_new.enforced <> v_old.enforced then 'sso_domain_changed' end], null), jsonb_build_object(
      'provider', 'sso:' || v_provider.id, 'domain', v_new.domain, 'verified_by', v_new.verified_by,
      'enforced', v_new.enforced), client);
  end if;
  return auth_lib.sso_domain_json(v_new);
end
$$;
comment on function auth_api.change_sso_domain is
  'PUT /admin/sso/providers/{provider_id}/domains/{domain}. Errors: token_expired, sub_missing, '
  'sub_not_uuid, session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'not_admin, right_missing, admin_session_expired, admin_needs_aal2, sso_provider_not_found, '
  'sso_domain_not_found, sso_domain_not_verified.';
