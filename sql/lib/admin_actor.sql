-- Whom the audit log names for an administrator's token: the user of its session, or for a service token a user that does
-- not exist, by the name of the role.
create function auth_lib.admin_actor(claims jsonb) returns auth.users
language plpgsql stable
as $$
declare
  v_actor auth.users;
begin
  if auth_lib.claimed_session(admin_actor.claims) is not null then
    return auth_lib.caller(admin_actor.claims);
  end if;
  v_actor.id := '00000000-0000-0000-0000-000000000000';
  v_actor.email := coalesce(nullif(admin_actor.claims ->> 'role', ''), 'admin');
  return v_actor;
end
$$;
comment on function auth_lib.admin_actor(jsonb) is 'The audit log''s actor for an administrator''s token.';
