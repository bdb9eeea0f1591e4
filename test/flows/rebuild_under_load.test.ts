// runner: when=sql,gateway,core,install

// During an upgrade the functions are dropped and created again, and no request fails.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { migrate } from '../../install/migrate/migrate.ts';
import { writeNextSql } from '../faults/trees.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { bearer, confirmedUser, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({ keeps_time_limits: true });
const other = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
test.after(() => stack.close());

const REBUILDS = 2;
/** Pause in ms between two requests of a kind, which leaves CPU time for the migration. */
const PAUSE_MS = 30;
const PASSWORD = 'correct horse battery';

async function rebuildFunctions(): Promise<boolean> {
  await stack.db.sql`update auth.release set digest = 'of another tree'`;
  return (await migrate(stack.db.migration())).changed;
}

/** Sends all kinds of requests to both gateways until `work` has ended. Returns the number of responses by status. */
async function countResponsesDuring(o: { work: () => Promise<unknown> }): Promise<Record<string, number>> {
  const user = await confirmedUser(stack);
  const answers: Record<string, number> = {};
  const count = (what: string, status: number) => {
    answers[`${what} ${status}`] = (answers[`${what} ${status}`] ?? 0) + 1;
  };
  let { refresh_token } = user;
  const steps: (() => Promise<void>)[] = [
    async () => {
      const answer = await stack.post('/token?grant_type=refresh_token', { refresh_token });
      count('refresh', answer.status);
      refresh_token = String(answer.body.refresh_token ?? refresh_token);
    },
    async () => count('user', (await stack.get('/user', bearer(user.access_token))).status),
    async () => count('user', (await other.get('/user', bearer(user.access_token))).status),
    async () => {
      const { email, password } = user;
      count('password', (await stack.post('/token?grant_type=password', { email, password })).status);
    },
    async () => count('signup', (await other.post('/signup', { email: newEmail(), password: PASSWORD })).status),
    async () => count('recover', (await stack.post('/recover', { email: newEmail() })).status),
    async () => count('list', (await stack.get('/admin/users?per_page=20', SERVICE)).status),
  ];
  let working = true;
  const load = steps.map(async (step) => {
    for (; working; await sleep(PAUSE_MS)) await step();
  });
  try {
    await o.work();
  } finally {
    working = false;
    await Promise.all(load);
  }
  return answers;
}
const ALL_WELL = ['list 200', 'password 200', 'recover 200', 'refresh 200', 'signup 200', 'user 200'];

test('functions are rebuilt repeatedly under load: every request is answered as usual', async () => {
  const answers = await countResponsesDuring({
    async work() {
      for (let i = 0; i < REBUILDS; i += 1) assert.is(await rebuildFunctions(), true);
    },
  });
  assert.equal(Object.keys(answers).sort(), ALL_WELL);
  assert.ok(Object.values(answers).every((many) => many >= REBUILDS));
});

test('F-28: busy tables are changed behind a long transaction, in short attempts, so that no request gets 503', async () => {
  const sql_dir = writeNextSql();
  const holder = await stack.db.sql.reserve();
  await holder.unsafe('begin; select count(*) from auth.users; select count(*) from auth.sessions');
  const lines: string[] = [];
  const answers = await countResponsesDuring({
    async work() {
      const migrating = migrate({ ...stack.db.migration(), sql_dir, log: (line) => lines.push(line) });
      // Waits until three attempts to lock the tables have failed.
      const tries = () => lines.filter((line) => /retrying/.test(line)).length;
      for (; tries() < 3; await sleep(PAUSE_MS)) await stack.get('/health');
      await holder.unsafe('commit');
      const { steps } = await migrating;
      assert.ok(steps.includes('sql/migrations/9001-hot.sql') && steps.includes('sql/online/9021-users-index.sql'));
    },
  });
  holder.release();
  assert.match(
    lines[0] ?? '',
    /auth\.\w+ is in use by process \d+ \(\w+, postern test\), idle in transaction for \d+ s; retrying/,
  );
  assert.equal(Object.keys(answers).sort(), ALL_WELL, JSON.stringify(answers));
});

test('mails requested during the upgrade arrive', async () => {
  const email = newEmail();
  const [answer] = await Promise.all([stack.post('/signup', { email, password: PASSWORD }), rebuildFunctions()]);
  assert.is(answer.status, 200);
  assert.match((await stack.mail(email)).path, /^\/verify\?/);
});

test.run();
