-- For the CLI: returns a message with its state.
create function auth_api.get_message(claims jsonb, message_id text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
  v_message auth.messages;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select m.* into v_message from auth.messages as m where m.id = auth_lib.uuid_or_null(message_id);
  if not found then
    return auth_lib.refusal('message_not_found');
  end if;
  return auth_lib.message_json(v_message);
end
$$;
comment on function auth_api.get_message is
  'One message and its state. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2, message_not_found.';
