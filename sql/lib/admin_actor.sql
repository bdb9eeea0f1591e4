-- Whom the audit log names for an administrator's token: a user that does not exist, by the name of the role.
create function auth_lib.admin_actor(claims jsonb) returns auth.users
language plpgsql immutable
as $$
declare
  v_actor auth.users;
begin
  v_actor.id := '00000000-0000-0000-0000-000000000000';
  v_actor.email := coalesce(nullif(admin_actor.claims ->> 'role', ''), 'admin');
  return v_actor;
end
$$;
comment on function auth_lib.admin_actor(jsonb) is 'The audit log''s actor for an administrator''s token.';
