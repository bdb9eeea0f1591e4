// A slow provider, and a killed PgBouncer, during provider sign-ins. PgBouncer has two connections per role. No
// database connection is held while a request waits for the provider.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redirectErrors } from '../flows/providers/journey.ts';
import { newPerson, startGitHubMock } from '../flows/providers/mock.ts';
import { createDatabase, LOGIN_ROLES } from '../support/database/db.ts';
import { hasPooler, startPooler } from '../support/database/pooler.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { type Answer, readRedirectFragment, type TestGateway } from '../support/processes/stack.ts';
import { assertNoOpenTransactions, createUserBeforeFault, faultTest, startFaultStack } from './fault_test.ts';

const AWAY = 30;

async function startBehindPooler() {
  const db = await createDatabase();
  const { hostname: host, port } = new URL(db.superuser_url);
  const urls = LOGIN_ROLES.map((role) => [role, new URL(db.url(role))] as const);
  const users = Object.fromEntries(urls.map(([, url]) => [url.username, url.password]));
  const pooling = { host, port, mode: 'transaction', users, pool_size: 2 } as const;
  let pooler = await startPooler(pooling);
  const { port: entrance } = pooler;
  for (const [, url] of urls) url.port = String(entrance);
  const through = urls.map(([role, url]) => [`DATABASE_URL_${role.toUpperCase()}`, url.href] as const);
  const github = await startGitHubMock();
  const env = { ...Object.fromEntries(through), SVC_DB_PREPARE: 'false', ...github.env };
  const stack = await startFaultStack({ db, env: { ...env, DATABASE_URL_LISTEN: db.url('worker') } });

  /** Starts `many` flows at the provider. Returns their callback paths. */
  const departed = (many: number, node: Pick<TestGateway, 'get'> = stack): Promise<string[]> =>
    Promise.all(
      Array.from({ length: many }, async () => {
        const answer = await node.get('/authorize?provider=github');
        return github.consent(answer.headers.get('location') ?? '', newPerson());
      }),
    );
  /**
   * Holds the provider's responses until `free` is called. The responses then have status 503. `held` resolves when
   * `many` requests wait.
   */
  const holding = (many: number) => {
    const { promise: held, resolve: all } = Promise.withResolvers<void>();
    const { promise: freed, resolve: free } = Promise.withResolvers<void>();
    let waiting = 0;
    github.faults.set('/user', async () => {
      waiting += 1;
      if (waiting === many) all();
      await freed;
      return { status: 503 };
    });
    return { held, free };
  };
  return {
    db,
    github,
    stack,
    departed,
    holding,
    kill: () => pooler.kill(),
    async restart() {
      pooler = await startPooler({ ...pooling, listen_port: entrance });
    },
    async close() {
      await stack.close();
      await github.close();
      await pooler.stop();
      await db.drop();
    },
  };
}

/** Resolves when all requests wait at the provider. Rejects if one of them gets a response. */
async function untilAllWaitAtProvider(come: Promise<void>, answers: Promise<Answer>[]): Promise<void> {
  const answer = await Promise.race([come, ...answers]);
  assert.is(answer?.status, undefined, 'a request was answered before all had reached the provider');
}

faultTest(
  'F-16',
  'a silent provider holds no connection; F-26: killing PgBouncer while users are at a provider leaves no partial sign-in',
  async () => {
    if (!hasPooler()) return cannotRun('F-16', 'pgbouncer is not installed');
    const o = await startBehindPooler();
    const { stack, github } = o;
    const accounts = async () => (await o.db.sql`select from auth.identities as i where i.provider = 'github'`).length;
    try {
      // Thirty requests wait for the provider, while two connections serve all other requests.
      const { refresh_token, access_token } = await createUserBeforeFault(stack);
      const ways = await o.departed(AWAY);
      const slow = o.holding(AWAY);
      const back = ways.map((way) => stack.get(way));
      await untilAllWaitAtProvider(slow.held, back);
      const [open] = await o.db.sql`select count(*)::int as n from pg_stat_activity
      where datname = ${o.db.name} and usename = 'auth_gateway' and state <> 'idle'`;
      assert.is(open?.n, 0, 'nothing of the database is held');
      const others = await Promise.all([
        ...Array.from({ length: 10 }, () => stack.post('/token?grant_type=refresh_token', { refresh_token })),
        ...Array.from({ length: 10 }, () => stack.get('/user', { authorization: `Bearer ${access_token}` })),
      ]);
      assert.equal(
        others.map(({ status }) => status),
        others.map(() => 200),
      );
      slow.free();
      const unavailable = (answer: Answer, description: string) =>
        assert.is(redirectErrors(answer).error_description, description);
      for (const answer of await Promise.all(back))
        unavailable(answer, 'Error getting user profile from external provider');
      assert.is(await accounts(), 0);

      // The pooler is killed while ten requests wait for the provider, which then returns the profiles.
      github.faults.clear();
      const more = await o.departed(10);
      const { promise: taken, resolve: all } = Promise.withResolvers<void>();
      const { promise: gone, resolve: go } = Promise.withResolvers<void>();
      let asked = 0;
      github.faults.set('/emails', async () => {
        asked += 1;
        if (asked === 10) all();
        await gone;
        github.faults.delete('/emails');
        return { body: [{ email: `${asked}@example.com`, verified: true, primary: true }] };
      });
      const during = more.map((way) => stack.get(way));
      await untilAllWaitAtProvider(taken, during);
      await o.kill();
      go();
      for (const answer of await Promise.all(during)) {
        const { error, error_code } = redirectErrors(answer);
        assert.equal([error, error_code], ['temporarily_unavailable', 'unexpected_failure']);
      }
      await o.restart();
      assert.is(await accounts(), 0, 'no account is half created');

      // A flow may start at one gateway and return to another. A user whose flow failed can start a new one.
      const other = await stack.another(github.env);
      const away = await o.departed(5, other);
      await other.close();
      for (const way of [...away, ...(await o.departed(1))]) {
        let answer = await stack.get(way);
        for (let looks = 0; told503(answer) && looks < 100; looks += 1)
          answer = await stack.get((await o.departed(1))[0] ?? '');
        assert.ok(readRedirectFragment(answer).has('access_token'), answer.headers.get('location') ?? '');
      }
      assert.is(await accounts(), 6);
      await assertNoOpenTransactions(o.db);
    } finally {
      await o.close();
    }
  },
);

const told503 = (answer: Answer): boolean => readRedirectFragment(answer).get('error') === 'temporarily_unavailable';

test.run();
