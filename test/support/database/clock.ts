// Replaces the database clock. Tests shift it by seconds, or stop it to reach time boundaries exactly.
import type { Sql, TransactionSql } from 'postgres';

type Connection = Sql | TransactionSql;

const installed = new WeakSet<object>();

/**
 * Once per pool, replaces auth_lib.clock() with a function that reads public.test_clock. Changes of this table are
 * undone when their transaction is rolled back.
 */
async function installClock(sql: Connection): Promise<void> {
  if (installed.has(sql)) return;
  await sql.unsafe(`
    create table public.test_clock (at timestamptz, shift interval not null);
    insert into public.test_clock values (null, '0');
    grant select on public.test_clock to public;
    create or replace function auth_lib.clock() returns timestamptz language sql stable
    as $$ select coalesce(c.at, now()) + c.shift from public.test_clock as c $$;`);
  installed.add(sql);
}

/** Shifts the database clock by a number of seconds from the true time. Without a number, resets the clock. */
export async function shiftClock(db: { sql: Connection }, seconds = 0): Promise<void> {
  await installClock(db.sql);
  await db.sql.unsafe('update public.test_clock set at = null, shift = make_interval(secs => $1)', [seconds]);
}

/** Returns a function that advances the database clock by an interval, also within a transaction. */
export async function createMovableClock(sql: Connection): Promise<(by: string, on?: Connection) => Promise<void>> {
  await installClock(sql);
  return async (by, on = sql) => {
    await on.unsafe('update public.test_clock set shift = shift + $1::interval', [by]);
  };
}

/** Stops the database clock at a time. Updates of `at` in public.test_clock then set the clock. */
export async function freezeClock(sql: Connection, at = '2030-01-01T12:10:00Z'): Promise<void> {
  await installClock(sql);
  await sql.unsafe(`update public.test_clock set at = $1::timestamptz, shift = '0'`, [at]);
}
