// Runs the commands of docs/incidents.md in order on a stack with sessions, and checks the documented effects.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { environmentFor } from '../cli/admin.ts';
import { readBlocks } from '../house/blocks.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { claimsOf } from '../support/clients/client.ts';
import { runInside } from '../support/processes/inside.ts';
import { bearer, confirmedUser, newEmail, PEPPER, startStack } from '../support/processes/stack.ts';
import { enrollTotp, signIn as signInAsClient } from './factors/app.ts';

const blocks = readBlocks('docs/incidents.md');
const done = new Set<object>();
const left = () => blocks.filter((block) => !done.has(block));
const stack = await startStack();
const env = { ...environmentFor(stack.db), SVC_SECURITY_PEPPER: PEPPER };
test.after(() => stack.close());

/**
 * Runs the next block, which must contain `part`, with a factor's id in place of FACTOR. Returns the output of its
 * commands.
 */
async function runCommands(part: string, factor = ''): Promise<string[]> {
  const [block] = left();
  if (!block?.text.includes(part)) throw new Error(`${part} is not in the next block: ${block?.text}`);
  done.add(block);
  const lines: string[] = [];
  for (const line of block.text.trim().replace('FACTOR', factor).split('\n')) {
    assert.match(line, /^npx postern /);
    const ended = await runInside(line.split(' ').slice(2), { env });
    assert.is(ended.code, 0, `${line}\n${ended.stderr}`);
    lines.push(ended.stdout);
  }
  return lines;
}
/** Runs the next block, which must contain `part`, as a query of a superuser. */
async function runQuery(part: string): Promise<readonly Record<string, unknown>[]> {
  const [block] = left();
  if (!(block?.language === 'sql' && block.text.includes(part))) throw new Error(`${part} is not in the next block`);
  done.add(block);
  return stack.db.sql.unsafe(block.text);
}
const refreshes = async (refresh_token: unknown) =>
  (await stack.post('/token?grant_type=refresh_token', { refresh_token })).status === 200;
const signIn = async (email: string) =>
  (await stack.post('/token?grant_type=password', { email, password: 'correct horse battery' })).body;

/** Enrolls a TOTP factor. Returns its id. */
const enrolled = async (email: string): Promise<string> =>
  (await enrollTotp(await signInAsClient(stack, { email, password: 'correct horse battery' }))).factorId;

test('all users are signed out, and can sign in with their password', async () => {
  const people = [await confirmedUser(stack, { email: 'user@example.com' }), await confirmedUser(stack)];
  assert.equal(await runCommands('revoke-everybody --yes'), [
    'revoked 2 session(s) of 2 user(s); access tokens stay valid until they expire\n',
  ]);
  for (const person of people) assert.is(await refreshes(person.refresh_token), false);
  const again = await signIn('user@example.com');
  const [line] = await runCommands('--opened-before 2026');
  assert.match(line ?? '', /^revoked \d session/);
  await stack.db
    .sql`update auth.sessions set revoked_at = null, revoked_reason = null where user_id = ${String((again.user as { id: string }).id)}`;
  assert.ok(await refreshes(again.refresh_token));
});

test('a key of access tokens, the pepper: the commands of both', async () => {
  const [steps] = await runCommands('key rotate jwt');
  assert.match(steps ?? '', /# 3\. after \d+ s[\s\S]*\nSVC_JWT_SECRET=\S{64}\n/);
  const [anon, service, days] = await runCommands('report sign_ins_by_day');
  assert.equal([claimsOf(anon ?? '').role, claimsOf(service ?? '').role], ['anon', 'service_role']);
  assert.match(days ?? '', /^DAY/);
  const person = await signIn('user@example.com');
  const [rotated, resealed] = await runCommands('key rotate pepper');
  assert.match(rotated ?? '', /# 3\. when "npx postern key reseal"/);
  assert.match(resealed ?? '', 'Unreadable: 0.');
  assert.is(await refreshes(person.refresh_token), false);
  const factorId = await enrolled('user@example.com');
  assert.equal(
    (await runQuery('from auth.factors')).map(({ id }) => id),
    [factorId],
  );
  assert.match((await runCommands('factor delete', factorId))[0] ?? '', factorId);
  assert.not.match((await runInside(['factor', 'list', 'user@example.com'], { env })).stdout, factorId);
});

test('a leaked dump: the users to notify, and the steps to another pepper', async () => {
  const [people, rotated, resealed] = await runCommands('user list --json');
  assert.match(people ?? '', 'user@example.com');
  assert.match(rotated ?? '', 'SVC_SECURITY_PEPPER');
  assert.match(resealed ?? '', 'Unreadable: 0.');
});

test('a leaked service_role token: shows what was done with it', async () => {
  await signIn('user@example.com');
  await stack.post('/admin/users', { email: newEmail(), role: 'thief' }, SERVICE);
  const [, live, audit] = await runCommands('report live_sessions');
  assert.match(live ?? '', 'user@example.com');
  assert.match(audit ?? '', /^TIME .*\n\S+ +service_role +user_signedup +127\.0\.0\.1 /);
});

test('an administrator is banned and signed out at once, and unbanned', async () => {
  const admin = await confirmedUser(stack, { email: 'admin@example.com' });
  assert.is((await stack.get('/user', bearer(admin.access_token))).status, 200);
  const factor = await enrolled('admin@example.com');
  await runCommands('user ban admin@example.com');
  assert.is((await stack.get('/user', bearer(admin.access_token))).status, 403);
  assert.is(await refreshes(admin.refresh_token), false);
  await stack.post('/token?grant_type=password', { email: 'admin@example.com', password: 'correct horse battery' });
  const [deeds, refused, listed] = await runCommands('user unban admin@example.com', factor);
  assert.match(deeds ?? '', / admin@example\.com +factor_in_progress /);
  assert.match(refused ?? '', /sign_in_refused +127\.0\.0\.1 .*user_banned/);
  assert.match(listed ?? '', factor);
  assert.ok((await signIn('admin@example.com')).access_token);
});

test('one session: the reports show it, and it is ended; no block is left out', async () => {
  const person = await signIn('user@example.com');
  const output = await runCommands('report reused_tokens');
  assert.match(output[1] ?? '', 'live');
  assert.is(await refreshes(person.refresh_token), false);
  assert.equal(left(), []);
});

test.run();
