// An upgrade while people sign in: the functions are dropped and made again, and no request notices.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { migrate } from '../../cli/migrate/migrate.ts';
import { bearer, confirmedUser, newEmail, startStack } from '../support/stack.ts';

const stack = await startStack();
const other = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
test.after(() => stack.close());

const REBUILDS = 2;
const PASSWORD = 'correct horse battery';

async function rebuild(): Promise<boolean> {
  await stack.db.sql`update auth.release set digest = 'of another tree'`;
  return (await migrate(stack.db.migration())).changed;
}

test('functions are rebuilt again and again under load: every request is answered as ever', async () => {
  const user = await confirmedUser(stack);
  const answers: Record<string, number> = {};
  const count = (what: string, status: number) => {
    answers[`${what} ${status}`] = (answers[`${what} ${status}`] ?? 0) + 1;
  };
  let { refresh_token } = user;
  const work: (() => Promise<void>)[] = [
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
  ];
  let rebuilding = true;
  const load = work.map(async (step) => {
    while (rebuilding) await step();
  });
  for (let i = 0; i < REBUILDS; i += 1) assert.is(await rebuild(), true);
  rebuilding = false;
  await Promise.all(load);
  assert.equal(Object.keys(answers).sort(), ['password 200', 'recover 200', 'refresh 200', 'signup 200', 'user 200']);
  assert.ok(Object.values(answers).every((many) => many >= REBUILDS));
});

test('mails that were asked for during it arrive', async () => {
  const email = newEmail();
  const [answer] = await Promise.all([stack.post('/signup', { email, password: PASSWORD }), rebuild()]);
  assert.is(answer.status, 200);
  assert.match((await stack.mail(email)).path, /^\/verify\?/);
});

test.run();
