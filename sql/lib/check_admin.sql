-- Authentication of an administrative route: its role must be one of the configured, and a token that names a session must
-- be of a live one, of a user who still has such a role: a demotion, a ban or a deletion bites before the token ends.
-- Service tokens have neither user nor session; one that names a user all the same ends with that user.
create function auth_lib.check_admin(claims jsonb, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_id      uuid := auth_lib.claimed_session(check_admin.claims);
  v_roles   jsonb := coalesce(check_admin.settings -> 'jwt_admin_roles', '["service_role","supabase_admin"]');
  v_user    auth.users;
  v_session auth.sessions;
  v_refused jsonb;
begin
  if (check_admin.claims ->> 'exp')::double precision <= extract(epoch from auth_lib.clock()) then
    return auth_lib.refusal('token_expired');
  end if;
  if coalesce(check_admin.claims ->> 'session_id', '') not in ('', '00000000-0000-0000-0000-000000000000') then
    v_user := auth_lib.caller(check_admin.claims);
    v_refused := auth_lib.check_caller(check_admin.claims, v_user, check_admin.settings);
    if v_refused is not null then
      return v_refused;
    end if;
    select s.* into v_session from auth.sessions as s where s.user_id = v_user.id and s.id = v_id;
    if v_session.id is null or v_session.revoked_at is not null then
      return auth_lib.refusal('session_not_found');
    elsif auth_lib.check_session_age(v_session, check_admin.settings) is not null then
      return auth_lib.refusal('admin_session_expired');
    elsif not v_roles ? v_user.role or v_user.role = v_user.sign_up_role then   -- no sign-up makes an administrator
      return auth_lib.refusal('not_admin');
    end if;
  end if;
  if not v_roles ? coalesce(check_admin.claims ->> 'role', '') then
    return auth_lib.refusal('not_admin');
  end if;
  v_user := auth_lib.caller(check_admin.claims);
  return case when v_user.id is not null then auth_lib.check_caller(check_admin.claims, v_user, check_admin.settings) end;
end
$$;
comment on function auth_lib.check_admin(jsonb, jsonb) is 'Null when claims may use the administrative functions, otherwise a refusal.';
