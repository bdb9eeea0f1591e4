// pg-boss' own tables, installed by its construction plans, which carry their own BEGIN and COMMIT.
import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import { identifier, type Names } from '../../core/database/names.ts';
import { type Connection, run } from './connection.ts';

/** The version of the tables that the pinned pg-boss reads. */
export const QUEUE_VERSION = Number(/insert into \S+version\s*\(version\)\s*values \('(\d+)'\)/i.exec(plans('q'))?.[1]);

function plans(schema: string): string {
  return getConstructionPlans(schema, { createSchema: false });
}

/** The SQL that brings the queue's schema up to date, or '' when it is. */
export function queuePlan(names: Names, version: number | null): string {
  if (version !== null && version >= QUEUE_VERSION) return '';
  const plan = version === null ? plans(names.queue) : getMigrationPlans(names.queue, version);
  return `set role ${identifier(names.role.owner)};\n${plan.trim()}\nreset role;`;
}

/** Runs the plan in its own transaction. */
export async function applyQueue(connection: Connection, plan: string): Promise<void> {
  try {
    await run(connection, plan);
  } catch (error) {
    await run(connection, 'rollback');
    await run(connection, 'reset role');
    throw error;
  }
}
