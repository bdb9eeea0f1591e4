-- The user that verified claims name; all null when there is none. check_caller says what is wrong with it.
create function auth_lib.caller(claims jsonb) returns auth.users
language sql stable
as $$
  select u.* from auth.users as u where u.id = auth_lib.uuid_or_null(caller.claims ->> 'sub')
$$;
comment on function auth_lib.caller(jsonb) is 'The user row behind the sub claim.';
