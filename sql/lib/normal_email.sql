-- An e-mail address as it is stored: its ASCII letters in lower case. The collation is named, because a database with
-- a Turkish locale makes a dotless i of I: another address, in somebody else's mailbox.
create function auth_lib.normal_email(email text) returns text
language sql immutable
as $$ select lower(normal_email.email collate "C") $$;
comment on function auth_lib.normal_email(text) is 'An e-mail address in lower case, whatever the locale of the database.';
