// Migrates a database to this release: roles, job queue, migrations, functions, online steps. Concurrent runs are safe.

import compare from 'semver/functions/compare.js';
import { createNames, type Names } from '../../core/database/names.ts';
import { escapeToOneLine } from '../../core/database/printable.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { type DatabaseState, RELEASE, type Release } from '../../core/database/release.ts';
import type { DatabaseTarget } from '../../core/database/url.ts';
import { findLocksAhead } from './acquire_locks.ts';
import { checkAppOwner, setAppOwner } from './app_owner.ts';
import { type Connection, type Log, runStatement, withConnection } from './connection.ts';
import {
  canBecomeOwner,
  checkSchemas,
  checkServer,
  findPgcryptoSchema,
  type Inspection,
  inspectInstallation,
  refuseProcessLogin,
  refuseUnfinishedImport,
} from './inspect.ts';
import { applyLoad, listSources, pendingLoad } from './load.ts';
import { withMigrationLock } from './lock.ts';
import { applyOnline, pendingOnline } from './online.ts';
import { createQueuePlan, finishQueueIndexes, QUEUE_VERSION } from './queue.ts';
import { listEditedObjects } from './record.ts';
import { applyRoles, type Logins, missingApiRights, roleText } from './roles.ts';
import { readTree, SQL_DIR, type SqlTree } from './tree.ts';

export interface MigrateOptions {
  /**
   * Target of a direct connection (no PgBouncer). The role must be allowed to create roles, unless a DBA has run the
   * script of `plan --install`.
   */
  target: DatabaseTarget;
  namespace: string;
  role_prefix: string;
  log: Log;
  /** Login of each role. Default: the user with which `migrate` connects (a single DATABASE_URL). */
  logins?: Logins;
  /** Replaces the functions of a newer release by those of this release. */
  downgrade?: boolean;
  /** Refuses to replace functions that were edited since the last run. */
  keep_edited?: boolean;
  /**
   * True for an import, which installs the schema that it fills. Other runs are refused until the import is complete.
   */
  importing?: boolean;
  /** Role that owns the application's tables. Default: the database's owner. */
  app_owner?: string;
  /** Also creates missing roles of api_roles.sql. */
  api_roles?: boolean;
  /** For tests: another SQL folder, another release. */
  sql_dir?: string;
  release?: Release;
  /** Called with every statement before it is sent. */
  trace?: Log;
  /** Maximum time in ms to wait for another `migrate` run. */
  patience_ms?: number;
}

export interface MigrateResult {
  changed: boolean;
  /** Completed steps. */
  steps: string[];
  /** True if the database is at a newer release and was not changed. */
  newer: boolean;
  /** Release of the database after the run. */
  state: DatabaseState;
}

export interface MigrateContext {
  names: Names;
  tree: SqlTree;
  /** Queries of roles.sql, and of api_roles.sql if requested. */
  roles: string;
  release: Release;
  logins: Logins;
  database: string;
}

/** Collects names, rendered files and logins of a run. */
export async function prepareMigrate(o: MigrateOptions, connection: Connection): Promise<MigrateContext> {
  const names = createNames(o.namespace, o.role_prefix);
  await checkServer(connection);
  await refuseProcessLogin(connection, names);
  const who = `select current_user as login, current_database() as database`;
  const [row] = await runStatement<{ login: string; database: string }>(connection, who);
  const login = row?.login ?? '';
  const tree = readTree(o.sql_dir ?? SQL_DIR, names);
  return {
    names,
    tree,
    roles: roleText(tree, o),
    release: o.release ?? RELEASE,
    logins: { gateway: login, admin: login, worker: login, auditor: login, ...o.logins },
    database: row?.database ?? '',
  };
}

/** Migrates the database to this release. A database of a newer release is not changed, unless `downgrade` is set. */
export async function migrate(o: MigrateOptions): Promise<MigrateResult> {
  const locked = async (connection: Connection): Promise<MigrateResult> => {
    const prepared = await prepareMigrate(o, connection);
    const lock = { namespace: o.namespace, log: o.log, patience_ms: o.patience_ms ?? 600_000 };
    return withMigrationLock(connection, lock, () => migrateOnConnection(connection, o, prepared));
  };
  return withConnection(o.target, o.log, locked, o.trace);
}

async function migrateOnConnection(
  connection: Connection,
  o: MigrateOptions,
  prepared: MigrateContext,
): Promise<MigrateResult> {
  const { names, tree, roles, release, logins } = prepared;
  const steps: string[] = [];
  await checkSchemas(connection, names, prepared.database);
  if (o.importing !== true) await refuseUnfinishedImport(connection, names);
  if (o.app_owner !== undefined) await checkAppOwner(connection, names, o.app_owner);

  // Without the owner role, the release can only be read after roles.sql, which does not change existing schemas.
  const early = (await canBecomeOwner(connection, names)) ? await inspectInstallation(connection, names) : null;
  const untouched = early === null ? null : stateIfNewer(early, release, o.downgrade === true);
  if (untouched !== null) return { changed: false, steps, newer: true, state: untouched };

  const granted = await applyRoles(connection, { roles, names, logins, log: o.log });
  if (o.api_roles === true) for (const line of await missingApiRights(connection)) o.log(line);
  if (granted.length > 0) steps.push(`roles: ${granted.length} statements`);
  const found = await inspectInstallation(connection, names);
  const newer = stateIfNewer(found, release, o.downgrade === true);
  if (newer !== null) return { changed: granted.length > 0, steps, newer: true, state: newer };

  const pgcrypto_schema = await findPgcryptoSchema(connection);
  if (pgcrypto_schema === null) throw new Error('pgcrypto is missing after roles.sql');
  // All plans are made before tables are changed, so that errors such as an edited migration are found first.
  const plan = createQueuePlan(names, found);
  const pending = pendingLoad({ tree, found, pgcrypto_schema, release, queue: plan.statements });
  const online = pendingOnline(tree, found);
  if (pending.files.length > 0) await logEditedObjects(connection, o, names);

  if (pending.release || pending.migrations.length > 0) {
    // Before the first migration there are no tables of Postern to lock.
    const planned_locks = found.state === null ? [] : await findLocksAhead(connection, names, listSources(pending));
    await applyLoad(connection, { names, pending, tree, release, pgcrypto_schema, planned_locks, log: o.log });
    if (pending.queue.length > 0) steps.push(`job queue: pg-boss schema ${QUEUE_VERSION}`);
    for (const migration of pending.migrations) steps.push(`sql/${migration.name}`);
    if (pending.files.length > 0) steps.push(`functions: ${pending.files.length} files`);
    steps.push(`release ${release.version}`);
  }
  if (plan.after.length > 0) {
    await finishQueueIndexes(connection, { names, plan, log: o.log });
    steps.push(`job queue: ${plan.after.length} indexes`);
  }
  if (online.length > 0) {
    await applyOnline(connection, { names, steps: online, log: o.log });
    for (const step of online) steps.push(`sql/${step.name}`);
  }
  if (o.app_owner !== undefined) {
    await setAppOwner(connection, names, { role: o.app_owner, fresh: found.state === null, log: o.log });
    steps.push(`${escapeToOneLine(o.app_owner)} may reference ${names.auth}.users (id) and create triggers on it`);
  }
  const state = { version: release.version, min_gateway: release.min_gateway, digest: pending.digest };
  return { changed: steps.length > 0, steps, newer: false, state };
}

/**
 * Logs edited functions and views before they are replaced, because an edit may be an emergency fix. Throws if
 * `keep_edited` is set.
 */
async function logEditedObjects(connection: Connection, o: MigrateOptions, names: Names): Promise<void> {
  const edited = await listEditedObjects(connection, names);
  if (edited.length === 0) return;
  const list = edited.map(escapeToOneLine).join(', ');
  if (o.keep_edited !== true) {
    o.log(`replacing functions that were edited since the last migrate: ${list}`);
    return;
  }
  throw new MigrationRefusedError(
    `Edited since the last migrate: ${list}. This release was not installed, because of --keep-edited. ` +
      '"npx postern doctor" shows the differences; without --keep-edited, migrate replaces them.',
  );
}

/**
 * Returns the state of a database that is newer than this release. Returns null if it may be migrated, which includes a
 * downgrade. Throws if the job queue prevents the downgrade.
 */
export function stateIfNewer(found: Inspection, release: Release, downgrade: boolean): DatabaseState | null {
  if (found.state === null || compare(found.state.version, release.version) <= 0) return null;
  if (!downgrade) return found.state;
  if (found.queue_version !== null && found.queue_version > QUEUE_VERSION) {
    throw new MigrationRefusedError(
      `The job queue's tables are of pg-boss schema ${found.queue_version}; this release reads ${QUEUE_VERSION}. ` +
        'Install a release with the newer pg-boss, or restore a backup.',
    );
  }
  return null;
}
