-- A user as clients see it: its row of auth_lib.wire_users, where the members are.
create function auth_lib.user_json(person auth.users) returns json
language plpgsql stable
as $$
begin
  return (select row_to_json(w) from auth_lib.wire_users as w where w.id = person.id);
end
$$;
comment on function auth_lib.user_json(auth.users) is 'A user with its identities.';
