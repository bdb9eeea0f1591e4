// pg-boss' own tables, by its plans: statements in the transaction of the migrate, so that a queue never is of another release than
// the rights to it, and indexes that are built after it. pg-boss takes those for done; what a migrate that was killed has left to
// build is read from the catalog.
import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import { splitStatements } from '../../core/database/lexer.ts';
import type { Names } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import type { Connection, Log } from './connection.ts';
import { buildOnline, builtIndex } from './online.ts';

/** The version of the tables that the pinned pg-boss reads. */
export const QUEUE_VERSION = Number(/insert into \S+version\s*\(version\)\s*values \('(\d+)'\)/i.exec(plans('q'))?.[1]);

/** The oldest version that its plans start from: all indexes that were ever built after a transaction are in that plan. */
const OLDEST_VERSION = 25;

function plans(schema: string): string {
  return getConstructionPlans(schema, { createSchema: false });
}

export interface QueuePlan {
  /** What makes or changes tables; empty where they are up to date. */
  statements: string[];
  /** What is built or dropped after it, concurrently. */
  after: string[];
}

/** What brings the queue's tables up to date. `indexes`: name → whether it is valid. */
export function queuePlan(
  names: Names,
  {
    queue_version: version,
    queue_indexes: indexes,
  }: { queue_version: number | null; queue_indexes: Map<string, boolean> },
): QueuePlan {
  if (version === null) return { statements: framed(plans(names.queue)), after: [] };
  if (version < OLDEST_VERSION) {
    throw new MigrationRefusedError(
      `The job queue's tables are of pg-boss schema ${version}, and are brought up to date from ${OLDEST_VERSION} on: ` +
        'migrate with a release of Postern between the two first.',
    );
  }
  if (version < QUEUE_VERSION) {
    const plan = getMigrationPlans(names.queue, version);
    return { statements: framed(plan), after: concurrent(plan) };
  }
  // The last word on each index counts.
  const last = new Map(concurrent(getMigrationPlans(names.queue, OLDEST_VERSION)).map((one) => [indexOf(one), one]));
  const after = [...last].filter(([index, statement]) =>
    builtIndex(statement) === null ? indexes.has(index) : indexes.get(index) !== true,
  );
  return { statements: [], after: version === QUEUE_VERSION ? after.map(([, statement]) => statement) : [] };
}

/** The statements between BEGIN and COMMIT, without pg-boss' time-outs: it would let everybody who has a mail sent wait for 30 s. */
function framed(plan: string): string[] {
  const all = splitStatements(plan);
  const [begin, commit] = [/^begin$/i, /^commit$/i].map((word) => all.findLastIndex((one) => word.test(one.trim())));
  if (begin === undefined || commit === undefined || begin < 0 || commit < begin)
    throw new Error('a plan of pg-boss is not one transaction');
  return all.slice(begin + 1, commit).filter((one) => !/^\s*set local \w+timeout\b/i.test(one));
}

function concurrent(plan: string): string[] {
  return splitStatements(plan).filter((one) =>
    /^\s*(--.*\n\s*)*(create( unique)? index|drop index) concurrently\b/i.test(one),
  );
}

/** The name of the index that a statement makes or drops. */
export function indexOf(statement: string): string {
  const dropped = /drop index concurrently (?:if exists )?\S+\.(\S+)/i.exec(statement)?.[1];
  return builtIndex(statement) ?? dropped ?? '';
}

/** Builds what comes after the transaction. */
export async function finishQueue(
  connection: Connection,
  { names, plan, log }: { names: Names; plan: QueuePlan; log: Log },
): Promise<void> {
  for (const statement of plan.after) await buildOnline(connection, { names, schema: names.queue, statement, log });
}
