// The worker's pool of the driver: one that loses statements, or whose connections have died without a word (a firewall
// that forgot them, a machine that is gone), or in which a hook has left something, is replaced; a server that takes no
// writes is left.
import type { Sql } from 'postgres';
import { type Abandoned, answered, driverPool, LostStatement, mend } from '../../core/database/driver_pool.ts';

/** The server ends a statement of our role after 4 s, so an answer that takes this long is none. */
const LATE_MS = 8_000;

/**
 * A pool to be used like the driver's own, for single statements. It takes none while as many abandoned ones as it has connections
 * may still keep a server process.
 */
export function mendingPool(open: () => Sql, o: { max: number; late_ms?: number }): Sql {
  const driver = driverPool(open);
  const run = async (statement: (sql: Sql) => Promise<unknown>): Promise<unknown> => {
    if (driver.hanging >= o.max) throw new LostStatement();
    const { sql } = driver;
    const sent = statement(sql);
    try {
      return await answered(sent, o.late_ms ?? LATE_MS);
    } catch (error) {
      if (error instanceof LostStatement) {
        driver.replace(sql);
        void driver.gone(sent as Abandoned);
      }
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
