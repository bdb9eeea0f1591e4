// SQL functions of an operator as hooks: their input, and the values that they can change.
// test/security/hook_functions.test.ts covers faulty functions.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHookSchema, defineHook, functionHookSettings } from '../support/database/hooks.ts';
import { type Answer, bearer, newEmail, startStack } from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
const HOOKS = ['custom_access_token', 'before_user_created', 'after_user_created', 'password_verification_attempt'];
const stack = await startStack({
  worker: false,
  env: {
    ...functionHookSettings(...HOOKS),
    SVC_MAILER_AUTOCONFIRM: 'true',
    SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
  },
});
test.after(() => stack.close());
const { db } = stack;
await createHookSchema(db);

const signIn = (email: string, password = PASSWORD) => stack.post('/token?grant_type=password', { email, password });
const refresh = (refresh_token: unknown) => stack.post('/token?grant_type=refresh_token', { refresh_token });
const claimsOf = ({ body }: Answer): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(body.access_token).split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;

async function createMember(): Promise<{ email: string; answer: Answer }> {
  const email = newEmail();
  const answer = await stack.post('/signup', { email, password: PASSWORD });
  assert.is(answer.status, 200, answer.text);
  return { email, answer };
}

const person = await createMember();
const CLAIMS = `event -> 'claims'`;

test('a hook adds claims, changes the role, and gets the method of the sign-in', async () => {
  await defineHook(
    db,
    'custom_access_token',
    `return jsonb_build_object('claims', (${CLAIMS}) || jsonb_build_object('role', 'editor', 'plan', 'gold',
       'how', event ->> 'authentication_method', 'whom', event ->> 'user_id', 'told', event -> 'metadata'));`,
  );
  const signed = await signIn(person.email);
  const refreshed = await refresh(signed.body.refresh_token);
  const anonymous = await stack.post('/signup', {});
  await defineHook(db, 'custom_access_token');
  const [first, second, third] = [signed, refreshed, anonymous].map(claimsOf);
  assert.equal([first?.role, first?.plan, first?.how, first?.whom], ['editor', 'gold', 'password', first?.sub]);
  assert.equal([second?.how, third?.how], ['token_refresh', 'anonymous']);
  const { uuid, time, ...rest } = (first?.told ?? {}) as Record<string, string>;
  assert.match(String(uuid), /^[0-9a-f-]{36}$/);
  assert.ok(Date.parse(String(time)) > 0);
  assert.equal(rest, { name: 'customize-access-token', ip_address: '127.0.0.1' });
  assert.is((await stack.get('/user', bearer(signed.body.access_token))).status, 200);
});

test('a hook sees the user before and after its creation, in the same transaction', async () => {
  for (const name of ['before_user_created', 'after_user_created'])
    await defineHook(
      db,
      name,
      `insert into app.notes values (event -> 'metadata' ->> 'name' || ' ' || (event -> 'user' ->> 'email')); return '{}';`,
    );
  const { email } = await createMember();
  await signIn(email);
  const again = await stack.post('/signup', { email, password: PASSWORD });
  assert.is(again.status, 422);
  for (const name of ['before_user_created', 'after_user_created']) await defineHook(db, name);
  const notes = (await db.sql`delete from app.notes returning note`).map(({ note }) => note as string);
  assert.equal(notes, [`before-user-created ${email}`, `after-user-created ${email}`]);
});

test('a hook rejects a password with its own text, and may end the sessions; every rejected attempt counts', async () => {
  const { email, answer } = await createMember();
  const live = async () =>
    (
      await db.sql`select count(*)::int as live from auth.sessions as s join auth.users as u on u.id = s.user_id
      where u.email = ${email} and s.revoked_at is null`
    )[0]?.live as number;
  const reject = (more: string) => `return '{"decision": "reject"${more}}';`;
  await defineHook(db, 'password_verification_attempt', reject(''));
  const plain = await signIn(email);
  assert.equal(
    [plain.status, plain.body.error_code, plain.body.msg],
    [400, 'invalid_credentials', 'Further password verification attempts will be rejected.'],
  );
  assert.is(await live(), 1);
  await defineHook(db, 'password_verification_attempt', reject(', "message": "locked", "should_logout_user": true'));
  assert.is((await signIn(email, 'wrong password')).body.msg, 'locked');
  assert.is(await live(), 0);
  const [{ failures } = { failures: 0 }] = await db.sql<{ failures: number }[]>`
    select failures from auth.attempts where failures > 0 order by touched_at desc limit 1`;
  assert.is(failures, 2, 'a right password counts too, so the count reveals nothing');
  await defineHook(
    db,
    'password_verification_attempt',
    `insert into app.notes values (event ->> 'valid'); return '{"decision": "continue"}';`,
  );
  await signIn(email);
  await signIn(email, 'wrong password');
  await signIn(newEmail());
  assert.equal(
    (await db.sql`delete from app.notes returning note`).map(({ note }) => note as string),
    ['true', 'false'],
  );
  assert.is((await refresh(answer.body.refresh_token)).status, 400);
  for (const body of [
    `return '{}';`,
    `return '{"decision": "maybe"}';`,
    `return '{"decision": true}';`,
    `return null;`,
  ]) {
    await defineHook(db, 'password_verification_attempt', body);
    const nonsense = await signIn(email);
    assert.equal([nonsense.status, nonsense.body.msg], [500, 'Error unmarshaling JSON output.']);
  }
});

test.run();
