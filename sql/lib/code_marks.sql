-- The marks of requests that send a code to sign in to an address.
create function auth_lib.code_marks(address text) returns bytea[]
language sql immutable
as $$
  select array_agg(auth_lib.mark_digest(p.purpose, code_marks.address))
  from unnest(case when code_marks.address like '%@%' then '{signup,link,invite}'::text[] else '{sms}'::text[] end) as p (purpose)
$$;
comment on function auth_lib.code_marks(text) is 'The keys of send_marks of the codes asked for at an address.';
