-- 0040: triggers of applications leave nothing in a session, and have no rights of ours behind a foreign key.

-- The body comes from contract.sql. The name is the last of the statement triggers, which run in the order of their names.
create function auth.clean_session() returns trigger
language plpgsql
as $$ begin return null; end $$;
create trigger zz_clean_session after insert or update on auth.users
  for each statement execute function auth.clean_session();

-- The role deletes users by a function, which is no trigger (sql/triggers.sql). What a trigger runs as this role sees no row.
create policy deletes on auth.users to auth_triggers using (pg_catalog.pg_trigger_depth() operator(pg_catalog.=) 0);
