-- The address a token of a kind has to have been sent to, for its user as it is now: a token proves that one and no other.
create function auth_lib.proven_address(person auth.users, kind text) returns text
language sql immutable
as $$
  select case
    when proven_address.kind = 'email_change_new' then (proven_address.person).new_email
    when proven_address.kind = 'sms' then (proven_address.person).phone
    when proven_address.kind = 'phone_change' then (proven_address.person).new_phone
    else (proven_address.person).email
  end
$$;
comment on function auth_lib.proven_address(auth.users, text) is 'Which of a user''s addresses a kind of token proves.';
