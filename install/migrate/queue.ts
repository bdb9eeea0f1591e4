// Migrates the tables of pg-boss with its own plans. The statements run in the transaction of `migrate`, so that the
// queue and its grants have the same release. The indexes are built afterwards. pg-boss records them before they are
// built, so interrupted builds are found in the catalog.
import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import { splitStatements } from '../../core/database/lexer.ts';
import type { Names } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import type { Connection, Log } from './connection.ts';
import { buildOnlineIndex, findBuiltIndex } from './online.ts';

/** Version of the tables that the installed pg-boss needs. */
export const QUEUE_VERSION = Number(
  /insert into \S+version\s*\(version\)\s*values \('(\d+)'\)/i.exec(queueMigrationSql('q'))?.[1],
);

/**
 * Oldest version that migrate can upgrade. The plan from this version contains all indexes that pg-boss has built
 * outside a transaction.
 */
const OLDEST_VERSION = 25;

function queueMigrationSql(schema: string): string {
  return getConstructionPlans(schema, { createSchema: false });
}

export interface QueuePlan {
  /** Statements that create or change tables; empty if they are current. */
  statements: string[];
  /** Statements that build or drop indexes concurrently, after the transaction. */
  after: string[];
}

/** Returns the statements that migrate the queue's tables. `indexes`: name → true if it is valid. */
export function createQueuePlan(
  names: Names,
  {
    queue_version: version,
    queue_indexes: indexes,
  }: { queue_version: number | null; queue_indexes: Map<string, boolean> },
): QueuePlan {
  if (version === null) return { statements: statementsInside(queueMigrationSql(names.queue)), after: [] };
  if (version < OLDEST_VERSION) {
    throw new MigrationRefusedError(
      `The job queue's tables are of pg-boss schema ${version}; this release upgrades them from ${OLDEST_VERSION} on: ` +
        'migrate with an intermediate release of Postern first.',
    );
  }
  if (version < QUEUE_VERSION) {
    const plan = getMigrationPlans(names.queue, version);
    return { statements: statementsInside(plan), after: concurrentStatements(plan) };
  }
  // The last statement for each index is decisive.
  const last = new Map(
    concurrentStatements(getMigrationPlans(names.queue, OLDEST_VERSION)).map((one) => [parseIndexName(one), one]),
  );
  const after = [...last].filter(([index, statement]) =>
    findBuiltIndex(statement) === null ? indexes.has(index) : indexes.get(index) !== true,
  );
  return { statements: [], after: version === QUEUE_VERSION ? after.map(([, statement]) => statement) : [] };
}

/**
 * Returns the statements between BEGIN and COMMIT, without the timeouts of pg-boss. Its lock timeout of 30 s would
 * block requests that send messages.
 */
function statementsInside(plan: string): string[] {
  const all = splitStatements(plan);
  const [begin, commit] = [/^begin$/i, /^commit$/i].map((word) => all.findLastIndex((one) => word.test(one.trim())));
  if (begin === undefined || commit === undefined || begin < 0 || commit < begin)
    throw new Error('a plan of pg-boss is not one transaction');
  return all.slice(begin + 1, commit).filter((one) => !/^\s*set local \w+timeout\b/i.test(one));
}

function concurrentStatements(plan: string): string[] {
  return splitStatements(plan).filter((one) =>
    /^\s*(--.*\n\s*)*(create( unique)? index|drop index) concurrently\b/i.test(one),
  );
}

/** Returns the name of the index that a statement builds or drops; '' for any other statement. */
export function parseIndexName(statement: string): string {
  const dropped = /drop index concurrently (?:if exists )?\S+\.(\S+)/i.exec(statement)?.[1];
  return findBuiltIndex(statement) ?? dropped ?? '';
}

/** Builds and drops indexes after the transaction. */
export async function finishQueueIndexes(
  connection: Connection,
  { names, plan, log }: { names: Names; plan: QueuePlan; log: Log },
): Promise<void> {
  for (const statement of plan.after)
    await buildOnlineIndex(connection, { names, schema: names.queue, statement, log });
}
