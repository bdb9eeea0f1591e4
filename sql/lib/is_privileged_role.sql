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
comment on function auth_lib.is_privileged_role(text, jsonb) is 'Whether a role is an administrator''s or one of power in this server.';
