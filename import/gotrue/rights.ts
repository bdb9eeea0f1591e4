// Checks the rights that an import needs, before the import changes anything.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { identifierMap, quoteLiteral, renderSql } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { type Queryable, runStatement } from '../../install/migrate/connection.ts';
import { firstErrorLine, readSqlState } from '../../install/migrate/database_error.ts';
import { isConcurrentRoleError, type Logins, roleStatements } from '../../install/migrate/roles.ts';
import { SQL_DIR } from '../../install/migrate/tree.ts';
import type { ImportSchemas } from './files.ts';

/**
 * Throws if the login lacks the rights of an owner of GoTrue's schema, of its tables or of its functions uid, role,
 * email and jwt, or the right CREATE on the database.
 */
export async function checkImportRights(on: Queryable, places: ImportSchemas): Promise<void> {
  const [row] = await runStatement<{ login: string; owners: string | null; creates: boolean; database: string }>(
    on,
    `select quote_ident(current_user) as login, quote_ident(current_database()) as database,
       has_database_privilege(current_database(), 'CREATE') as creates,
       (select string_agg(distinct quote_ident(o.rolname), ', ')
        from pg_namespace as s
        left join pg_class as c on c.relnamespace = s.oid and c.relkind in ('r', 'p')
        left join pg_proc as f on f.pronamespace = s.oid and f.proname in ('uid', 'role', 'email', 'jwt')
        join pg_roles as o on o.oid in (s.nspowner, c.relowner, f.proowner)
        where s.nspname = ${quoteLiteral(places.theirs)} and not pg_has_role(o.oid, 'USAGE')) as owners`,
  );
  if (row === undefined) throw new Error('the query for the login returned no row');
  if (row.owners !== null) {
    throw new MigrationRefusedError(
      `${row.login} lacks the rights of ${row.owners}, which owns the schema "${places.theirs}" or an object in it: let a superuser import, ` +
        `or "grant ${row.owners} to ${row.login}".`,
    );
  }
  if (!row.creates) {
    throw new MigrationRefusedError(
      `${row.login} may not create schemas in this database: let a superuser import, or "grant create on database ${row.database} to ${row.login}".`,
    );
  }
}

/**
 * Runs the statements of roles.sql. Returns a message if one fails because a privilege or pgcrypto is missing. The
 * caller rolls back.
 */
export async function failedRolesMessage(tx: Queryable, { names }: ImportSchemas, logins: Logins): Promise<string[]> {
  const roles = renderSql(readFileSync(join(SQL_DIR, 'roles.sql'), 'utf8'), identifierMap(names));
  const [row] = await runStatement<{ login: string }>(tx, 'select current_user as login');
  const login = row?.login;
  const all = { gateway: login, admin: login, worker: login, auditor: login, ...logins };
  let tried = '';
  try {
    for await (const statement of roleStatements(tx, { roles, names, logins: all })) {
      tried = statement;
      await runStatement(tx, statement);
    }
    return [];
  } catch (error) {
    // Another session has changed the same roles at the same time, which does not block the import.
    if (isConcurrentRoleError(error)) return [];
    // 42501: the login lacks a privilege. 58P01 and 0A000: pgcrypto is not available on the server.
    if (!['42501', '58P01', '0A000'].includes(readSqlState(error))) throw error;
    return [
      `this server does not let you run "${tried}" (${firstErrorLine(error)}): let a superuser import, or have one run it first`,
    ];
  }
}
