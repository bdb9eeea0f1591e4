-- The role that a new user gets, which is never one of power.

-- The role of a new user for whom nobody names one. A privileged one is an error of whoever configured or called this, and
-- nothing that a client sent: the gateway does not start with it.
create function auth_lib.default_role(settings jsonb) returns text
language plpgsql stable
as $$
declare
  v_role text := coalesce(settings ->> 'jwt_default_group_name', 'authenticated');
begin
  if auth_lib.is_privileged_role(v_role, settings) then
    raise exception 'jwt_default_group_name names a privileged role';
  end if;
  return v_role;
end
$$;

-- Whether a role is one that no sign-up may give, whatever the settings of a call say: an administrator's of the HTTP API,
-- or one of this server that is a superuser, passes row level security by, or may act as the owner of these functions.
create function auth_lib.is_privileged_role(role text, settings jsonb) returns boolean
language sql stable
as $$
  select is_privileged_role.role in ('service_role', 'supabase_admin')
    or coalesce(is_privileged_role.settings -> 'jwt_admin_roles', '[]') ? is_privileged_role.role
    or exists (
      select from pg_roles as r
      where r.rolname = is_privileged_role.role and (r.rolbypassrls or pg_has_role(r.oid, current_user, 'MEMBER')))
$$;
