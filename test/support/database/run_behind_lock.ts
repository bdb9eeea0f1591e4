// Makes concurrent calls wait for one lock, and releases it when all of them wait.
import type { TestDatabase } from './db.ts';

/**
 * Runs a statement that takes a lock, and starts the calls. Runs `look` when all calls wait for the lock. Returns the
 * results of the calls after the release of the lock.
 */
export async function runBehindLock<T>(
  db: TestDatabase,
  lock: string,
  calls: readonly (() => Promise<T>)[],
  look: () => Promise<void> = async () => undefined,
): Promise<T[]> {
  let answers: Promise<T[]> = Promise.resolve([]);
  await db.sql.begin(async (sql) => {
    await sql.unsafe(lock);
    answers = Promise.all(calls.map((call) => call()));
    for (let looks = 0; ; looks += 1) {
      const [row] = await db.sql<{ waiting: number }[]>`select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      if (row?.waiting === calls.length) return look();
      if (looks > 500) throw new Error(`${row?.waiting} of ${calls.length} wait`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
  return answers;
}
