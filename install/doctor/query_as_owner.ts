// Selects the role with which doctor reads tables: the owner role or, if a restore has changed the owners, the login.

import { type Names, quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { type Connection, runStatement } from '../migrate/connection.ts';
import { canBecomeOwner } from '../migrate/inspect.ts';
import { qualifyName } from '../migrate/tree.ts';
import type { CheckContext } from './check_context.ts';

/** Returns true if the login can SET ROLE to the owner role, and no other role owns the tables. */
export async function canReadAsOwner(connection: Connection, names: Names): Promise<boolean> {
  if (!(await canBecomeOwner(connection, names))) return false;
  const release = `to_regclass(${quoteLiteral(qualifyName(names.auth, 'release'))})`;
  const [row] = await runStatement<{ owner: string }>(
    connection,
    `select pg_get_userbyid(c.relowner)::text as owner from pg_class as c where c.oid = ${release}`,
  );
  return row === undefined || row.owner === names.role.owner;
}

/** Returns true if the login has the rights of the tables' current owner, for example as a superuser. */
export async function canReadAsLogin(connection: Connection, names: Names): Promise<boolean> {
  const release = `to_regclass(${quoteLiteral(qualifyName(names.auth, 'release'))})`;
  const [row] = await runStatement<{ may: boolean }>(
    connection,
    `select coalesce(has_schema_privilege(c.relnamespace, 'USAGE') and pg_has_role(c.relowner, 'USAGE'), false) as may
     from pg_class as c where c.oid = ${release}`,
  );
  return row?.may === true;
}

/** Runs a query as the role that can read the tables. */
export async function queryAsOwner<Row>(
  { connection, names, as_owner }: Pick<CheckContext, 'connection' | 'names' | 'as_owner'>,
  query: string,
): Promise<Row[]> {
  if (!as_owner) return runStatement<Row>(connection, query);
  await runStatement(connection, `set role ${quoteIdentifier(names.role.owner)}`);
  try {
    return await runStatement<Row>(connection, query);
  } finally {
    await runStatement(connection, 'reset role');
  }
}
