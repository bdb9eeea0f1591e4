// runner: when=cli,dev,install,core,sql

// postern audit: filters by user, actor, action and time, pages, text and JSON output.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runInside } from '../support/processes/inside.ts';
import { newEmail, type Stack, startStack } from '../support/processes/stack.ts';
import { environmentFor, runJson } from './admin.ts';

let stack: Stack;
let env: Record<string, string>;
const email = newEmail();
test.before(async () => {
  stack = await startStack({ worker: false });
  env = environmentFor(stack.db);
  await runJson(['user', 'create', '--email', email, '--confirm', '--role', 'clerk', '--json'], env);
});
test.after(() => stack.close());

interface Entry {
  created_at: string;
  actor_id: string;
  actor_username: string;
  actions: string[];
  traits: Record<string, unknown>;
  ip_address: string | null;
}
interface Page {
  entries: Entry[];
  next_cursor?: string;
}
const audit = async (...args: string[]) => (await runJson(['audit', ...args], env)) as unknown as Page;
const actions = async (...args: string[]) => (await audit(...args)).entries.map((entry) => entry.actions.join());

test('a ban from the command line names a role as its actor, and a refused sign-in has its address and error', async () => {
  for (const command of [
    ['ban', email, '--for', '2h'],
    ['unban', email],
    ['update', email, '--role', 'boss'],
  ])
    assert.is((await runInside(['user', ...command], { env })).code, 0);
  const { status } = await stack.post('/token?grant_type=password', { email, password: 'wrong' });
  assert.is(status, 400);
  const [refused, role, unbanned, banned] = (await audit('--user', email)).entries;
  assert.equal(refused?.traits, { provider: 'email', error_code: 'invalid_credentials' });
  assert.equal([refused?.actions, refused?.ip_address], [['sign_in_refused'], '127.0.0.1']);
  assert.equal(role?.traits.changed, ['role']);
  assert.equal([role?.traits.old_role, role?.traits.new_role], ['clerk', 'boss']);
  assert.equal([unbanned?.traits.changed, unbanned?.traits.new_banned_until], [['banned_until'], null]);
  assert.is(unbanned?.traits.old_banned_until, banned?.traits.new_banned_until);
});

test('filters by user, actor, action and time combine with AND', async () => {
  const other = newEmail();
  await stack.post('/signup', { email: other, password: 'correct horse battery' });
  const all = ['sign_in_refused', 'user_modified', 'user_modified', 'user_modified', 'user_signedup'];
  const { entries } = await audit('--user', email);
  assert.equal(
    entries.map((entry) => entry.actions.join()),
    all,
  );
  const id = String(entries[0]?.actor_id);
  assert.equal(await actions('--user', id), all, 'by id');
  assert.equal(await actions('--actor', email), ['sign_in_refused']);
  assert.equal(await actions('--actor', 'service_role'), all.slice(1));
  assert.equal(await actions('--user', email, '--action', 'user_modified'), all.slice(1, 4));
  assert.equal(await actions('--actor', 'service_role', '--user', other), []);
  assert.equal(await actions('--action', 'user_mod'), [], 'whole names');
  const from = String(entries[2]?.created_at);
  const millis = new Date(Date.parse(from) + 1).toISOString();
  assert.equal(await actions('--user', email, '--since', millis), all.slice(0, 2));
  assert.equal(await actions('--user', email, '--until', millis), all.slice(2));
  await stack.db.sql`delete from auth.users where id = ${id}`;
  assert.equal(await actions('--user', id), all, 'also when the user is gone');
});

test('pages follow one another without a gap', async () => {
  const whole = await actions();
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await audit('--limit', '2', ...(cursor === undefined ? [] : ['--cursor', cursor]));
    seen.push(...page.entries.map((entry) => entry.actions.join()));
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  assert.equal(seen, whole);
  assert.ok(whole.length > 4);
});

test('prints a table as text; invalid options end with an error', async () => {
  const listed = await runInside(['audit', '--limit', '1', '--action', 'user_modified'], { env });
  assert.match(listed.stdout, /^TIME +ACTOR +ACTIONS +FROM +DETAILS\n\S+Z +service_role +user_modified .*"changed"/);
  assert.match(listed.stderr, /^Next page: add --cursor /);
  for (const [args, code, expected] of [
    [['--since', 'yesterday'], 2, /a time with a time zone/],
    [['--limit', '0'], 2, /from 1 to 1000/],
    [['--cursor', 'x'], 1, /cursor is none of ours/],
    [['--user', newEmail()], 1, /not found/],
  ] as const) {
    const ended = await runInside(['audit', ...args], { env });
    assert.is(ended.code, code, ended.stderr);
    assert.match(ended.stderr, expected);
  }
});

test.run();
