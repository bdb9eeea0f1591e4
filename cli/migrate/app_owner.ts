// Who owns the application's tables: the database's owner (sql/migrations/0022-applications.sql), or the role of --app-owner.
import { identifier, literal, type Names } from '../../core/database/names.ts';
import { MigrateRefusal } from '../../core/database/refusal.ts';
import { type Connection, run } from './connection.ts';
import { qualified } from './tree.ts';

interface AppOwner {
  role: string;
  /** Whether this run has made the tables: then the database's owner, who has not built on them, gets no rights. */
  fresh: boolean;
}

/** Refuses a role that is not there, and our own, which have no tables. */
export async function checkAppOwner(connection: Connection, names: Names, role: string): Promise<void> {
  const rows = await run(connection, `select from pg_roles as r where r.rolname = ${literal(role)}`);
  if (rows.length === 0)
    throw new MigrateRefusal(`--app-owner: there is no role ${JSON.stringify(role)} on this server.`);
  if (Object.values<string>(names.role).includes(role)) {
    throw new MigrateRefusal(`--app-owner: ${role} is a role of Postern's; name the one that owns your tables.`);
  }
}

/** Gives the role what docs/for-dbas.md promises. Running it again changes nothing. */
export async function nameAppOwner(connection: Connection, names: Names, o: AppOwner): Promise<void> {
  await connection.tx(async (tx) => {
    await run(tx, `set local role ${identifier(names.role.owner)}`);
    for (const statement of appOwnerStatements(names, o)) await run(tx, statement);
  });
}

function appOwnerStatements(names: Names, { role, fresh }: AppOwner): string[] {
  const users = qualified(names.auth, 'users');
  const owner = identifier(role);
  const taken = [
    `revoke usage on schema ${identifier(names.auth)} from pg_database_owner`,
    `revoke references (id), trigger on ${users} from pg_database_owner`,
  ];
  return [
    ...(fresh ? taken : []),
    `grant usage on schema ${identifier(names.auth)} to ${owner}`,
    `grant references (id), trigger on ${users} to ${owner}`,
    `drop policy if exists app_owner on ${users}`,
    `create policy app_owner on ${users} for select to ${owner}${fresh ? '' : ', pg_database_owner'} using (true)`,
  ];
}
