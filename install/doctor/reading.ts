// Selects the role with which doctor reads tables: the owner role or, if a restore has changed the owners, the login.

import { identifier, literal, type Names } from '../../core/database/names.ts';
import { type Connection, run } from '../migrate/connection.ts';
import { mayBeOwner } from '../migrate/inspect.ts';
import { qualified } from '../migrate/tree.ts';
import type { CheckContext } from './check_context.ts';

/** Returns true if the owner role exists, owns the tables, and the login can SET ROLE to it. */
export async function readsAsOwner(connection: Connection, names: Names): Promise<boolean> {
  if (!(await mayBeOwner(connection, names))) return false;
  const release = `to_regclass(${literal(qualified(names.auth, 'release'))})`;
  const [row] = await run<{ owner: string }>(
    connection,
    `select pg_get_userbyid(c.relowner)::text as owner from pg_class as c where c.oid = ${release}`,
  );
  return row === undefined || row.owner === names.role.owner;
}

/** Returns true if the login itself may read the tables, as a superuser or as their current owner. */
export async function readsAsLogin(connection: Connection, names: Names): Promise<boolean> {
  const release = `to_regclass(${literal(qualified(names.auth, 'release'))})`;
  const [row] = await run<{ may: boolean }>(
    connection,
    `select coalesce(has_schema_privilege(c.relnamespace, 'USAGE') and pg_has_role(c.relowner, 'USAGE'), false) as may
     from pg_class as c where c.oid = ${release}`,
  );
  return row?.may === true;
}

/** Runs a query as the role that can read the tables. */
export async function read<Row>(
  { connection, names, as_owner }: Pick<CheckContext, 'connection' | 'names' | 'as_owner'>,
  query: string,
): Promise<Row[]> {
  if (!as_owner) return run<Row>(connection, query);
  await run(connection, `set role ${identifier(names.role.owner)}`);
  try {
    return await run<Row>(connection, query);
  } finally {
    await run(connection, 'reset role');
  }
}
