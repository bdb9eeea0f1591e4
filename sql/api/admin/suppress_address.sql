-- Suppresses an address that bounced or whose owner complained: no more messages are sent to it. Requests
-- that would send a message get the same responses as before.
create function auth_api.suppress_address(
  claims jsonb, address text, reason text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_address text := auth_lib.normal_address(address);
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings), case
    when coalesce(v_address, '@') like '%@%' then auth_lib.check_email(v_address)
    else auth_lib.check_phone(v_address) end);
begin
  if v_refused is not null then
    return v_refused;
  end if;
  perform auth_lib.suppress_address(v_address, coalesce(nullif(reason, ''), 'by an administrator'));
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{address_suppressed}',
    jsonb_build_object('address', v_address), client);
  return jsonb_build_object('address', v_address);
end
$$;
comment on function auth_api.suppress_address is
  'Suppresses an address. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, right_missing, '
  'admin_session_expired, admin_needs_aal2, email_required, email_too_long, email_invalid, phone_invalid.';
