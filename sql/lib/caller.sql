-- The user that verified claims name; all null when there is none. check_caller says what is wrong with it.
create function auth_lib.caller(claims jsonb) returns auth.users
language plpgsql stable
as $$
declare
  v_id   uuid := auth_lib.uuid_or_null(claims ->> 'sub');
  v_user auth.users;
begin
  select u.* into v_user from auth.users as u where u.id = v_id;
  return v_user;
end
$$;
comment on function auth_lib.caller(jsonb) is 'The user row behind the sub claim.';
