// Events of each operation, the user data in them, and the data that they never contain.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { blocksRunByTest } from '../house/blocks.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';
import { PEPPER } from '../support/processes/worker.ts';
import { startThirdParty } from '../support/providers/third_party.ts';
import { addWebhook, type ReceivedEvent, verifyEvent } from '../support/providers/webhooks.ts';

const PASSWORD = 'correct horse battery';
const stack = await startStack({ env: { SVC_SECURITY_PEPPER: PEPPER, SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' } });
const server = await startThirdParty();
test.after(async () => {
  await server.close();
  await stack.close();
});
const { db } = stack;
const { secret } = await addWebhook(db, server.url);

/** Runs `work` and returns the events that the server receives, after the queue is empty. */
async function collectEvents(work: () => Promise<unknown>): Promise<ReceivedEvent[]> {
  const before = server.requests.length;
  await work();
  for (let looks = 0; looks < 1_500; looks += 1) {
    if ((await db.sql`select from auth.webhook_events where finished_at is null`).length === 0) break;
    await sleep(20);
  }
  return server.requests.slice(before).map((request) => verifyEvent(request, secret));
}
const typesOf = (events: readonly ReceivedEvent[]) => events.map(({ type }) => type);
const ok = async (answer: Promise<{ status: number; body?: unknown; json?: unknown }>) => {
  const done = await answer;
  assert.ok(done.status < 300, JSON.stringify(done));
  return done;
};

const email = newEmail();
let id = '';
let token = '';

test('a sign-up, its confirmation, a sign-in', async () => {
  const [created, ...more] = await collectEvents(() =>
    ok(stack.post('/signup', { email, password: PASSWORD, data: { plan: 'gold' } })),
  );
  assert.equal([created?.type, more.length], ['user.created', 0]);
  id = created?.data.id ?? '';
  const { identities, user_metadata } = (created?.data ?? {}) as unknown as {
    identities: unknown[];
    user_metadata: { plan: string };
  };
  assert.equal([identities.length, user_metadata.plan], [1, 'gold']);
  const { path } = await stack.mail(email);
  const proven = await collectEvents(() => stack.get(path));
  assert.equal(typesOf(proven), ['user.updated', 'user.signed_in']);
  assert.type(proven[0]?.data.email_confirmed_at, 'string');
  const signed_in = await collectEvents(async () => {
    const answer = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
    token = String((answer.body as { access_token: string }).access_token);
  });
  assert.equal(typesOf(signed_in), ['user.signed_in']);
});

test('the user as in the API, without secrets', async () => {
  const [event] = await collectEvents(() =>
    ok(stack.request('PUT', '/user', { data: { plan: 'silver' } }, { Authorization: `Bearer ${token}` })),
  );
  assert.is(event?.type, 'user.updated');
  const shown = (await stack.get(`/admin/users/${id}`, SERVICE)).body as { id: string };
  assert.equal(event?.data, shown);
  const [stored] = await db.sql`select hash from auth.passwords where user_id = ${id}`;
  const bodies = server.requests.map(({ body }) => body).join('\n');
  for (const hidden of [String(stored?.hash), PASSWORD, token, 'token_hash', 'refresh_token'])
    assert.not(bodies.includes(hidden));
});

test('a refresh and a changed password send no event', async () => {
  const none = await collectEvents(async () => {
    const answer = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
    const { refresh_token } = answer.body as { refresh_token: string };
    await ok(stack.post('/token?grant_type=refresh_token', { refresh_token }));
    await ok(stack.request('PUT', '/user', { password: `${PASSWORD}!` }, { Authorization: `Bearer ${token}` }));
  });
  assert.equal(typesOf(none), ['user.signed_in']);
});

test('a ban, its end, a change by an administrator, a deletion', async () => {
  const change = (body: object) => collectEvents(() => ok(stack.request('PUT', `/admin/users/${id}`, body, SERVICE)));
  assert.equal(typesOf(await change({ ban_duration: '1h' })), ['user.banned']);
  assert.equal(typesOf(await change({ ban_duration: 'none' })), ['user.unbanned']);
  assert.equal(typesOf(await change({ app_metadata: { seat: 4 } })), ['user.updated']);
  assert.equal(typesOf(await change({ password: 'another horse battery' })), []);
  const [deleted, ...more] = await collectEvents(() =>
    ok(stack.request('DELETE', `/admin/users/${id}`, undefined, SERVICE)),
  );
  assert.equal([deleted?.type, more.length], ['user.deleted', 0]);
  assert.equal(Object.keys(deleted?.data ?? {}).sort(), ['deleted_at', 'id'], 'who is gone is named, not described');
});

test('anonymous users, users created by administrators, invitations; an error sends no event', async () => {
  assert.equal(typesOf(await collectEvents(() => ok(stack.post('/signup', {})))), ['user.created', 'user.signed_in']);
  const address = newEmail();
  assert.equal(typesOf(await collectEvents(() => ok(stack.post('/admin/users', { email: address }, SERVICE)))), [
    'user.created',
  ]);
  assert.equal(typesOf(await collectEvents(() => ok(stack.post('/invite', { email: newEmail() }, SERVICE)))), [
    'user.created',
  ]);
  const refused = await collectEvents(() => stack.post('/admin/users', { email: address }, SERVICE));
  assert.equal(refused, []);
});

test('the receiver of docs/webhooks.md accepts our events, and rejects changed and old ones', async () => {
  const blocks = blocksRunByTest('test/flows/webhooks.test.ts');
  const code = blocks.find(({ language }) => language === 'js')?.text ?? '';
  const { isOurs } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const { headers, body } = server.last();
  assert.is(isOurs(headers, body, secret), true);
  assert.is(isOurs(headers, `${body} `, secret), false);
  assert.is(isOurs({ ...headers, 'webhook-timestamp': '1700000000' }, body, secret), false);
  const sample = JSON.parse(blocks.find(({ language }) => language === 'json')?.text ?? '');
  assert.equal(Object.keys(sample), Object.keys(JSON.parse(body)));
});

test.run();
