-- Returns suppressed addresses, the newest first.
create function auth_api.list_suppressions(
  claims jsonb, address text, most integer, settings jsonb)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
begin
  if v_refused is not null then
    return v_refused;
  end if;
  return jsonb_build_object('suppressions', (
    select coalesce(jsonb_agg(jsonb_build_object('address', l.address, 'reason', l.reason,
      'created_at', auth_lib.wire_time(l.created_at)) order by l.created_at desc, l.address), '[]')
    from (
      select s.* from auth.suppressions as s
      where s.address = coalesce(auth_lib.normal_address(list_suppressions.address), s.address)
      order by s.created_at desc, s.address limit least(greatest(coalesce(most, 50), 1), 1000)) as l));
end
$$;
comment on function auth_api.list_suppressions is
  'Suppressed addresses. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2.';
