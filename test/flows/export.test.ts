// Export of a user's data, over HTTP and from the command line.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { environmentFor } from '../cli/admin.ts';
import { SERVICE as admin } from '../support/clients/admin.ts';
import { runInside } from '../support/processes/inside.ts';
import { type Answer, bearer, confirmedUser, startStack } from '../support/processes/stack.ts';

const stack = await startStack({ env: { SVC_RATE_LIMIT_HEADER: 'x-client' } });
test.after(() => stack.close());

type Row = Record<string, unknown>;
const own = (token: unknown, query = '', more: Record<string, string> = {}): Promise<Answer> =>
  stack.get(`/user/export${query}`, { ...bearer(token), ...more });

test('a user reads the stored data: account, sessions, mails, actions; no token, no password', async () => {
  const person = await confirmedUser(stack);
  const { email, password } = person;
  const again = await stack.post('/token?grant_type=password', { email, password }, { 'user-agent': 'my laptop' });
  assert.is(again.status, 200, again.text);
  const { status, body, headers, text } = await own(person.access_token);
  assert.is(status, 200);
  assert.is(headers.get('cache-control'), 'no-store');
  assert.is((body.user as Row).email, person.email);
  assert.equal(
    (body.addresses as Row[]).map(({ value }) => value),
    [person.email],
  );
  const agents = (body.sessions as Row[]).map(({ user_agent }) => user_agent);
  assert.ok(agents.includes('my laptop'), JSON.stringify(agents));
  assert.equal(
    (body.messages as Row[]).map(({ kind, state }) => [kind, state]),
    [['confirmation', 'sent']],
  );
  const actions = (body.audit_log as Row[]).flatMap((entry) => entry.actions);
  assert.ok(actions.includes('login') && actions.includes('user_signedup'), actions.join(', '));
  for (const secret of [person.password, person.access_token, person.refresh_token, '$2a$'])
    assert.not(text.includes(secret));
});

test('an administrator reads the data of any user; users read only their own', async () => {
  const [person, other] = [await confirmedUser(stack), await confirmedUser(stack)];
  const path = `/admin/users/${person.id}/export`;
  const { status, body } = await stack.get(path, admin);
  assert.is(status, 200);
  const { exported_at: _, ...mine } = (await own(person.access_token)).body;
  const { exported_at: __, ...theirs } = body;
  assert.equal(theirs, mine);
  assert.is((await stack.get(path, bearer(other.access_token))).status, 403);
  assert.is((await stack.get(path)).status, 401);
  assert.is((await stack.get('/user/export')).status, 401);
  assert.is(
    (await stack.get('/admin/users/00000000-0000-0000-0000-000000000001/export', admin)).body.error_code,
    'user_not_found',
  );
  assert.is((await own(person.access_token, '?cursor=x')).body.error_code, 'validation_failed');
});

test('access ends with the session, and is rate limited', async () => {
  const person = await confirmedUser(stack);
  const asked = { 'x-client': '203.0.113.9' };
  let answer = await own(person.access_token, '', asked);
  for (let times = 1; answer.status === 200; times += 1) {
    assert.ok(times < 100, 'it was never refused');
    answer = await own(person.access_token, '', asked);
  }
  assert.equal([answer.status, answer.body.error_code], [429, 'over_request_rate_limit']);
  assert.is((await stack.post('/logout?scope=local', {}, bearer(person.access_token))).status, 204);
  assert.is((await own(person.access_token)).body.error_code, 'session_not_found');
});

test('postern user export prints all stored data, also with a long audit log', async () => {
  const person = await confirmedUser(stack);
  await stack.db.sql`insert into auth.audit_log (created_at, id, actor_id, actor_username, actions)
    select now() - n * interval '1 s', gen_random_uuid(), ${person.id}, ${person.email}, '{login}' from generate_series(1, 2100) as n`;
  const { code, stdout, stderr } = await runInside(['user', 'export', person.email], { env: environmentFor(stack.db) });
  assert.is(code, 0, stderr);
  const printed = JSON.parse(stdout) as Row;
  const [row] = await stack.db.sql`select count(*)::int as n from auth.audit_log where actor_id = ${person.id}`;
  assert.is((printed.audit_log as Row[]).length, row?.n);
  assert.is(new Set((printed.audit_log as Row[]).map(({ id }) => id)).size, row?.n);
  assert.is(printed.next_cursor, undefined);
  assert.is((printed.user as Row).email, person.email);
  const unknown = await runInside(['user', 'export', 'nobody@example.com'], { env: environmentFor(stack.db) });
  assert.equal([unknown.code, /user_not_found/.test(unknown.stderr)], [1, true]);
});

test.run();
