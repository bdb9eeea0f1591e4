-- GET /admin/me. Returns the caller and the caller's rights. If the token names a session, the role is the
-- user's current role, and a right needs this role and the role in the token. The actions of a caller with
-- the right `support` but not `administer` are limited per hour; for this caller, support_actions_left is
-- present. Routes that are not implemented in SQL call this function to check the required right.
create function auth_api.get_administrator(claims jsonb, settings jsonb, needed text default null) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, coalesce(needed, 'read'));
  v_user    auth.users := auth_lib.find_caller(claims);
  v_session uuid := auth_lib.claimed_session(claims);
  v_role    text := case when v_session is null then claims ->> 'role' else v_user.role end;
  v_left    jsonb := jsonb_build_object();
begin
  if v_refused is not null then
    return v_refused;
  end if;
  if needed is null and auth_lib.acting_right(claims, settings) = 'support' then
    v_left := jsonb_build_object('support_actions_left', greatest(auth_lib.support_actions_left(claims), 0));
  end if;
  return v_left || jsonb_build_object('user_id', v_user.id, 'email', v_user.email, 'role', v_role,
    'aal', coalesce(claims ->> 'aal', 'aal1'), 'session_id', v_session,
    'rights', array(select r.name from unnest(auth_lib.rights_of(claims ->> 'role', settings)) as r (name)
      where r.name = any (auth_lib.rights_of(v_role, settings))),
    'expires_at', auth_lib.wire_time(to_timestamp((claims ->> 'exp')::double precision)));
end
$$;
comment on function auth_api.get_administrator is
  'GET /admin/me. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, '
  'session_not_found, banned_caller, client_token, not_admin, right_missing, admin_session_expired, '
  'admin_needs_aal2.';
