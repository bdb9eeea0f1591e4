// Grants the role of --app-owner the rights that an owner of application tables needs. Without this option, the
// database's owner has them (sql/migrations/0001-accounts.sql).
import { type Names, quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { acquireLocks, type PlannedLock, withLocks } from './acquire_locks.ts';
import { type Connection, type Log, type Queryable, runStatement, withRetries } from './connection.ts';
import { qualifyName } from './tree.ts';

interface AppOwner {
  role: string;
  /**
   * True if this run has created the tables. The default grants to the database's owner are then revoked, because no
   * application uses them yet.
   */
  fresh: boolean;
}

/** Throws if the role does not exist or is one of our roles. */
export async function checkAppOwner(connection: Connection, names: Names, role: string): Promise<void> {
  const rows = await runStatement(connection, `select from pg_roles as r where r.rolname = ${quoteLiteral(role)}`);
  if (rows.length === 0)
    throw new MigrationRefusedError(`--app-owner: there is no role ${JSON.stringify(role)} on this server.`);
  refuseOwnRole(names, role);
}

/** Throws for our roles, which own no tables of applications. */
function refuseOwnRole(names: Names, role: string): void {
  if (Object.values<string>(names.role).includes(role)) {
    throw new MigrationRefusedError(`--app-owner: ${role} is a role of Postern's; name the one that owns your tables.`);
  }
}

/** Grants the rights that docs/for-dbas.md lists. Idempotent. Rights of earlier --app-owner roles are not revoked. */
export async function setAppOwner(connection: Connection, names: Names, o: AppOwner & { log: Log }): Promise<void> {
  const users: PlannedLock[] = [{ table: qualifyName(names.auth, 'users'), mode: 'ACCESS EXCLUSIVE' }];
  await withRetries({ tries: 120, log: o.log, what: 'migrate' }, (attempt) =>
    withLocks(connection, users, async (tx) => {
      await runStatement(tx, `set local role ${quoteIdentifier(names.role.owner)}`);
      const statements = appOwnerStatements(names, { ...o, before: await rolesThatReadUsers(tx, names) });
      if (statements.some((statement) => / policy /.test(statement))) await acquireLocks(tx, users, attempt);
      for (const statement of statements) await runStatement(tx, statement);
    }),
  );
}

/**
 * Returns the statements of setAppOwner() as a transaction, for a plan. `on` is null if the tables do not exist yet.
 */
export async function appOwnerSql(on: Connection | null, names: Names, role: string): Promise<string> {
  refuseOwnRole(names, role);
  const owner = `set local role ${quoteIdentifier(names.role.owner)}`;
  const before = await on?.tx(async (tx) => {
    await runStatement(tx, owner);
    return rolesThatReadUsers(tx, names);
  });
  // Before the first migration, the policy does not exist yet. The migrations create it for pg_database_owner.
  const o = { role, fresh: on === null, before: before ?? ['pg_database_owner'] };
  const statements = [owner, ...appOwnerStatements(names, o)].map((statement) => `${statement};\n`);
  return `-- The role of --app-owner.\nbegin;\n${statements.join('')}commit;`;
}

/** Returns the roles that may read all users by the policy app_owner. */
async function rolesThatReadUsers(on: Queryable, names: Names): Promise<string[]> {
  const rows = await runStatement<{ name: string }>(
    on,
    `select r.rolname as name from pg_policy as p join pg_roles as r on r.oid = any (p.polroles)
      where p.polrelid = ${quoteLiteral(qualifyName(names.auth, 'users'))}::regclass and p.polname = 'app_owner'`,
  );
  return rows.map(({ name }) => name);
}

function appOwnerStatements(names: Names, o: AppOwner & { before: readonly string[] }): string[] {
  const users = qualifyName(names.auth, 'users');
  const owner = quoteIdentifier(o.role);
  const taken = [
    `revoke usage on schema ${quoteIdentifier(names.auth)} from pg_database_owner`,
    `revoke references (id), trigger on ${users} from pg_database_owner`,
  ];
  const granted = [
    `grant usage on schema ${quoteIdentifier(names.auth)} to ${owner}`,
    `grant references (id), trigger on ${users} to ${owner}`,
  ];
  const all = [...new Set([...(o.fresh ? [] : o.before), o.role])].map(quoteIdentifier).join(', ');
  // Changing a policy needs an ACCESS EXCLUSIVE lock, so the policy is changed only if necessary.
  const policy = o.before.length === 0 ? [`create policy app_owner on ${users} for select to ${all} using (true)`] : [];
  const changed = o.before.length > 0 && (o.fresh || !o.before.includes(o.role));
  return [
    ...(o.fresh ? taken : []),
    ...granted,
    ...policy,
    ...(changed ? [`alter policy app_owner on ${users} to ${all}`] : []),
  ];
}
