-- The logins of a stack with PostgREST. Runs after every migrate, as a superuser, with the passwords in the environment;
-- running it again sets the passwords once more and changes nothing else.
\set ON_ERROR_STOP on
\getenv gateway_password GATEWAY_PASSWORD
\getenv admin_password ADMIN_PASSWORD
\getenv worker_password WORKER_PASSWORD
\getenv auditor_password AUDITOR_PASSWORD
\getenv authenticator_password AUTHENTICATOR_PASSWORD
-- Passwords do not belong into the server's log, not even in a statement that fails.
set log_statement = 'none';
set log_min_error_statement = 'panic';
set log_min_duration_statement = -1;
set client_min_messages = warning;

-- Postern's own: migrate has made them without a login.
alter role auth_gateway login password :'gateway_password';
alter role auth_admin login password :'admin_password';
alter role auth_worker login password :'worker_password';
alter role auth_auditor login password :'auditor_password';

-- PostgREST's: it logs in as authenticator and becomes, for each request, the role that the token names. Those three are there:
-- `migrate --api-roles` has made them.
select 'create role authenticator' where not exists (select from pg_roles as r where r.rolname = 'authenticator')
\gexec
alter role authenticator login noinherit password :'authenticator_password';
grant anon, authenticated, service_role to authenticator;
