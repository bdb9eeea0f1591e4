-- Whether a change of e-mail needs two confirmations: the setting says so and there is a current address to ask.
create function auth_lib.changes_email_twice(person auth.users, settings jsonb) returns boolean
language sql immutable
as $$
  select coalesce((changes_email_twice.settings ->> 'mailer_secure_email_change_enabled')::boolean, true)
    and (changes_email_twice.person).email is not null
$$;
comment on function auth_lib.changes_email_twice(auth.users, jsonb) is 'Whether both addresses must confirm a change of e-mail.';
