-- For the CLI: returns messages and their state, first the newest that are pending, then the newest that have
-- ended. The table holds no part of a link or code. last_error is the server's response, with links and codes
-- removed.
create function auth_api.list_messages(
  claims jsonb, state text, address text, most integer, settings jsonb)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_most    integer := least(greatest(coalesce(most, 50), 1), 1000);
  v_to      text := auth_lib.normal_address(address);
begin
  if v_refused is not null then
    return v_refused;
  end if;
  return jsonb_build_object('messages', (
    select coalesce(jsonb_agg(auth_lib.message_json(l.message)
      order by (l.message).created_at desc, (l.message).id), '[]')
    from (
      select m as message from (
        (select o as m from auth.messages as o
          where o.finished_at is null and o.state = coalesce(list_messages.state, o.state)
            and o.to_address = coalesce(v_to, o.to_address)
          order by o.created_at desc limit v_most)
        union all
        (select o as m from auth.messages as o
          where o.finished_at is not null and o.state = coalesce(list_messages.state, o.state)
            and o.to_address = coalesce(v_to, o.to_address)
          order by o.finished_at desc limit v_most)) as b
      order by (m).created_at desc, (m).id limit v_most) as l));
end
$$;
comment on function auth_api.list_messages is
  'Messages and their state, the newest first. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'admin_session_expired, admin_needs_aal2.';
