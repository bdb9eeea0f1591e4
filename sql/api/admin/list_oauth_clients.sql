-- GET /admin/oauth/clients. Returns a page of the clients, newest first.
create function auth_api.list_oauth_clients(claims jsonb, page text, per_page text,
  settings jsonb) returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings, 'read'),
    auth_lib.check_paging(page, per_page));
  v_page    bigint := greatest(auth_lib.page_number(page, 1), 1);
  v_size    bigint := coalesce(nullif(auth_lib.page_number(per_page, 50), 0), 50);
begin
  if v_refused is not null then
    return v_refused::text;
  end if;
  return concat('{"total" : ', (select count(*) from auth.oauth_clients as c where c.deleted_at is null),
    ', "page" : ', v_page, ', "per_page" : ', v_size, ', "body" : ', jsonb_build_object('aud',
      auth_lib.request_aud(claims, null, settings), 'clients', (
        select coalesce(jsonb_agg(auth_lib.oauth_client_json(l) order by l.created_at desc, l.id), '[]')
          from (
          select c.* from auth.oauth_clients as c where c.deleted_at is null
          order by c.created_at desc, c.id limit v_size offset (v_page - 1) * v_size) as l)), '}');
end
$$;
comment on function auth_api.list_oauth_clients is
  'GET /admin/oauth/clients. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2, bad_pagination.';
