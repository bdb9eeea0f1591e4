// User search over HTTP and from the command line, before and after the search index is built.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { environmentFor, runJson } from '../cli/admin.ts';
import { SERVICE as admin, createAdmin } from '../support/clients/admin.ts';
import { runInside } from '../support/processes/inside.ts';
import { type Answer, bearer, confirmedUser, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack();
const env = environmentFor(stack.db);
test.after(() => stack.close());

interface Body {
  users: { id: string; email: string }[];
  pagination: { has_more: boolean; next_cursor?: string };
}
const find = (query: Record<string, string>): Promise<Answer> =>
  stack.get(`/admin/users?${new URLSearchParams(query)}`, admin);
const emailsIn = ({ body }: Answer): string[] => (body as unknown as Body).users.map(({ email }) => email);

const made: string[] = [];
test.before(async () => {
  for (const plan of ['pro', 'free', 'pro']) {
    const email = `finder-${newEmail()}`;
    const { status } = await stack.post(
      '/admin/users',
      { email, user_metadata: { plan, name: `Zoë ${made.length}` } },
      admin,
    );
    assert.is(status, 200);
    made.unshift(email);
  }
});

async function assertEachUserFound(): Promise<void> {
  assert.equal(emailsIn(await find({ search: 'FINDER-' })), made);
  assert.equal(emailsIn(await find({ search: 'Zoë 1' })), [made[1]]);
  assert.equal(emailsIn(await find({ email: String(made[2]).toUpperCase() })), [made[2]]);
  assert.equal(emailsIn(await find({ user_metadata: '{"plan":"pro"}' })), [made[0], made[2]]);
  assert.equal(
    emailsIn(await find({ provider: 'email', search: 'finder', sort: 'created_at asc' })),
    [...made].reverse(),
  );
  assert.equal(emailsIn(await find({ search: 'finder', provider: 'github' })), []);
}

test('results match all criteria; Link leads from page to page', async () => {
  await assertEachUserFound();
  let path: string | undefined =
    `/admin/users?${new URLSearchParams({ search: 'finder-', limit: '1', user_metadata: '{"plan":"pro"}' })}`;
  const pages: string[][] = [];
  for (let times = 0; path !== undefined && times < 5; times += 1) {
    const answer: Answer = await stack.get(path, admin);
    assert.is(answer.headers.get('x-total-count'), null, 'a total would cost as much as reading all');
    pages.push(emailsIn(answer));
    path = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    assert.is(path !== undefined, (answer.body as unknown as Body).pagination.has_more);
  }
  assert.equal(pages, [[made[0]], [made[2]]]);
});

test('without criteria the list is the one auth-js expects', async () => {
  const { data, error } = await createAdmin(stack.url).listUsers({ page: 1, perPage: 2 });
  assert.is(error, null);
  assert.equal(
    data.users.map(({ email }) => email),
    made.slice(0, 2),
  );
  assert.is((data as { total?: number }).total, 3);
});

test('400 for a non-object, an invalid cursor, or contradictory criteria; 403 for users; the log contains none of it', async () => {
  for (const query of [
    { user_metadata: '[1]' },
    { user_metadata: '{"plan":' },
    { app_metadata: '{"a":"\\u0000"}' },
    { cursor: "1' or" },
    { limit: '0' },
    { search: 'secret-needle', page: '1' },
  ] as Record<string, string>[]) {
    const { status, body } = await find(query);
    assert.equal([status, body.error_code], [400, 'validation_failed'], JSON.stringify(query));
  }
  const { access_token } = await confirmedUser(stack);
  assert.is((await stack.get('/admin/users?search=secret-needle', bearer(access_token))).status, 403);
  await find({ search: 'secret-needle' });
  assert.not(stack.log().includes('secret-needle'));
});

test('without the right to install pg_trgm, prints the statement a DBA has to run', async () => {
  const stranger = { ...env, DATABASE_URL_MIGRATE: stack.db.direct_url('auditor') };
  const { code, stderr } = await runInside(['user', 'index'], { env: stranger });
  assert.is(code, 1);
  assert.match(
    stderr,
    /Have a DBA run "create extension pg_trgm schema \S+; grant usage on schema \S+ to auth_owner;"/,
  );
});

test('doctor notes many users without a search index', async () => {
  const notes = async () => {
    const { stdout, stderr } = await runInside(['doctor'], { env });
    return stdout + stderr;
  };
  assert.not.match(await notes(), /have no index/);
  await stack.db.sql`update pg_class set reltuples = 200000 where oid = 'auth.users'::regclass`;
  assert.match(await notes(), /about 200000 users have no index; "npx postern user index" .* which is missing/);
});

test('postern user index builds the index, and doctor recognizes it; results are the same', async () => {
  const ran = await runInside(['user', 'index'], { env });
  assert.is(ran.code, 0, ran.stderr);
  const there = () => stack.db.sql`select auth_lib.has_search_index() as there`;
  assert.is((await there())[0]?.there, true);
  assert.is((await runInside(['user', 'index'], { env })).code, 0, 'again, and nothing happens');
  await assertEachUserFound();
  const doctor = await runInside(['doctor'], { env });
  assert.not(/users_search_idx/.test(doctor.stdout + doctor.stderr));
  assert.is((await runInside(['user', 'index', '--drop'], { env })).code, 0);
  assert.is((await there())[0]?.there, false);
});

test('postern user find', async () => {
  const { users } = await runJson(['user', 'find', 'finder', '--user-metadata', '{"plan":"free"}'], env);
  assert.equal(
    (users as { email: string }[]).map(({ email }) => email),
    [made[1]],
  );
  const first = await runInside(['user', 'find', 'finder', '--limit', '2'], { env });
  const [, cursor = ''] = /--cursor (\S+)/.exec(first.stderr) ?? [];
  const rest = await runJson(['user', 'find', 'finder', '--limit', '2', '--cursor', cursor], env);
  assert.equal(
    (rest.users as { email: string }[]).map(({ email }) => email),
    [made[2]],
  );
  assert.is((await runInside(['user', 'find', '--user-metadata', 'x'], { env })).code, 2);
});

test.run();
