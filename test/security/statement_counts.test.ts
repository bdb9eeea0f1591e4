// A cheap request must not cause expensive work: requests with unknown names and long lists run no more statements than
// a correct request. Statements are counted by pg_stat_statements, with those inside of functions.
// runner: when=gateway,sql
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authorizeQuery, createOAuthClient, createPkce } from '../support/clients/oauth.ts';
import { createCluster, createDatabase, makeTemplate } from '../support/database/db.ts';
import { newEmail, type Stack, startStack } from '../support/processes/stack.ts';

const LONG = 10_000;
let server: Awaited<ReturnType<typeof createCluster>>;
let stack: Stack;
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
    env: {
      SVC_OAUTH_SERVER_ENABLED: 'true',
      SVC_EXTERNAL_GITHUB_ENABLED: 'true',
      SVC_EXTERNAL_GITHUB_CLIENT_ID: 'client',
      SVC_EXTERNAL_GITHUB_SECRET: 'secret-of-github',
      SVC_EXTERNAL_GITHUB_REDIRECT_URI: 'http://localhost:9999/callback',
    },
  });
});
test.after(async () => {
  await stack?.close();
  await server?.stop();
});

/** Returns the number of statements that the server runs for a request. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  await stack.db.sql`select public.pg_stat_statements_reset()`;
  await work();
  const [row] = await stack.db.sql<{ calls: number }[]>`
    select coalesce(sum(s.calls), 0)::integer as calls from public.pg_stat_statements as s
    where s.query !~* 'pg_stat_statements|^show |^(begin|commit)'`;
  return row?.calls ?? 0;
}

const words = (length: number): string =>
  Array.from({ length: length / 5 }, (_, index) => `x${index % 1000}`).join(' ');

/** Returns different names of scopes, whose text is short enough for a parameter. */
const names = (count: number): string => Array.from({ length: count }, (_, index) => `s${index}`).join(' ');

const { challenge } = createPkce();

test('unknown names and long lists cost no more statements than a right request', async () => {
  const right = await countStatements(() => stack.get('/authorize?provider=github'));
  const sign_in = await countStatements(() =>
    stack.post('/token?grant_type=password', { email: newEmail(), password: 'x' }),
  );
  const { client_id } = await createOAuthClient(stack);
  const authorize = (scope: string) => stack.get(`/oauth/authorize?${authorizeQuery(client_id, challenge, { scope })}`);
  const page = await countStatements(async () => assert.is((await authorize('openid')).status, 302));
  assert.ok(right > 1 && sign_in > right && page > 1, `${right}, ${sign_in} and ${page} statements`);
  const hostile: [string, number, () => Promise<{ status: number }>][] = [
    ['an unknown provider', 0, () => stack.get('/authorize?provider=nobody')],
    ['a long name of a provider', 0, () => stack.get(`/authorize?provider=${'p'.repeat(LONG)}`)],
    ['a list of providers', 0, () => stack.get(`/authorize?provider=${encodeURIComponent(words(LONG))}`)],
    ['many scopes', 0, () => stack.get(`/authorize?provider=github&scopes=${encodeURIComponent(words(LONG))}`)],
    [
      'an unknown client with many scopes',
      right,
      () => stack.get(`/oauth/authorize?client_id=x&scope=${encodeURIComponent(words(LONG))}`),
    ],
    ['a client with many scopes', page, () => authorize(names(150))],
    ['a client with many scopes and openid', page, () => authorize(`openid ${names(150)}`)],
    [
      'an ID token of an unknown provider',
      0,
      () => stack.post('/token?grant_type=id_token', { provider: 'p'.repeat(LONG), id_token: 'e30.e30.x' }),
    ],
    [
      'a sign-in with a long address',
      sign_in,
      () => stack.post('/token?grant_type=password', { email: `${'a'.repeat(LONG)}@example.com`, password: 'x' }),
    ],
    ['a link of an unknown form', right, () => stack.get(`/verify?type=signup&token=${'f'.repeat(LONG)}`)],
  ];
  for (const [about, most, send] of hostile) {
    let status = 0;
    const count = await countStatements(async () => {
      status = (await send()).status;
    });
    assert.ok(count <= most, `${about}: ${count} statements, not ${most}`);
    assert.ok(status < 500, `${about}: ${status}`);
  }
});

test.run();
