-- GET /admin/sso/providers. Returns all providers, or those with a given resource id, prefix of a resource
-- id, or domain, oldest first. With `most` or a cursor, returns a page of them. Metadata documents are
-- omitted.
create function auth_api.list_sso_providers(
  claims jsonb, resource_id text, resource_id_prefix text, domain text, settings jsonb,
  cursor text default null, most text default null)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings, 'read'), auth_lib.check_page(cursor, most));
  v_exact   text := nullif(resource_id, '');
  v_prefix  text := coalesce(lower(resource_id_prefix collate "C"), '');
  v_at      timestamptz;
  v_after   uuid;
  v_size    integer;
  v_found   auth.sso_providers[];
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_at := coalesce(auth_lib.cursor_instant(cursor), '-infinity');
  v_after := coalesce(auth_lib.cursor_id(cursor), '00000000-0000-0000-0000-000000000000');
  -- v_size is null if the request has neither most nor cursor, because clients of supabase/auth expect all
  -- providers.
  v_size := case when coalesce(most, '') <> '' or coalesce(cursor, '') <> '' then auth_lib.page_size(most) end;
  v_found := array(select p from auth.sso_providers as p
    where (p.created_at, p.id) > (v_at, v_after)
      and (v_exact is null or lower(p.resource_id collate "C") = lower(v_exact collate "C"))
      and (v_exact is not null or v_prefix = '' or starts_with(lower(p.resource_id collate "C"), v_prefix))
      and (coalesce(domain, '') = '' or exists (select from auth.sso_domains as d
        where d.provider_id = p.id and d.domain = auth_lib.normal_domain(list_sso_providers.domain)))
    order by p.created_at, p.id limit v_size + 1);
  return jsonb_build_object('items', (
      select coalesce(jsonb_agg(auth_lib.sso_provider_json(l, false) order by l.created_at, l.id), '[]')
      from unnest(v_found[1:coalesce(v_size, cardinality(v_found))]) as l))
    || case when v_size is null then '{}' else auth_lib.pagination(case when cardinality(v_found) > v_size
      then auth_lib.cursor_after(v_found[v_size].created_at, v_found[v_size].id) end) end;
end
$$;
comment on function auth_api.list_sso_providers is
  'GET /admin/sso/providers. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2, bad_pagination.';
