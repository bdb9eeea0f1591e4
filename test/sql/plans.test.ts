// Query plans of the statements that users' requests run, with enough users to make a bad plan visible: an index for
// each lookup, no sort of more than a page, and updates that touch no index. plans_of_*.test.ts cover the worker and
// administrators.
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEnvironment, readSettings } from '../../core/settings/reading.ts';
import { createPreparedCalls } from '../../gateway/pipeline/calls.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { createDatabase } from '../support/database/db.ts';
import { api, type CallArguments, code_keys, SETTINGS } from '../support/database/sql_api.ts';
import { JWT_SECRET } from '../support/processes/keys.ts';
import { insertActivity, insertUsers } from './many_users.ts';
import { assertNoLargeScan, assertNoLargeSort, largeSequentialScans, openPlanReader } from './plan_reader.ts';

const USERS = 5_000;
const CLIENT = { ip: '127.0.0.1', user_agent: 'test', request_id: 'test' };

const db = await createDatabase();
const { sql, nodesOf, nodesAfterMany } = await openPlanReader(db.superuser_url);
test.before(async () => {
  await insertUsers(db, USERS);
  await db.sql`insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    select u.id, 'google', gen_random_uuid(), 'subject of ' || u.email, '{}', now(), now() from auth.users as u`;
  await insertActivity(db);
  crowd = await db.sql<Person[]>`
    select u.id, u.email, s.id as session, t.id as token from auth.users as u join auth.sessions as s on s.user_id = u.id
    join auth.one_time_tokens as t on t.user_id = u.id limit 500`;
});
test.after(async () => {
  await sql.end();
  await db.drop();
});

interface Person {
  id: string;
  email: string;
  session: string;
  token: string;
}

let crowd: Person[] = [];
/** Returns users that no earlier test has used, because a link works once. */
const people = (count: number): Person[] => crowd.splice(0, count);
const somebody = (): Person => people(1)[0] as Person;

const claimsOf = ({ id, session }: Person): CallArguments => ({
  sub: id,
  aud: 'authenticated',
  role: 'authenticated',
  session_id: session,
});
const metadataOf = (person: Person): CallArguments => ({
  claims: claimsOf(person),
  data: { seen: randomUUID() },
  client: CLIENT,
});
const refreshOf = ({ id, session }: Person, counter = 0): CallArguments => ({
  user_id: id,
  session_id: session,
  counter,
  client: CLIENT,
});
const linkOf = ({ token }: Person): CallArguments => ({
  type: 'magiclink',
  link: { id: token, pkce: false },
  client: CLIENT,
});

/** Returns the number of updates of a table during `work`, and how many were HOT. */
async function countUpdates(table: string, work: () => Promise<unknown>): Promise<{ updated: number; hot: number }> {
  const read = async () => {
    for (const one of [sql, db.sql]) await one`select pg_stat_force_next_flush()`;
    const [stat] = await sql`
      select n_tup_upd::int as updated, n_tup_hot_upd::int as hot from pg_stat_user_tables where schemaname = 'auth' and relname = ${table}`;
    return { updated: stat?.updated as number, hot: stat?.hot as number };
  };
  const before = await read();
  await work();
  const after = await read();
  return { updated: after.updated - before.updated, hot: after.hot - before.hot };
}

test('GET /user', async () => {
  const claims = claimsOf(somebody());
  assertNoLargeScan(await nodesAfterMany(() => api(sql, 'get_user', { claims })), 2);
});

test('refresh: one row of each table, and an update that touches no index (HOT)', async () => {
  const person = somebody();
  let counter = 0;
  const stat = await countUpdates('sessions', async () => {
    assertNoLargeScan(await nodesAfterMany(() => api(sql, 'refresh_session', refreshOf(person, counter++))), 2);
  });
  assert.equal(stat, { updated: counter, hot: counter });
});

test('PUT /user: only the user, and an update that touches no index (HOT)', async () => {
  const person = somebody();
  let count = 0;
  const change = async () => {
    count += 1;
    // Makes room on the pages for HOT updates.
    await db.sql`vacuum auth.users`;
    return api(sql, 'update_user', metadataOf(person));
  };
  const stat = await countUpdates('users', async () => assertNoLargeScan(await nodesAfterMany(change), 10));
  assert.equal(stat, { updated: count, hot: count });
});

test('PUT /user with a new password: the sessions, links and flows of the user, and no other', async () => {
  const person = somebody();
  const change = () => api(sql, 'update_user', { claims: claimsOf(person), password: randomUUID(), client: CLIENT });
  assertNoLargeScan(await nodesAfterMany(change), 10);
});

test('a sign-in: the user by its address', async () => {
  const { email } = somebody();
  assertNoLargeScan(
    await nodesAfterMany(() => api(sql, 'sign_in_with_password', { email, password: 'wrong', client: CLIENT })),
    10,
  );
});

test('a sign-in that opens a session', async () => {
  const { id, email } = somebody();
  await db.sql`update auth.passwords as p set hash = auth_lib.bcrypt('right', null, 4) where p.user_id = ${id}`;
  const nodes = await nodesAfterMany(async () => {
    const answer = await api(sql, 'sign_in_with_password', { email, password: 'right', client: CLIENT });
    assert.ok(answer.body, JSON.stringify(answer));
  });
  assertNoLargeScan(nodes, 10);
});

test('a provider sign-in: the user by its subject', async () => {
  const { id, email } = somebody();
  const profile = { subject: `subject of ${email}`, emails: [], data: {}, email_optional: true };
  const nodes = await nodesAfterMany(async () => {
    const token = { digest: randomBytes(32).toString('hex'), expires_at: 4_000_000_000 };
    const answer = await api(sql, 'sign_in_with_id_token', {
      provider: 'google',
      profile,
      token,
      link: {},
      client: CLIENT,
    });
    assert.is((answer.claims as { sub?: string } | undefined)?.sub, id, JSON.stringify(answer));
  });
  assertNoLargeScan(nodes, 10);
  assert.ok(nodes.some((node) => node['Index Name'] === 'identities_subject_key'));
});

test('a sign-up: of a new address, and of an existing one', async () => {
  const { email } = somebody();
  const fresh = () =>
    api(sql, 'sign_up', { email: `${randomUUID()}@example.com`, password: 'a password', client: CLIENT });
  assertNoLargeScan(await nodesAfterMany(fresh), 10);
  assertNoLargeScan(
    await nodesAfterMany(() => api(sql, 'sign_up', { email, password: 'a password', client: CLIENT })),
    10,
  );
});

test('a request for a magic link: the user by its address, and the link replaced', async () => {
  const { email } = somebody();
  const ask = () => api(sql, 'request_magic_link', { email, client: CLIENT });
  assertNoLargeScan(await nodesAfterMany(ask), 10);
});

test('verify: the link by its id, and the related rows of its user', async () => {
  const nodes = await nodesAfterMany(async () => {
    const answer = await api(sql, 'verify_token', linkOf(somebody()));
    assert.ok(answer.body, JSON.stringify(answer));
  });
  assertNoLargeScan(nodes, 10);
});

test('verify: a code by its address', async () => {
  const { email } = somebody();
  const guess = () => api(sql, 'verify_token', { type: 'email', email, code: '000000', client: CLIENT });
  assertNoLargeScan(await nodesAfterMany(guess), 10);
});

const { settings } = readSettings(
  readEnvironment({
    env: {
      SVC_SITE_URL: 'http://localhost:3000',
      SVC_API_EXTERNAL_URL: 'http://localhost:9999',
      SVC_JWT_SECRET: JWT_SECRET,
      DATABASE_URL: 'postgres://nobody@localhost/nowhere',
    },
    file: null,
  }),
);

/** Returns a function that sends several calls of a SQL function in one statement, as the gateway does. */
function sharedStatement(
  name: string,
  calls: readonly CallArguments[],
): () => PromiseLike<{ answer: { body?: object } }[]> {
  const route = ROUTES.find(({ calls }) => calls.some((one) => one.function === name && one.shared !== undefined));
  const call = route?.calls.find((one) => one.function === name);
  assert.ok(route && call, `${name} shares no statement`);
  const statement = createPreparedCalls({
    api: 'auth_api',
    settings,
    ring: { sealing_key_id: 1, codeKeys: () => [] } as never,
    call: async () => null,
  }).ready(call, route).statement.shared;
  const usual: CallArguments = { settings: JSON.stringify(SETTINGS), code_keys: JSON.stringify(code_keys) };
  const names = Object.keys(call.args);
  return () => {
    const values = statement?.values(calls.map((call) => names.map((one) => usual[one] ?? call[one] ?? null)));
    return sql.unsafe(
      statement?.text ?? '',
      values?.map((value, at) => (at === 0 ? JSON.parse(String(value)) : value)) as never[],
    );
  };
}

const SEVERAL = 8;
for (const [name, callOf] of [
  ['get_user', (person) => ({ claims: claimsOf(person) })],
  ['refresh_session', refreshOf],
  ['update_user', metadataOf],
  ['verify_token', linkOf],
] as [string, (person: Person) => CallArguments][]) {
  test(`${name}, several in one statement: as many index lookups as calls`, async () => {
    const run = async () => {
      const answers = await sharedStatement(
        name,
        people(SEVERAL).map((person) => callOf(person)),
      )();
      assert.is(answers.length, SEVERAL);
      for (const { answer } of answers) assert.not.match(JSON.stringify(answer), '"refused"');
    };
    assertNoLargeScan(await nodesAfterMany(run), 10);
  });
}

for (const [name, page, sort] of [
  ['the first page', 1, 'created_at desc'],
  ['a page in the middle', 55, 'created_at desc'],
  ['the last page', 100, 'created_at desc'],
  ['a page in the middle, oldest first', 55, 'created_at asc'],
  ['the last page, oldest first', 100, 'created_at asc'],
] as const) {
  test(`the list of users, ${name}: skips at most a block, reads at most a page`, async () => {
    const args = {
      claims: { role: 'service_role' },
      page: String(page),
      per_page: '50',
      sort,
      audience: 'authenticated',
    };
    const nodes = await nodesAfterMany(
      () =>
        sql`select auth_api.list_users(claims => ${JSON.stringify(args.claims)}::text::jsonb, page => ${args.page}, per_page => ${args.per_page},
        sort => ${sort}, filter => null, audience => ${args.audience}, settings => '{}')`,
    );
    assertNoLargeScan(nodes, 600);
    assertNoLargeSort(nodes, 100);
  });
}

test('the check detects a table that is read completely', async () => {
  const { nodes } = await nodesOf(() => sql`select count(*) from auth.users as u where u.email like '%x%'`);
  assert.equal(largeSequentialScans(nodes, 10), ['users']);
});

test.run();
