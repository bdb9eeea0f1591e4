// The worker's connection pool. Replaces the driver's pool when a statement was lost or a hook has changed the
// session. Ends connections to a server that has become read-only.
import type { Sql } from 'postgres';
import {
  type AbandonedStatement,
  createDriverPool,
  LostStatementError,
  removeBrokenConnections,
  withResultDeadline,
} from '../../core/database/driver_pool.ts';

/** Deadline in milliseconds. The server ends a statement of the worker's role after 4 s. */
const LATE_MS = 8_000;

/**
 * Returns a pool for single statements with the driver's interface. Rejects statements while all connections may still
 * be occupied by abandoned statements.
 */
export function createBoundedPool(open: () => Sql, o: { max: number; late_ms?: number }): Sql {
  const driver = createDriverPool(open);
  const run = async (statement: (sql: Sql) => Promise<unknown>): Promise<unknown> => {
    if (driver.hanging >= o.max) throw new LostStatementError();
    const { sql } = driver;
    const sent = statement(sql);
    try {
      return await withResultDeadline(sent, o.late_ms ?? LATE_MS);
    } catch (error) {
      if (error instanceof LostStatementError) {
        driver.replace(sql);
        void driver.gone(sent as AbandonedStatement);
      }
      await removeBrokenConnections(driver, sql, error);
      throw error;
    }
  };
  const pool = (...tagged: Parameters<Sql>) => run((sql) => sql(...tagged) as unknown as Promise<unknown>);
  return Object.assign(pool, {
    unsafe: (...statement: Parameters<Sql['unsafe']>) => run((sql) => sql.unsafe(...statement)),
    end: () => driver.close(),
  }) as unknown as Sql;
}
