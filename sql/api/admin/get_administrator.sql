-- GET /admin/me. Returns the caller and the rights of the caller's role. The actions of a caller with the
-- right `support` but not `administer` are limited per hour; for this caller, support_actions_left is
-- present. Routes that are not implemented in SQL call this function to check the required right.
create function auth_api.get_administrator(claims jsonb, settings jsonb, needed text default null) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, coalesce(needed, 'read'));
  v_user    auth.users := auth_lib.find_caller(claims);
  v_left    jsonb := jsonb_build_object();
begin
  if v_refused is not null then
    return v_refused;
  end if;
  if needed is null and auth_lib.acting_right(claims, settings) = 'support' then
    v_left := jsonb_build_object('support_actions_left', greatest(auth_lib.support_actions_left(claims), 0));
  end if;
  return v_left || jsonb_build_object('user_id', v_user.id, 'email', v_user.email, 'role', claims ->> 'role',
    'aal', coalesce(claims ->> 'aal', 'aal1'), 'session_id', auth_lib.claimed_session(claims),
    'rights', auth_lib.rights_of(claims ->> 'role', settings),
    'expires_at', auth_lib.wire_time(to_timestamp((claims ->> 'exp')::double precision)));
end
$$;
comment on function auth_api.get_administrator is
  'GET /admin/me. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, '
  'session_not_found, banned_caller, client_token, not_admin, right_missing, admin_session_expired, '
  'admin_needs_aal2.';
