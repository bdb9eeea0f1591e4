// The worker's pool of the driver: one that loses statements, or whose connections have died without a word (a firewall
// that forgot them, a machine that is gone), or in which a hook has left something, is replaced; a server that takes no
// writes is left.
import type { Sql } from 'postgres';
import { answered, driverPool, LostStatement, mend } from '../../core/database/driver_pool.ts';

/** The server ends a statement of our role after 4 s, so an answer that takes this long is none. */
const LATE_MS = 8_000;

/** A pool to be used like the driver's own, for single statements. */
export function mendingPool(open: () => Sql, late_ms = LATE_MS): Sql {
  const driver = driverPool(open);
  const run = async (statement: (sql: Sql) => Promise<unknown>): Promise<unknown> => {
    const { sql } = driver;
    try {
      return await answered(statement(sql), late_ms);
    } catch (error) {
      if (error instanceof LostStatement) driver.replace(sql);
      await mend(driver, sql, error);
      throw error;
    }
  };
  const pool = (...tagged: Parameters<Sql>) => run((sql) => sql(...tagged) as unknown as Promise<unknown>);
  return Object.assign(pool, {
    unsafe: (...statement: Parameters<Sql['unsafe']>) => run((sql) => sql.unsafe(...statement)),
    end: () => driver.close(),
  }) as unknown as Sql;
}
