-- The user row, held until the end of the call. Weaker than for update, so that inserts of its children go on.
create function auth_lib.lock_user(id uuid) returns auth.users
language plpgsql volatile
as $$
declare
  v_user auth.users;
begin
  select u.* into v_user from auth.users as u where u.id = lock_user.id for no key update;
  return v_user;
end
$$;
comment on function auth_lib.lock_user(uuid) is 'Locks and returns a user; first in the order users, sessions, one_time_tokens.';
