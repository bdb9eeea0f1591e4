-- The refusal of an e-mail address (contract 5.1), or null. The caller lower-cases afterwards.
create function auth_lib.check_email(email text) returns jsonb
language sql stable
as $$
  select case
    when coalesce(check_email.email, '') = '' then auth_lib.refusal('email_required')
    when octet_length(check_email.email) > 255 then auth_lib.refusal('email_too_long')
    when check_email.email !~ ('^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
      || '(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$') then auth_lib.refusal('email_invalid')
  end
$$;
comment on function auth_lib.check_email(text) is 'Null for a usable e-mail address, otherwise a refusal.';
