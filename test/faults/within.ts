// Timeouts for fault tests: a hanging operation fails by name instead of with the timeout of its file.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';

/** Rejects with a message if work does not finish in time; the work itself is not cancelled. */
export async function within<T>(what: string, ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Polls a condition; rejects with a message if it does not become true in time. */
export async function until(
  what: string,
  so: () => boolean | Promise<boolean>,
  { ms = 60_000, every_ms = 20 }: { ms?: number; every_ms?: number } = {},
): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await within(`${what}: a look`, ms, Promise.resolve(so())))) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${ms} ms`);
    await sleep(every_ms);
  }
}

/**
 * Queries a server that may be shutting down, over a new connection. If a pool's connection breaks just as it gets a
 * statement, the statement is never sent and the driver waits for the result forever.
 */
export async function ask<T>(
  db: { connect(max: number): Sql },
  statement: (sql: Sql) => Promise<T>,
  ms = 10_000,
): Promise<T> {
  const sql = db.connect(1);
  try {
    return await within('a statement', ms, statement(sql));
  } finally {
    await sql.end({ timeout: 0 });
  }
}
