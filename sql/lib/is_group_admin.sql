-- Whether a user may set app_metadata through PUT /user: an administrator's group of the configured audience.
create function auth_lib.is_group_admin(person auth.users, settings jsonb) returns boolean
language sql immutable
as $$
  select (is_group_admin.person).aud = coalesce(is_group_admin.settings ->> 'jwt_aud', 'authenticated')
    and (is_group_admin.person).role = coalesce(is_group_admin.settings ->> 'jwt_admin_group_name', 'admin')
$$;
comment on function auth_lib.is_group_admin(auth.users, jsonb) is 'Whether a user may change its own app_metadata (contract 3.6).';
