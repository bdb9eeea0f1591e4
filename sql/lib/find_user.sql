-- The user behind an address, whatever its audience; no row, all null, when nobody has it.
create function auth_lib.find_user(kind text, value text) returns auth.users
language plpgsql stable
as $$
declare
  v_user auth.users;
begin
  select u.* into v_user
  from auth.addresses as a
    join auth.users as u on u.id = a.user_id
    where a.kind = find_user.kind and a.value = find_user.value;
  return v_user;
end
$$;
comment on function auth_lib.find_user(text, text) is 'The user that an e-mail address or phone number finds.';
