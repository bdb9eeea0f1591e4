-- Removes the suppression of an address.
create function auth_api.unsuppress_address(
  claims jsonb, address text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_address text := auth_lib.normal_address(address);
begin
  if v_refused is not null then
    return v_refused;
  end if;
  delete from auth.suppressions as s where s.address = v_address;
  if not found then
    return auth_lib.refusal('suppression_not_found');
  end if;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{address_unsuppressed}',
    jsonb_build_object('address', v_address), client);
  return jsonb_build_object('address', v_address);
end
$$;
comment on function auth_api.unsuppress_address is
  'Removes the suppression of an address. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, suppression_not_found.';
