-- For the CLI: returns identity providers that were imported from supabase/auth into kept_rows, with the
-- metadata that the caller must parse. Providers without SAML are omitted, because nobody can sign in with
-- them.
create function auth_api.list_kept_sso_providers(claims jsonb, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
begin
  if v_refused is not null then
    return v_refused;
  end if;
  return jsonb_build_object('items', (
    select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'entity_id', s.data ->> 'entity_id',
      'metadata_xml', s.data ->> 'metadata_xml', 'domains', (
        select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'domain', d.data ->> 'domain') order by d.id),
          '[]')
        from auth.kept_rows as d
        where d.source = 'sso_domains' and d.data ->> 'sso_provider_id' = k.id)) order by k.id), '[]')
    from auth.kept_rows as k
    join auth.kept_rows as s on s.source = 'saml_providers' and s.data ->> 'sso_provider_id' = k.id
    where k.source = 'sso_providers' and auth_lib.uuid_or_null(k.id) is not null));
end
$$;
comment on function auth_api.list_kept_sso_providers is
  'For the CLI: identity providers in kept_rows. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2.';
