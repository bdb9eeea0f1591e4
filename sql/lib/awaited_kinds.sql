-- Which kinds of code a request of a purpose may have sent: the same whether anybody has the address, and whatever is known of
-- it. A magic link's request sends a confirmation to whom has not proven the address.
create function auth_lib.awaited_kinds(purpose text) returns text[]
language sql immutable
as $$
  select case awaited_kinds.purpose
    when 'signup' then '{confirmation}'
    when 'link' then '{confirmation,recovery}'
    when 'invite' then '{confirmation,recovery}'
    when 'recovery' then '{recovery}'
    when 'sms' then '{sms}'
    else '{}' end::text[]
$$;
comment on function auth_lib.awaited_kinds(text) is 'The kinds of code that a request of a purpose may send.';
