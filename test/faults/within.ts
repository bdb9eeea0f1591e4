// Bounds on what a fault test waits for: what hangs fails by its name, and not with the time of its file.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';

/** Rejects with a sentence where work has not ended in time; the work itself is left to itself. */
export async function within<T>(what: string, ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Looks until it is so; rejects with a sentence where it does not become so in time. */
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
 * Asks a server that may be dying, by a connection of its own: of a pool's, one that breaks just as a statement is handed to it
 * never sends that, and the driver would wait for the answer for ever.
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
