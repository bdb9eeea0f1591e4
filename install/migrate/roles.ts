// Runs the queries of roles.sql and the statements that they return, outside any transaction.

import {
  LOGIN_ROLES,
  type LoginRoleName,
  type Names,
  quoteIdentifier,
  quoteLiteral,
} from '../../core/database/names.ts';
import { printableStatement } from '../../core/database/printable.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { type Connection, isTransient, type Log, type Queryable, runStatement, withRetries } from './connection.ts';
import { firstErrorLine, readSqlState } from './database_error.ts';
import type { SqlTree } from './tree.ts';

/** Login of each role: the role itself, or the user of a URL who runs SET ROLE. */
export type Logins = Partial<Record<LoginRoleName, string>>;

/** Splits a roles.sql at \gexec, as psql would run it. */
export function roleQueries(text: string): string[] {
  return text
    .split(/^\\gexec[ \t]*$/m)
    .map((query) => query.trim())
    .filter((query) => query !== '');
}

/** Returns the role queries of a run. */
export function roleText(tree: Pick<SqlTree, 'roles' | 'apiRoles'>, o: { api_roles?: boolean }): string {
  return o.api_roles === true ? `${tree.roles}\n${tree.apiRoles()}` : tree.roles;
}

/** Returns the missing statements without running them, in the order in which they must run. */
export async function pendingRoleStatements(
  on: Queryable,
  o: { roles: string; names: Names; logins: Logins },
): Promise<string[]> {
  const statements: string[] = [];
  for (const query of [...roleQueries(o.roles), membershipQuery(o.names, o.logins)]) {
    statements.push(...(await queryStatements(on, query)));
  }
  return statements;
}

/** Yields the missing statements. The caller runs each before it requests the next. */
export async function* roleStatements(
  on: Queryable,
  o: { roles: string; names: Names; logins: Logins },
): AsyncGenerator<string> {
  for (const query of [...roleQueries(o.roles), membershipQuery(o.names, o.logins)])
    yield* await queryStatements(on, query);
}

/** Runs the missing statements and returns them. */
export async function applyRoles(
  connection: Connection,
  o: { roles: string; names: Names; logins: Logins; log: Log },
): Promise<string[]> {
  const done: string[] = [];
  for (const query of [...roleQueries(o.roles), membershipQuery(o.names, o.logins)]) {
    // A concurrent `migrate` run on another database may change the same roles. A retried query then returns fewer
    // statements.
    await withRetries(
      { tries: 60, log: o.log, what: 'roles', longest_pause_ms: 1_000, transient: isConcurrentRoleError },
      async () => {
        for (const statement of await queryStatements(connection, query)) {
          await applyRoleStatement(connection, statement);
          done.push(statement);
        }
      },
    );
  }
  return done;
}

async function queryStatements(on: Queryable, query: string): Promise<string[]> {
  const rows = await runStatement<Record<string, unknown>>(on, query);
  return rows.map((row) => String(Object.values(row)[0]));
}

async function applyRoleStatement(connection: Connection, statement: string): Promise<void> {
  try {
    await runStatement(connection, statement);
  } catch (error) {
    await runStatement(connection, 'reset role');
    // Insufficient privilege, or a server without the files of pgcrypto. A DBA must act.
    if (!['42501', '58P01', '0A000'].includes(readSqlState(error))) throw error;
    throw new MigrationRefusedError(
      `This server does not let migrate run "${printableStatement(statement)};" (${firstErrorLine(error)}). ` +
        'Have a DBA run it in this database, or the whole of "npx postern plan --install", and migrate again.',
      { cause: error },
    );
  }
}

// Returns true for transient errors, and if another session has created the same role, schema or extension.
export function isConcurrentRoleError(error: unknown): boolean {
  return isTransient(error) || ['42710', '42P06'].includes(readSqlState(error));
}

// If the user of a URL is not the role itself, it runs SET ROLE, which requires membership.
function membershipQuery(names: Names, logins: Logins): string {
  const wanted = LOGIN_ROLES.flatMap((role) => {
    const login = logins[role];
    return login === undefined || login === names.role[role] ? [] : [[names.role[role], login]];
  });
  const values = wanted.map(([role, login]) => `(${quoteLiteral(role ?? '')}, ${quoteLiteral(login ?? '')})`);
  return `
    select format('grant %I to %I%s', wanted.role, wanted.login,
      case when current_setting('server_version_num')::integer >= 160000 then ' with inherit false, set true' else '' end)
    from (values ${values.join(', ') || '(null, null)'}) as wanted (role, login)
    join pg_roles as l on l.rolname = wanted.login
    left join pg_roles as r on r.rolname = wanted.role
    where not coalesce(pg_has_role(l.oid, r.oid,
      case when current_setting('server_version_num')::integer >= 160000 then 'SET' else 'MEMBER' end), l.rolsuper)
    order by wanted.role, wanted.login`;
}

/**
 * Returns warnings about missing rights of the API roles. The migrating role may not grant them, or a DBA has revoked
 * them.
 */
export async function missingApiRights(on: Queryable): Promise<string[]> {
  const rows = await runStatement<{ role: string; lack: string; mend: string }>(
    on,
    `select r.rolname::text as role, 'BYPASSRLS, so policies apply to it' as lack,
       'have a superuser run "alter role service_role bypassrls", or give each table a policy "to service_role using (true)"' as mend
     from pg_roles as r where r.rolname = 'service_role' and not r.rolbypassrls and not r.rolsuper
     union all
     select r.rolname::text, 'USAGE on schema public', format('have its owner run "grant usage on schema public to %I"', r.rolname)
     from pg_roles as r join pg_namespace as s on s.nspname = 'public'
     where r.rolname in ('anon', 'authenticated', 'service_role') and not has_schema_privilege(r.oid, s.oid, 'USAGE')
     order by 1, 2`,
  );
  return rows.map(({ role, lack, mend }) => `warning: ${role} has no ${lack}: ${mend}`);
}

/** Returns the statements with which a DBA allows the four roles to log in. */
export function loginStatements(names: Names): string[] {
  return LOGIN_ROLES.map((role) => `alter role ${quoteIdentifier(names.role[role])} login password '…';`);
}
