// The database's one clock, moved by tests: by the second from now, or standing at an instant so that boundaries are hit exactly.
import type { Sql, TransactionSql } from 'postgres';

type Connection = Sql | TransactionSql;

const installed = new WeakSet<object>();

/** Replaces auth_lib.clock() once per database by one that reads a table, so that a move in a transaction is undone with it. */
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

/** Lets it go on so many seconds from the true time; without an argument it is the true one again. */
export async function shiftClock(db: { sql: Connection }, seconds = 0): Promise<void> {
  await install(db.sql);
  await db.sql.unsafe('update public.test_clock set at = null, shift = make_interval(secs => $1)', [seconds]);
}

/** Answers what moves it on by an interval, also within a transaction. */
export async function movableClock(sql: Connection): Promise<(by: string, on?: Connection) => Promise<void>> {
  await install(sql);
  return async (by, on = sql) => {
    await on.unsafe('update public.test_clock set shift = shift + $1::interval', [by]);
  };
}

/** Lets it stand at an instant; what moves it then is an update of `at` in public.test_clock. */
export async function stillClock(sql: Connection, at = '2030-01-01T12:10:00Z'): Promise<void> {
  await install(sql);
  await sql.unsafe(`update public.test_clock set at = $1::timestamptz, shift = '0'`, [at]);
}
