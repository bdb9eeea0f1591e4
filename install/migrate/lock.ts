// Allows one `migrate` run at a time per database and namespace. Polls an advisory lock.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { type Connection, type Log, runStatement } from './connection.ts';

// "post" in ASCII: the first half of the key. The second half is derived from the namespace.
const LOCK_CLASS = 0x706f7374;

/** Returns the key of the lock as SQL arguments. */
export function lockKey(namespace: string): string {
  return `${LOCK_CLASS}, ${createHash('sha256').update(namespace).digest().readInt32BE(0)}`;
}

/**
 * Runs the work while holding the lock. Polls, because a waiting statement would hold a snapshot that blocks concurrent
 * index builds.
 */
export async function withMigrationLock<T>(
  connection: Connection,
  o: { namespace: string; log: Log; patience_ms: number },
  work: () => Promise<T>,
): Promise<T> {
  const key = lockKey(o.namespace);
  const started = Date.now();
  let announced = false;
  for (;;) {
    const [row] = await runStatement<{ got: boolean }>(connection, `select pg_try_advisory_lock(${key}) as got`);
    if (row?.got === true) break;
    const waited = Date.now() - started;
    if (waited > o.patience_ms) {
      throw new MigrationRefusedError(
        `Another migrate has held the lock of namespace ${o.namespace} for ${Math.round(waited / 1000)} s. ` +
          'Find it in pg_stat_activity (application_name "postern migrate"), and try again when it has ended.',
      );
    }
    if (waited > 2_000 && !announced) {
      announced = true;
      o.log('another migrate is running on this database; waiting for it');
    }
    await sleep(50 + Math.random() * 100);
  }
  try {
    return await work();
  } finally {
    // If the connection is broken, the server releases the lock, so the error is only logged.
    await runStatement(connection, `select pg_advisory_unlock(${key})`).catch((error: unknown) => {
      o.log(`could not release the migration lock: ${String(error)}`);
    });
  }
}
