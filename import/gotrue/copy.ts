// Copies the rows: users and audit entries in one transaction per range, OAuth clients before them, and the rest after
// them. If it is interrupted, the next run continues after the last copied range.
import { type Connection, type Log, type Queryable, runStatement } from '../../install/migrate/connection.ts';
import { qualifyName } from '../../install/migrate/tree.ts';
import { type ImportSchemas, importFile, importSchemaOf } from './files.ts';
import { copyClients } from './oauth.ts';
import { copyProviders } from './providers.ts';
import type { SecretKeys } from './secret_options.ts';
import { copySecrets } from './secrets.ts';
import { readState, setPhase } from './state.ts';

/** Called with a name between the steps of an import. Tests interrupt an import here. */
export type Checkpoint = (name: string) => void | Promise<void>;

export interface CopyOptions {
  secrets: SecretKeys;
  log: Log;
  checkpoint: Checkpoint;
}

export async function copyRows(connection: Connection, places: ImportSchemas, o: CopyOptions): Promise<void> {
  await o.checkpoint('copy_clients');
  await connection.tx((tx) => copyClients(tx, places, o.secrets));
  await forEachRange(connection, places, {
    next: 'next_users',
    copy: 'copy_users',
    checkpoint: o.checkpoint,
    // Runs in the transaction of the range.
    more: (tx) => copySecrets(tx, places, o.secrets),
    progress: progressOf(o.log, await countRows(connection, places, 'old_users'), 'users with their rows'),
  });
  await forEachRange(connection, places, {
    next: 'next_entries',
    copy: 'copy_entries',
    checkpoint: o.checkpoint,
    more: async () => undefined,
    progress: progressOf(
      o.log,
      await countRows(connection, places, 'old_audit_log_entries'),
      'entries of the audit log',
    ),
  });
  await o.checkpoint('copy_rest');
  await connection.tx(async (tx) => {
    await runStatement(tx, importFile('copy_rest', places));
    await copyProviders(tx, places, o.secrets);
    await setPhase(tx, places, 'copied');
  });
  const tables = [
    'users',
    'addresses',
    'passwords',
    'identities',
    'sessions',
    'old_refresh_tokens',
    'one_time_tokens',
    'audit_log',
  ];
  for (const table of tables) await runStatement(connection, `analyze ${qualifyName(places.names.auth, table)}`);
  // Count the users in blocks. Without the counts, a list of users reads all rows.
  const keep = qualifyName(places.names.api, 'maintain_user_list_counts');
  for (let closed = 1; closed > 0; ) {
    const [row] = await runStatement<{ closed: number }>(
      connection,
      `select (${keep}(20000) ->> 'closed')::integer as closed`,
    );
    closed = row?.closed ?? 0;
  }
  const state = await readState(connection, places);
  o.log(`copied: ${state?.users.toLocaleString('en')} users, ${state?.entries.toLocaleString('en')} audit entries`);
}

interface RangeOptions {
  next: 'next_users' | 'next_entries';
  copy: 'copy_users' | 'copy_entries';
  checkpoint: Checkpoint;
  more(tx: Queryable): Promise<void>;
  /** Called after each transaction with the number of users or audit entries that are copied so far. */
  progress(count: number): void;
}

async function forEachRange(connection: Connection, places: ImportSchemas, o: RangeOptions): Promise<void> {
  const next = importFile(o.next, places);
  const copy = importFile(o.copy, places);
  for (;;) {
    await o.checkpoint(o.copy);
    const copied = await connection.tx(async (tx) => {
      const [range] = await runStatement<{ count: number; upto: string | null }>(tx, next);
      if (range === undefined || range.upto === null) return null;
      await runStatement(tx, copy);
      await o.more(tx);
      return Number(range.count);
    });
    if (copied === null) return;
    o.progress(copied);
  }
}

async function countRows(on: Queryable, places: ImportSchemas, view: string): Promise<number> {
  const [row] = await runStatement<{ rows: number }>(
    on,
    `select count(*) as rows from ${qualifyName(importSchemaOf(places.names), view)}`,
  );
  return Number(row?.rows);
}

/** Returns a function that logs one line per range. */
const progressOf =
  (log: Log, all: number, what: string) =>
  (done: number): void =>
    log(`copied ${done.toLocaleString('en')} of ${all.toLocaleString('en')} ${what}`);
