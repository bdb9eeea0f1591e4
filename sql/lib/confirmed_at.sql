-- When a user's address of a kind was proven; null while it is not. Each channel is judged by itself.
create function auth_lib.confirmed_at(person auth.users, kind text) returns timestamptz
language sql immutable
as $$
  select case confirmed_at.kind when 'email' then (confirmed_at.person).email_confirmed_at else (confirmed_at.person).phone_confirmed_at end
$$;
comment on function auth_lib.confirmed_at(auth.users, text) is 'email_confirmed_at or phone_confirmed_at.';
