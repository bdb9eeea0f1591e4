// Returns the SQL that migrate would run: pending statements, or a whole installation for a DBA.
import { createRequire } from 'node:module';
import { createNames, type Names, quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { escapeToOneLine, printableStatement } from '../../core/database/printable.ts';
import { RELEASE } from '../../core/database/release.ts';
import { findLocksAhead, lockStatements, type PlannedLock } from './acquire_locks.ts';
import { appOwnerSql, checkAppOwner } from './app_owner.ts';
import { withConnection } from './connection.ts';
import { canBecomeOwner, checkSchemas, findPgcryptoSchema, type Inspection, inspectInstallation } from './inspect.ts';
import { installScript } from './install.ts';
import {
  knownAnswerTestSql,
  listSources,
  openingStatements,
  type PendingLoad,
  partitionsStatement,
  pendingLoad,
  releaseStatement,
  toSqlSource,
} from './load.ts';
import { lockLines, type SqlSource } from './locks.ts';
import { type MigrateContext, type MigrateOptions, prepareMigrate, stateIfNewer } from './migrate.ts';
import { findBuiltIndex, pendingOnline, recordStatement } from './online.ts';
import { createQueuePlan } from './queue.ts';
import { listEditedObjects, recordObjectsStatement } from './record.ts';
import { pendingRoleStatements, roleText } from './roles.ts';
import { type Migration, migrationName, type OnlineStep, qualifyName, readTree, SQL_DIR } from './tree.ts';

export interface PlanOptions extends Omit<MigrateOptions, 'target'> {
  /** Null only with `install`, because the database of that script need not exist yet. */
  target: MigrateOptions['target'] | null;
}

const LIBRARY_VERSION = (createRequire(import.meta.url)('@databases/pg-migrations/package.json') as { version: string })
  .version;

/** Schema in which migrate installs pgcrypto if it is missing. */
export const PGCRYPTO_DEFAULT = 'extensions';

/** Returns the SQL that migrate would run now or, with `install`, a psql script that installs everything. */
export async function planMigrate(o: PlanOptions, what: { install: boolean }): Promise<string> {
  if (what.install) return planInstallation(o);
  const target = o.target;
  if (target === null) throw new Error('a plan without --install needs a database URL');
  return withConnection(target, o.log, async (connection) => {
    const prepared = await prepareMigrate({ ...o, target }, connection);
    const { names, release, database } = prepared;
    await checkSchemas(connection, names, database);
    if (o.app_owner !== undefined) await checkAppOwner(connection, names, o.app_owner);
    const roles = await pendingRoleStatements(connection, { roles: prepared.roles, names, logins: prepared.logins });
    const found = await inspectInstallation(connection, names);
    const newer = stateIfNewer(found, release, o.downgrade === true);
    if (newer !== null)
      return `-- This database holds Postern ${escapeToOneLine(newer.version)}; ${release.version} does not change it.\n`;
    const known = await canBecomeOwner(connection, names);
    const schema = (await findPgcryptoSchema(connection)) ?? PGCRYPTO_DEFAULT;
    const pending = findPendingLoad(prepared, found, schema);
    const held = found.state === null ? [] : await findLocksAhead(connection, names, listSources(pending));
    const parts = pendingParts(prepared, { found, pending, pgcrypto_schema: schema, roles, held });
    const edited = known ? await listEditedObjects(connection, names) : [];
    const replaced =
      pending.files.length > 0
        ? edited.map((one) => `-- Edited since the last migrate, and replaced: ${escapeToOneLine(one)}`)
        : [];
    if (o.app_owner !== undefined)
      parts.push(await appOwnerSql(found.state === null ? null : connection, names, o.app_owner));
    if (replaced.length > 0) parts.unshift(replaced.join('\n'));
    const title = `-- Postern ${release.version} on database ${escapeToOneLine(quoteIdentifier(database))}`;
    if (parts.length === 0) return `${title}: nothing to do.\n`;
    const locks =
      found.state === null ? [] : await lockLines(connection, names, listPlanSources(prepared, found, pending));
    if (locks.length > 0) parts.unshift(locks.join('\n'));
    const unknown = known
      ? ''
      : '\n-- Existing tables cannot be read before the first part has run; this plan assumes that there are none.';
    return `${title}: what migrate would run now, under an advisory lock.${unknown}\n\n${parts.join('\n\n')}\n`;
  });
}

async function planInstallation(o: PlanOptions): Promise<string> {
  const names = createNames(o.namespace, o.role_prefix);
  const target = o.target;
  const schema =
    target === null ? null : await withConnection(target, o.log, (connection) => findPgcryptoSchema(connection));
  const tree = readTree(o.sql_dir ?? SQL_DIR, names);
  const roles = roleText(tree, o);
  const prepared: MigrateContext = { names, tree, roles, release: o.release ?? RELEASE, logins: {}, database: '' };
  const nothing: Inspection = {
    state: null,
    applied: [],
    online: new Map(),
    spelled_otherwise: false,
    queue_version: null,
    queue_indexes: new Map(),
    pgcrypto_schema: null,
  };
  const pgcrypto_schema = schema ?? PGCRYPTO_DEFAULT;
  const pending = findPendingLoad(prepared, nothing, pgcrypto_schema);
  const parts = pendingParts(prepared, { found: nothing, pending, pgcrypto_schema, roles: [], held: [] });
  const { app_owner } = o;
  if (app_owner !== undefined) parts.push(await appOwnerSql(null, names, app_owner));
  return installScript(prepared, { pgcrypto_schema, parts, app_owner, api_roles: o.api_roles === true });
}

/** Returns the SQL that may lock existing tables: what runs in the transaction of migrate, then what runs after it. */
function listPlanSources({ names, tree }: MigrateContext, found: Inspection, pending: PendingLoad): SqlSource[] {
  return [
    ...listSources(pending),
    { name: 'the job queue', text: createQueuePlan(names, found).after.join(';\n') },
    ...pendingOnline(tree, found).map(toSqlSource),
  ];
}

function findPendingLoad(
  { names, tree, release }: MigrateContext,
  found: Inspection,
  pgcrypto_schema: string,
): PendingLoad {
  return pendingLoad({ tree, found, pgcrypto_schema, release, queue: createQueuePlan(names, found).statements });
}

interface PendingParts {
  found: Inspection;
  pending: PendingLoad;
  pgcrypto_schema: string;
  roles: string[];
  held: PlannedLock[];
}

/**
 * Returns the parts of a plan with their headings: role statements, the transaction, statements outside a transaction.
 */
function pendingParts(prepared: MigrateContext, o: PendingParts): string[] {
  const { names, tree } = prepared;
  const { found, pending, roles } = o;
  const { after } = createQueuePlan(names, found);
  const online = pendingOnline(tree, found);
  const parts: string[] = [];
  if (roles.length > 0) {
    parts.push(
      `-- Roles, schemas, pgcrypto (sql/roles.sql); each statement on its own.\n${roles.map((s) => `${printableStatement(s)};`).join('\n')}`,
    );
  }
  if (pending.release || pending.migrations.length > 0) parts.push(transactionSql(prepared, o));
  for (const statement of after)
    parts.push(statementOutsideTransaction(names, { heading: 'The job queue', statement: `${statement};` }));
  for (const step of online) parts.push(onlineStepSql(names, step));
  return parts;
}

function transactionSql(prepared: MigrateContext, { pending, found, pgcrypto_schema, held }: PendingParts): string {
  const { names, tree, release } = prepared;
  const statements = [
    '-- Tables and functions: one transaction.\nbegin;',
    openingStatements(names),
    `-- pgcrypto must return known values.\n${knownAnswerTestSql(pgcrypto_schema)}`,
    ...pending.clearing.map((file) => `-- sql/${file.name}, before the migrations\n${file.text.trim()}`),
    ...(held.length > 0
      ? [`-- All blocking locks, within a short time or not at all.\n${lockStatements(held).join('\n')}`]
      : []),
    ...(pending.queue.length > 0
      ? [`-- The job queue: tables of pg-boss.\n${pending.queue.map((one) => `${one.trim()};`).join('\n')}`]
      : []),
    ...(pending.migrations.length > 0 && found.applied.length === 0 ? [libraryTablesSql(names)] : []),
    ...pending.migrations.map((migration) => migrationSql(names, migration)),
    ...pending.files.map((file) => `-- sql/${file.name}\n${file.text.trim()}`),
    ...(pending.files.length > 0 ? [recordObjectsStatement(names, tree)] : []),
    ...(pending.release ? [releaseStatement(names, release, pending.digest)] : []),
    partitionsStatement(names, tree),
    'commit;',
  ];
  return statements.filter((statement) => statement !== '').join('\n\n');
}

// Returns statements that create the tables of @databases/pg-migrations, for an installation with psql.
function libraryTablesSql(names: Names): string {
  const version = qualifyName(names.auth, 'migrations_version');
  return `-- The records of @databases/pg-migrations.
create table if not exists ${version} (
  id integer not null primary key,
  version text
);
create table ${qualifyName(names.auth, 'migrations_applied')} (
  id bigserial not null primary key,
  index int not null,
  name text not null,
  script text not null,
  applied_at timestamptz not null,
  ignored_error text null,
  obsolete boolean not null
);
insert into ${version} (id, version) values (0, ${quoteLiteral(LIBRARY_VERSION)});`;
}

function migrationSql(names: Names, migration: Migration): string {
  const delimiter = `$migration_${migration.index}$`;
  return `-- sql/${migration.name}
${migration.text.trim()}

insert into ${qualifyName(names.auth, 'migrations_applied')} (index, name, script, applied_at, ignored_error, obsolete)
values (${migration.index}, ${quoteLiteral(migrationName(migration))}, ${delimiter}${migration.text}${delimiter}, now(), null, false);`;
}

function onlineStepSql(names: Names, step: OnlineStep): string {
  const statement = `${step.text.trim()}\n${recordStatement(names, step)}`;
  return statementOutsideTransaction(names, { heading: `sql/${step.name}`, statement });
}

function statementOutsideTransaction(
  names: Names,
  { heading, statement }: { heading: string; statement: string },
): string {
  const index = findBuiltIndex(statement);
  const invalid = index === null ? '' : `\n-- An invalid index ${index} of an earlier attempt is dropped first.`;
  return `-- ${heading}: outside a transaction.${invalid}
set role ${quoteIdentifier(names.role.owner)};
set lock_timeout = 0;
${statement.trim()}
reset role;
set lock_timeout = '2s';`;
}
