-- The kind of an audited action (contract 18.2).
create function auth_lib.log_type(action text) returns text
language sql immutable
as $$
  select case
    when log_type.action in ('login', 'logout', 'invite_accepted') then 'account'
    when log_type.action in ('user_signedup', 'user_invited', 'user_deleted') then 'team'
    when log_type.action in ('token_revoked', 'token_refreshed') then 'token'
    when log_type.action like 'factor%' or log_type.action in ('challenge_created', 'verification_attempted') then 'factor'
    else 'user'
  end
$$;
comment on function auth_lib.log_type(text) is 'The log_type of an audited action.';
