-- Which one-time tokens a wire type of /verify names, in the order they are tried; null for an unknown type.
create function auth_lib.token_kinds(type text) returns text[]
language sql immutable
as $$
  select case
    when token_kinds.type in ('signup', 'invite') then '{confirmation}'::text[]
    when token_kinds.type in ('recovery', 'magiclink') then '{recovery}'::text[]
    when token_kinds.type = 'email' then '{confirmation,recovery}'::text[]
    when token_kinds.type = 'email_change' then '{email_change_current,email_change_new}'::text[]
    when token_kinds.type in ('sms', 'phone_change') then array[token_kinds.type]
  end
$$;
comment on function auth_lib.token_kinds(text) is 'The kinds of one-time token behind a wire type.';
