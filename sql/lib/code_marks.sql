-- The marks of requests that send a code to sign in to an address.
create function auth_lib.code_marks(address text) returns bytea[]
language sql immutable
as $$
  select case when code_marks.address like '%@%'
    then array[auth_lib.mark_digest('signup', code_marks.address), auth_lib.mark_digest('link', code_marks.address)]
    else array[auth_lib.mark_digest('sms', code_marks.address)] end
$$;
comment on function auth_lib.code_marks(text) is 'The keys of send_marks of the codes asked for at an address.';
