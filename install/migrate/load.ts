// The transaction of `migrate`: pending migrations, all functions if their digest differs, and the release row.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionPool, Transaction } from '@databases/pg';
import { type Names, quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import type { Release } from '../../core/database/release.ts';
import { acquireLocks, type PlannedLock, withLocks } from './acquire_locks.ts';
import { type Connection, type Log, runStatement, withRetries } from './connection.ts';
import { firstErrorLine, readSqlState } from './database_error.ts';
import type { Inspection } from './inspect.ts';
import type { SqlSource } from './locks.ts';
import { recordObjectsStatement } from './record.ts';
import { type Migration, migrationName, qualifyName, type SqlFile, type SqlTree } from './tree.ts';

export interface PendingLoad {
  migrations: Migration[];
  /** Statements of pg-boss' own migration. */
  queue: string[];
  /** rebuild.sql, if it must run before the migrations, because views would prevent changes of their tables. */
  clearing: SqlFile[];
  /** Files of functions and views; empty if they need not be run. */
  files: SqlFile[];
  digest: string;
  /** True if the release row must be written. */
  release: boolean;
}

/** Returns what the transaction of `migrate` must run. If the database is up to date, the lists are empty. */
export function pendingLoad(o: {
  tree: SqlTree;
  found: Inspection;
  pgcrypto_schema: string;
  release: Release;
  /**
   * Statements of pg-boss. If there are any, all files are run, because new tables of pg-boss need the grants of
   * grants.sql.
   */
  queue: string[];
}): PendingLoad {
  const code = o.tree.code(o.pgcrypto_schema);
  const state = o.found.state;
  const migrations = pendingMigrations(o.tree, o.found);
  const files = state?.digest === code.digest && o.queue.length === 0 && !o.found.spelled_otherwise ? [] : code.files;
  const rebuilt = state !== null && migrations.length > 0 && files.length > 0;
  return {
    migrations,
    queue: o.queue,
    clearing: rebuilt ? files.filter((file) => file.name === 'rebuild.sql') : [],
    files,
    digest: code.digest,
    release:
      files.length > 0 ||
      state?.digest !== code.digest ||
      state.version !== o.release.version ||
      state.min_gateway !== o.release.min_gateway,
  };
}

// Returns the pending migrations. Throws if the applied ones do not match the files. The library checks this too, but
// its messages refer to its own command line.
function pendingMigrations(tree: SqlTree, found: Inspection): Migration[] {
  const applied = new Map(found.applied.map((migration) => [migration.index, migration]));
  const newest = Math.max(0, ...tree.migrations.map((migration) => migration.index));
  for (const migration of tree.migrations) {
    const there = applied.get(migration.index);
    if (there !== undefined && there.script !== migration.text) {
      throw new MigrationRefusedError(
        `sql/${migration.name} differs from the migration that this database ran under that number (${there.name}). ` +
          'Never edit a released migration: restore the file and add a new one. ' +
          '(Before the first release: recreate the database.)',
      );
    }
  }
  for (const there of found.applied) {
    // Migrations with higher numbers belong to a newer release. They remain after a downgrade.
    if (there.index > newest || tree.migrations.some((migration) => migration.index === there.index)) continue;
    throw new MigrationRefusedError(`This database ran the migration ${there.name}, which this release does not have.`);
  }
  const pending = tree.migrations.filter((migration) => !applied.has(migration.index));
  const late = pending.find(({ index }) => found.applied.some((there) => there.index > index && there.index <= newest));
  if (late !== undefined) {
    throw new MigrationRefusedError(
      `sql/${late.name} comes before migrations that this database has already run. Give it a number above those of all released ` +
        'migrations. (Before the first release: recreate the database.)',
    );
  }
  return pending;
}

/** Returns the first statements of the transaction. */
export function openingStatements(names: Names): string {
  return `set local role ${quoteIdentifier(names.role.owner)};
set local lock_timeout = '2s';
set local check_function_bodies = off;`;
}

/** Prefixes the name of a file with sql/, for messages. */
export const toSqlSource = ({ name, text }: SqlSource): SqlSource => ({ name: `sql/${name}`, text });

/**
 * Returns the sources of statements that may lock existing tables. Excludes rebuild.sql, which drops only views and
 * functions.
 */
export function listSources(pending: PendingLoad): SqlSource[] {
  return [
    { name: 'the job queue', text: pending.queue.join(';\n') },
    ...pending.migrations.map(toSqlSource),
    ...pending.files.filter(({ name }) => name !== 'rebuild.sql').map(toSqlSource),
  ];
}

/** Returns the statement that records the release. */
export function releaseStatement(names: Names, release: Release, digest: string): string {
  const values = [release.version, digest, release.min_gateway].map(quoteLiteral).join(', ');
  return `insert into ${qualifyName(names.auth, 'release')} (version, digest, min_gateway, applied_at)
values (${values}, now())
on conflict on constraint release_pkey do update
set version = excluded.version, digest = excluded.digest, min_gateway = excluded.min_gateway, applied_at = excluded.applied_at;`;
}

/** Returns the statement that calls maintain_partitions(), or '' if the tree does not have this function. */
export function partitionsStatement(names: Names, tree: SqlTree): string {
  return tree.maintains_partitions
    ? `select ${qualifyName(names.api, 'maintain_partitions')}(settings => '{"audit_log_retention": 0}');`
    : '';
}

/** Returns a test of pgcrypto with known values, to detect a broken build before it hashes a password. */
export function knownAnswerTestSql(pgcrypto_schema: string): string {
  const at = quoteIdentifier(pgcrypto_schema);
  return `do $$
begin
  if encode(${at}.hmac('what do ya want for nothing?'::bytea, 'Jefe'::bytea, 'sha256'), 'hex')
       is distinct from '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
    or encode(${at}.digest('abc'::bytea, 'sha256'), 'hex')
       is distinct from 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    or ${at}.crypt('U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.')
       is distinct from '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
    or length(${at}.gen_random_bytes(16)) is distinct from 16
  then
    raise exception 'pgcrypto does not return the known values';
  end if;
end
$$;`;
}

/**
 * Runs the transaction. Retries it if its locks cannot be acquired in a short time, so that requests never wait long.
 */
export async function applyLoad(
  connection: Connection,
  o: {
    names: Names;
    pending: PendingLoad;
    tree: SqlTree;
    release: Release;
    pgcrypto_schema: string;
    planned_locks: PlannedLock[];
    log: Log;
  },
): Promise<void> {
  // Loaded only if there are migrations, and before the transaction locks tables, because loading takes time.
  const library = o.pending.migrations.length > 0 ? await import('@databases/pg-migrations') : null;
  const folder = mkdtempSync(join(tmpdir(), 'postern-migrations-'));
  try {
    for (const migration of o.tree.migrations) {
      writeFileSync(join(folder, migrationName(migration)), migration.text, { mode: 0o600 });
    }
    await withRetries({ tries: 120, log: o.log, what: 'migrate' }, (attempt) =>
      withLocks(connection, o.planned_locks, async (tx) => {
        await runStatement(tx, openingStatements(o.names));
        await runStatement(tx, knownAnswerTestSql(o.pgcrypto_schema));
        for (const file of o.pending.clearing) await applyFile(tx, file);
        await acquireLocks(tx, o.planned_locks, attempt);
        for (const statement of o.pending.queue) await runStatement(tx, statement);
        if (library !== null) await applyPending(tx, library, folder, o);
        for (const file of o.pending.files) await applyFile(tx, file);
        if (o.pending.files.length > 0) await runStatement(tx, recordObjectsStatement(o.names, o.tree));
        if (o.pending.release) await runStatement(tx, releaseStatement(o.names, o.release, o.pending.digest));
        await runStatement(tx, partitionsStatement(o.names, o.tree));
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function applyPending(
  tx: Transaction,
  { applyMigrations }: typeof import('@databases/pg-migrations'),
  folder: string,
  o: { names: Names; pending: PendingLoad },
): Promise<void> {
  await applyMigrations({
    // The library uses only query, tx and sql, which a transaction has, but its type requires a pool.
    connection: tx as unknown as ConnectionPool,
    migrationsDirectory: folder,
    versionTableName: `${o.names.auth}.migrations_version`,
    appliedMigrationsTableName: `${o.names.auth}.migrations_applied`,
    ignoredErrors: ['migration_file_missing'],
  });
  // The library does not return the result of its last step, so its records are read.
  const wanted = o.pending.migrations.map((migration) => migration.index);
  const applied = qualifyName(o.names.auth, 'migrations_applied');
  const rows = await runStatement<{ index: number }>(tx, `select m.index from ${applied} as m where not m.obsolete`);
  const missing = wanted.filter((index) => !rows.some((row) => row.index === index));
  if (missing.length > 0) throw new Error(`migrations ${missing.join(', ')} were not applied`);
}

async function applyFile(tx: Transaction, file: SqlFile): Promise<void> {
  try {
    await runStatement(tx, file.text);
  } catch (error) {
    if (readSqlState(error) === '2BP01') {
      const detail = error instanceof Error && 'detail' in error ? String(error.detail) : '';
      throw new MigrationRefusedError(
        `An object outside Postern depends on a function that every migrate rebuilds: ${detail.split('\n').join('; ')}. ` +
          'Policies and views may call only the functions of contract.sql. Drop or change the object, and migrate again.',
        { cause: error },
      );
    }
    throw Object.assign(new Error(`sql/${file.name}: ${firstErrorLine(error)}`, { cause: error }), {
      code: readSqlState(error),
    });
  }
}
