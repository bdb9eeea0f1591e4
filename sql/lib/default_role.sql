-- The role of a new user for whom nobody names one. A privileged one is an error of whoever configured or called this, and
-- nothing that a client sent: the gateway does not start with it.
create function auth_lib.default_role(settings jsonb) returns text
language plpgsql stable
as $$
declare
  v_role text := coalesce(default_role.settings ->> 'jwt_default_group_name', 'authenticated');
begin
  if auth_lib.is_privileged_role(v_role, default_role.settings) then
    raise exception 'jwt_default_group_name names a privileged role';
  end if;
  return v_role;
end
$$;
comment on function auth_lib.default_role(jsonb) is 'JWT_DEFAULT_GROUP_NAME, which is never a privileged role.';
