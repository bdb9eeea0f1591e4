// A connection that returns the plans of its statements, also of those inside functions (auto_explain), and assertions
// on plans.
import postgres from 'postgres';
import * as assert from 'uvu/assert';

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

export interface PlanReader {
  sql: postgres.Sql;
  /** Returns every node of every plan that `work` has run. */
  nodesOf<T>(work: () => PromiseLike<T>): Promise<{ result: T; nodes: PlanNode[] }>;
  /** Returns the nodes of the last of several runs, so that a generic plan is used if Postgres chooses one. */
  nodesAfterMany(work: () => PromiseLike<unknown>): Promise<PlanNode[]>;
}

const OPTIONS = [
  ['log_min_duration', '0'],
  ['log_nested_statements', 'on'],
  ['log_format', 'json'],
  ['log_analyze', 'on'],
  ['log_timing', 'off'],
  ['log_level', 'log'],
] as const;

/** Opens the connection. Needs a superuser, because it loads the module auto_explain. */
export async function openPlanReader(superuser_url: string): Promise<PlanReader> {
  const logged: string[] = [];
  const sql = postgres(superuser_url, {
    max: 1,
    onnotice: ({ message }) => void logged.push(message ?? ''),
    connection: { client_min_messages: 'log' },
  });
  await sql`load 'auto_explain'`;
  for (const [name, value] of OPTIONS) await sql.unsafe(`set auto_explain.${name} = '${value}'`);
  const all = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(all)];
  const nodesOf: PlanReader['nodesOf'] = async (work) => {
    logged.length = 0;
    const result = await work();
    const nodes = logged.flatMap((message) => {
      const at = message.indexOf('plan:');
      return at < 0 ? [] : all((JSON.parse(message.slice(at + 5)) as { Plan: PlanNode }).Plan);
    });
    assert.ok(nodes.length > 0, 'no plan was logged');
    return { result, nodes };
  };
  return {
    sql,
    nodesOf,
    async nodesAfterMany(work) {
      for (let times = 0; times < 6; times += 1) await work();
      return (await nodesOf(work)).nodes;
    },
  };
}

/** Returns the number of rows that a node has read, including those that it filtered out. */
export function rowsRead(node: PlanNode): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

export function nodeName(node: PlanNode): string {
  return `${node['Node Type']} of ${node['Relation Name'] ?? ''} ${node['Index Name'] ?? ''}`;
}

/** Large tables, which many_users.ts fills. */
const BIG =
  /^(users|addresses|identities|sessions|one_time_tokens|passwords|messages|flow_states|attempts|webhook_events|audit_log\w*)$/;

/** Returns the names of large tables of which a sequential scan has read more than `most` rows. */
export const largeSequentialScans = (nodes: PlanNode[], most: number): unknown[] =>
  nodes
    .filter(
      (node) => node['Node Type'] === 'Seq Scan' && BIG.test(node['Relation Name'] ?? '') && rowsRead(node) > most,
    )
    .map((node) => node['Relation Name']);

/** Asserts that no scan and no sort has more than `most` rows. Scans of system catalogs do not count. */
export function assertNoLargeScan(nodes: PlanNode[], most: number): void {
  assert.equal(largeSequentialScans(nodes, most), [], 'read from end to end');
  const scans = nodes.filter((one) => (one['Relation Name'] ?? one['Index Name'] ?? 'pg_').startsWith('pg_') === false);
  for (const node of scans) {
    assert.ok(rowsRead(node) <= most, `${nodeName(node)}: ${rowsRead(node)} rows`);
  }
  assertNoLargeSort(nodes, most);
}

export function assertNoLargeSort(nodes: PlanNode[], most: number): void {
  for (const node of nodes.filter((one) => /Sort$/.test(one['Node Type'])))
    assert.ok(node['Actual Rows'] * node['Actual Loops'] <= most, `sorts ${node['Actual Rows']} rows`);
}
