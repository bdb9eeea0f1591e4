// Public routes that get an address run the same statements for known and unknown addresses, or send their response at
// the end of a time slot. Statements are counted by pg_stat_statements, with those inside of functions. The times are
// compared by long/known_addresses.test.ts.
// runner: when=gateway,sql
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCluster, createDatabase, makeTemplate } from '../support/database/db.ts';
import { type Stack, startStack, type TestGateway } from '../support/processes/stack.ts';
import {
  ADDRESSED_CASES,
  ADDRESSED_SETTINGS,
  type AddressedCase,
  addressedRoutes,
  addressOf,
  createAddressedAccounts,
  DELAYED_ROUTES,
  DOCUMENTED_DIFFERENCES,
  STORED_PASSWORD,
} from './addressed.ts';

const COST = 4;
let server: Awaited<ReturnType<typeof createCluster>>;
let stack: Stack;
/** A gateway on the same database with autoconfirm, under which only POST /signup differs (enumeration.test.ts). */
let auto: TestGateway;
test.before(async () => {
  server = await createCluster({
    settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' },
    template: makeTemplate,
  });
  const db = await createDatabase({ server });
  await db.sql.unsafe('create extension pg_stat_statements with schema public');
  stack = await startStack({
    db,
    worker: false,
    env: { ...ADDRESSED_SETTINGS, SVC_SECURITY_EVEN_ANSWERS: '0', SVC_SECURITY_BCRYPT_COST: String(COST) },
  });
  auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true', SVC_SMS_AUTOCONFIRM: 'true' });
});
test.after(async () => {
  await stack?.close();
  await server?.stop();
});

const pathOf = ({ path }: AddressedCase): string => path;

test('every public route that gets an address has a case', () => {
  const routes = [...new Set(addressedRoutes())].sort();
  assert.ok(routes.length >= 7, routes.join(' '));
  assert.equal([...new Set(ADDRESSED_CASES.map(pathOf))].sort(), routes);
});

/** Returns the number of calls of each statement that a request runs. */
async function countStatementCalls(
  node: TestGateway,
  { path, body, status = 200 }: AddressedCase,
  address: string,
): Promise<Map<string, number>> {
  await stack.db.sql`select public.pg_stat_statements_reset()`;
  const answer = await node.post(path, body(address));
  assert.is(answer.status, status, answer.text);
  const rows = await stack.db.sql<{ id: string; query: string; calls: number }[]>`
    select s.queryid::text as id, min(s.query) as query, sum(s.calls)::integer as calls
    from public.pg_stat_statements as s where s.query !~* 'pg_stat_statements|^show ' group by s.queryid`;
  for (const { id, query } of rows) if (!texts.has(id)) texts.set(id, query.replace(/\s+/g, ' ').trim());
  return new Map(rows.map(({ id, calls }) => [id, calls]));
}

/**
 * The first text of each statement by its id. Later, pg_stat_statements may show the same statement with other
 * placeholders.
 */
const texts = new Map<string, string>();

/**
 * Returns the statements that run more often in `one` than in `other`, with the difference, such as `2 insert into
 * auth.attempts`.
 */
function moreFrequentStatements(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): string[] {
  return [...one]
    .map(([id, calls]) => [calls - (other.get(id) ?? 0), texts.get(id) ?? ''] as const)
    .filter(([more]) => more > 0)
    .map(([more, text]) => `${more} ${text}`)
    .sort();
}

/** Returns the statements that run more often for a known address than for an unknown one, or less often. */
async function compareStatements(node: TestGateway, one: AddressedCase, word: string): Promise<string[]> {
  const addresses = (kind: string) =>
    Array.from({ length: 5 }, (_, number) => addressOf(one.kind, word + kind, number));
  const [known, unknown] = [addresses('known'), addresses('unknown')];
  await createAddressedAccounts(stack, one, known, COST);
  if (one.before)
    for (const address of [...known, ...unknown]) await node.post(one.before.path, one.before.body(address));
  // Warms up: the first calls in a session also plan statements.
  for (const address of [...known.slice(1), ...unknown.slice(1)]) await countStatementCalls(node, one, address);
  const first = await countStatementCalls(node, one, known[0] as string);
  const second = await countStatementCalls(node, one, unknown[0] as string);
  return [moreFrequentStatements(first, second), moreFrequentStatements(second, first)].flat();
}

for (const one of ADDRESSED_CASES) {
  test(`${one.name}: known and unknown addresses cost the same statements, or are answered in slots`, async () => {
    const word = one.name.replaceAll(/\W/g, '');
    const nodes = one.path === '/signup' ? [stack] : [stack, auto];
    for (const node of nodes) {
      const different = await compareStatements(node, one, node === auto ? `${word}auto` : word);
      if (DELAYED_ROUTES.get(one.path) === 'all') continue;
      if (one.works === undefined) assert.equal(different, [], node === auto ? 'under autoconfirm' : '');
      else assert.ok(different.length > 0 && DELAYED_ROUTES.get(one.path) === 'errors', one.works);
    }
  });
}

test('the known accounts of the cases have the password that their case names', async () => {
  for (const one of [...ADDRESSED_CASES, ...DOCUMENTED_DIFFERENCES].filter(({ hash }) => hash !== undefined)) {
    const address = addressOf(one.kind, `${one.name.replaceAll(/\W/g, '')}right`, 0);
    await createAddressedAccounts(stack, one, [address], COST);
    const answer = await stack.post(one.path, { ...one.body(address), password: STORED_PASSWORD });
    assert.is(answer.status, 200, `${one.name}: ${answer.text}`);
  }
});

test.run();
