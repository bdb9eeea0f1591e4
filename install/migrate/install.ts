// Script of `plan --install`: all statements of migrate for an empty database, for a DBA who runs it with psql.

import { LOGIN_ROLES, quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { lockKey } from './lock.ts';
import type { MigrateContext } from './migrate.ts';
import { loginStatements } from './roles.ts';
import { qualifyName } from './tree.ts';

interface InstallParts {
  pgcrypto_schema: string;
  parts: string[];
  app_owner: string | undefined;
  api_roles: boolean;
}

/** Combines the SQL of one `migrate` run into a script that refuses to run twice. */
export function installScript(
  prepared: MigrateContext,
  { pgcrypto_schema, parts, app_owner, api_roles }: InstallParts,
): string {
  const { names, roles, release } = prepared;
  return `-- Postern ${release.version}: a complete installation. Run it with psql in the target database:
--   psql -X -f install.sql <database>
-- Afterwards "npx postern migrate" finds nothing to do. The remaining steps are at the end of this file.

\\set ON_ERROR_STOP on
\\set QUIET on
\\pset tuples_only on
set client_encoding = 'UTF8';
set standard_conforming_strings = on;
set client_min_messages = warning;
set search_path = pg_catalog;
set lock_timeout = '2s';

select pg_try_advisory_lock(${lockKey(names.auth)}) as free,
  to_regclass(${quoteLiteral(qualifyName(names.auth, 'release'))}) is null as empty \\gset
\\if :free
\\else
  \\warn 'Another migrate is running on this database.'
  select 1 / 0 as another_migrate_is_running;
\\endif
\\if :empty
\\else
  \\warn 'Postern is installed here already; "npx postern plan" prints what is pending.'
  select 1 / 0 as postern_is_installed_already;
\\endif
${app_owner === undefined ? '' : appOwnerGuard(app_owner)}
${roles.trim()}
${api_roles ? SERVICE_ROLE_GUARD : ''}
-- The functions below name the schema of pgcrypto.
select s.nspname = ${quoteLiteral(pgcrypto_schema)} as expected
from pg_extension as e join pg_namespace as s on s.oid = e.extnamespace where e.extname = 'pgcrypto' \\gset
\\if :expected
\\else
  \\warn 'pgcrypto is not in the schema that this script expects: generate the script again with DATABASE_URL set to this database.'
  select 1 / 0 as pgcrypto_is_in_another_schema;
\\endif

${parts.join('\n\n')}

select pg_advisory_unlock(${lockKey(names.auth)}) as unlocked \\gset

-- Remaining steps, by hand, because a file must not contain a password. \\password ROLE of psql sets a password and sends only
-- its hash; then the statement needs no password:
--
${loginStatements(names)
  .map((statement) => `--   ${statement}`)
  .join('\n')}
--
-- and one URL for each of them, DATABASE_URL_GATEWAY, DATABASE_URL_ADMIN, DATABASE_URL_WORKER, DATABASE_URL_AUDITOR.
-- The following statements need a superuser. Skip them if a superuser ran this script; "npx postern doctor" lists those that are missing. In psql, in this database:
--
${superuserStatements(names)
  .map((statement) => `--   ${statement}`)
  .join('\n')}
--
-- Later releases are installed by "npx postern migrate" with DATABASE_URL_MIGRATE. Its role needs only this right:
--
--   grant ${quoteIdentifier(names.role.owner)} to <that role>;
`;
}

/** Warns if policies apply to service_role. The script does not stop, because only a superuser can change that. */
const SERVICE_ROLE_GUARD = `
select not (r.rolbypassrls or r.rolsuper) as bound from pg_roles as r where r.rolname = 'service_role' \\gset
\\if :bound
  \\warn 'service_role has no BYPASSRLS, so policies apply to it: have a superuser run "alter role service_role bypassrls".'
\\endif
`;

/**
 * Returns statements of roles.sql that a superuser runs. They keep bind values out of the log and forbid large objects.
 */
function superuserStatements(names: MigrateContext['names']): string[] {
  return [
    'revoke execute on function pg_catalog.lo_creat(integer), pg_catalog.lo_create(oid), pg_catalog.lo_from_bytea(oid, bytea) from public;',
    ...LOGIN_ROLES.flatMap((role) =>
      ['log_parameter_max_length = 0', 'log_parameter_max_length_on_error = 0', 'log_error_verbosity = terse'].map(
        (setting) => `alter role ${quoteIdentifier(names.role[role])} in database :"DBNAME" set ${setting};`,
      ),
    ),
  ];
}

/** Returns psql commands that stop the script before any change if the role does not exist. */
function appOwnerGuard(role: string): string {
  return `
select exists (select from pg_roles as r where r.rolname = ${quoteLiteral(role)}) as there \\gset
\\if :there
\\else
  \\warn 'The role of --app-owner is not on this server: create it first.'
  select 1 / 0 as the_role_of_app_owner_is_missing;
\\endif
`;
}
