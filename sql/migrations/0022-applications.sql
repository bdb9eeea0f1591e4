-- What whoever owns the database may do with users, given once: a later migrate brings nothing back that a DBA has revoked.
-- Whoever that is, Postgres counts him as a member of pg_database_owner. docs/for-dbas.md says what an application does with it.
grant usage on schema auth to pg_database_owner;
grant references (id), trigger on auth.users to pg_database_owner;

-- Rows are seen where columns may be read, and none is until a DBA says which. Everybody else sees no row by a mistaken grant.
create policy app_owner on auth.users for select to pg_database_owner using (true);
