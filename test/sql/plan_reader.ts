// A connection whose statements tell their plans, those inside functions too (auto_explain), and what the tests of plans ask.
import postgres from 'postgres';
import * as assert from 'uvu/assert';

export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

export interface PlanReader {
  sql: postgres.Sql;
  /** Every node of every plan of what the work has run. */
  nodesOf<T>(work: () => PromiseLike<T>): Promise<{ result: T; nodes: Plan[] }>;
  /** The same of the last of several runs, so that a plan for any value would show. */
  nodesAfterMany(work: () => PromiseLike<unknown>): Promise<Plan[]>;
}

const OPTIONS = [
  ['log_min_duration', '0'],
  ['log_nested_statements', 'on'],
  ['log_format', 'json'],
  ['log_analyze', 'on'],
  ['log_timing', 'off'],
  ['log_level', 'log'],
] as const;

/** Needs a superuser: auto_explain is a module that is loaded. */
export async function openPlanReader(superuser_url: string): Promise<PlanReader> {
  const logged: string[] = [];
  const sql = postgres(superuser_url, {
    max: 1,
    onnotice: ({ message }) => void logged.push(message ?? ''),
    connection: { client_min_messages: 'log' },
  });
  await sql`load 'auto_explain'`;
  for (const [name, value] of OPTIONS) await sql.unsafe(`set auto_explain.${name} = '${value}'`);
  const all = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(all)];
  const nodesOf: PlanReader['nodesOf'] = async (work) => {
    logged.length = 0;
    const result = await work();
    const nodes = logged.flatMap((message) => {
      const at = message.indexOf('plan:');
      return at < 0 ? [] : all((JSON.parse(message.slice(at + 5)) as { Plan: Plan }).Plan);
    });
    assert.ok(nodes.length > 0, 'no plan was told');
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

/** Rows that a node has looked at, those it left out too. */
export function rowsMet(node: Plan): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

export function nameOf(node: Plan): string {
  return `${node['Node Type']} of ${node['Relation Name'] ?? ''} ${node['Index Name'] ?? ''}`;
}

/** What a crowd fills. */
const BIG =
  /^(users|addresses|identities|sessions|one_time_tokens|passwords|messages|flow_states|attempts|webhook_events|audit_log\w*)$/;

/** Of those, what was read in the order of its pages, and more of it than a limit would leave. */
export const readWhole = (nodes: Plan[], most: number): unknown[] =>
  nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && BIG.test(node['Relation Name'] ?? '') && rowsMet(node) > most)
    .map((node) => node['Relation Name']);

/** No big table is read from end to end, no scan meets more rows than it may, and no sort has more. */
export function assertSmall(nodes: Plan[], most: number): void {
  assert.equal(readWhole(nodes, most), [], 'read from end to end');
  const scans = nodes.filter((one) => (one['Relation Name'] ?? one['Index Name'] ?? 'pg_').startsWith('pg_') === false);
  for (const node of scans) {
    assert.ok(rowsMet(node) <= most, `${nameOf(node)}: ${rowsMet(node)} rows`);
  }
  assertSorts(nodes, most);
}

export function assertSorts(nodes: Plan[], most: number): void {
  for (const node of nodes.filter((one) => /Sort$/.test(one['Node Type'])))
    assert.ok(node['Actual Rows'] * node['Actual Loops'] <= most, `sorts ${node['Actual Rows']} rows`);
}
