// Three functions of docs/hooks.md work unchanged as hooks of a gateway and behave as documented.
// merge_accounts.test.ts tests the fourth.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readBlocks } from '../house/blocks.ts';
import { createClient, sessionOf } from '../support/clients/client.ts';
import { functionHookSettings } from '../support/database/hooks.ts';
import { startStack } from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
const HOOKS = ['custom_access_token', 'before_user_created', 'password_verification_attempt'];
const stack = await startStack({
  worker: false,
  env: { ...functionHookSettings(...HOOKS), SVC_MAILER_AUTOCONFIRM: 'true' },
});
test.after(() => stack.close());
const { sql } = stack.db;
await sql`create schema app`;
for (const { language, text } of readBlocks('docs/hooks.md')) if (language === 'sql') await sql.unsafe(text);

const { auth } = createClient(stack.url);
const credentials = { email: 'ada@example.com', password: PASSWORD };
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

test('adds a role of the application as a claim, from the next refresh on', async () => {
  const session = sessionOf(await auth.signUp(credentials));
  assert.is(claimsOf(session.access_token).user_role, 'reader');
  await sql`insert into app.user_roles values (${session.user.id}, 'editor')`;
  assert.is(claimsOf(sessionOf(await auth.refreshSession()).access_token).user_role, 'editor');
});

test('allows only sign-ups with company addresses, a hundred an hour', async () => {
  const other = await createClient(stack.url).auth.signUp({ email: 'ada@example.net', password: PASSWORD });
  assert.equal([other.error?.status, other.error?.message], [403, 'Sign up with your address at example.com.']);
  await sql`insert into app.sign_ups select now() from generate_series(1, 100)`;
  const late = await createClient(stack.url).auth.signUp({ email: 'bob@example.com', password: PASSWORD });
  assert.equal([late.error?.status, late.error?.message], [429, 'Too many people sign up. Please come back later.']);
  assert.is((await sql`select count(*)::int as users from auth.users`)[0]?.users, 1);
});

test('five wrong passwords lock an account for ten minutes, for the right one too', async () => {
  const attempt = async (password: string) => {
    const { error } = await createClient(stack.url).auth.signInWithPassword({ ...credentials, password });
    return error?.message ?? null;
  };
  for (let wrong = 0; wrong < 5; wrong += 1) assert.is(await attempt('wrong'), 'Invalid login credentials');
  assert.is(await attempt(PASSWORD), 'Too many wrong passwords. Please wait ten minutes.');
  await sql`update app.wrong_passwords set last_at = now() - interval '11 minutes'`;
  assert.is(await attempt(PASSWORD), null);
  assert.equal([...(await sql`select * from app.wrong_passwords`)], []);
});

test.run();
