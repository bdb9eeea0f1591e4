-- Whose count a guess at a code belongs to beside the account's. change: whoever may ask that a new address be confirmed,
-- so that it locks nobody out of that address. nonce: the session's own user. code: the address.
create function auth_lib.guess_class(kinds text[]) returns text
language sql immutable
as $$
  select case when guess_class.kinds && '{email_change_current,email_change_new,phone_change}'::text[] then 'change_code'
    when guess_class.kinds = '{reauthentication}'::text[] then 'nonce' else 'code' end
$$;
comment on function auth_lib.guess_class(text[]) is 'Which count the guesses at some kinds of code share.';
