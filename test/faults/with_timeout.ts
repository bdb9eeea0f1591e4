// Timeouts for fault tests. A hanging operation fails with its name instead of with the timeout of the test file.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';

/** Rejects with a message if `work` does not finish in time. Does not cancel `work`. */
export async function withTimeout<T>(what: string, ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Polls a condition. Rejects with a message if it does not become true in time. */
export async function untilTrue(
  what: string,
  so: () => boolean | Promise<boolean>,
  { ms = 60_000, every_ms = 20 }: { ms?: number; every_ms?: number } = {},
): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await withTimeout(`${what}: a look`, ms, Promise.resolve(so())))) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${ms} ms`);
    await sleep(every_ms);
  }
}

/**
 * Runs a query over a new connection to a server that may be shutting down. A pool can lose a statement if its
 * connection breaks at the wrong moment, and the driver then waits forever.
 */
export async function queryNewConnection<T>(
  db: { connect(max: number, o: { fetch_types: false }): Sql },
  statement: (sql: Sql) => Promise<T>,
  ms = 60_000,
): Promise<T> {
  const sql = db.connect(1, { fetch_types: false });
  try {
    return await withTimeout('a statement', ms, statement(sql));
  } finally {
    await sql.end({ timeout: 0 });
  }
}
