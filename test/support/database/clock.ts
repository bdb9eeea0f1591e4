// Replaces the database clock: shifted by seconds, or stopped at an instant so that tests hit boundaries exactly.
import type { Sql, TransactionSql } from 'postgres';

type Connection = Sql | TransactionSql;

const installed = new WeakSet<object>();

/**
 * Replaces auth_lib.clock(), once per database, with a function that reads a table. A rollback therefore also undoes a
 * move of the clock.
 */
async function install(sql: Connection): Promise<void> {
  if (installed.has(sql)) return;
  await sql.unsafe(`
    create table public.test_clock (at timestamptz, shift interval not null);
    insert into public.test_clock values (null, '0');
    grant select on public.test_clock to public;
    create or replace function auth_lib.clock() returns timestamptz language sql stable
    as $$ select coalesce(c.at, now()) + c.shift from public.test_clock as c $$;`);
  installed.add(sql);
}

/** Shifts the clock by some seconds from the true time; without an argument, resets it. */
export async function shiftClock(db: { sql: Connection }, seconds = 0): Promise<void> {
  await install(db.sql);
  await db.sql.unsafe('update public.test_clock set at = null, shift = make_interval(secs => $1)', [seconds]);
}

/** Returns a function that advances the clock by an interval, also within a transaction. */
export async function movableClock(sql: Connection): Promise<(by: string, on?: Connection) => Promise<void>> {
  await install(sql);
  return async (by, on = sql) => {
    await on.unsafe('update public.test_clock set shift = shift + $1::interval', [by]);
  };
}

/** Stops the clock at an instant. From then on, updates of `at` in public.test_clock move it. */
export async function stillClock(sql: Connection, at = '2030-01-01T12:10:00Z'): Promise<void> {
  await install(sql);
  await sql.unsafe(`update public.test_clock set at = $1::timestamptz, shift = '0'`, [at]);
}
