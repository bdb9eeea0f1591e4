// The database clock jumps an hour ahead and back. Limits, spacings and leases that were stored during the jump end
// once the clock is right again. Limits, spacings and leases that were stored just before the jump still apply.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createUserWithEvents, insertWebhook, leaseEvent } from '../sql/api/worker/webhooks.ts';
import { shiftClock } from '../support/database/clock.ts';
import { api } from '../support/database/sql_api.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';
import { queueMail } from '../support/processes/worker.ts';

const HOUR = 3_600;
const stack = await startStack({
  worker: false,
  env: {
    SVC_RATE_LIMIT_HEADER: 'X-Client-Key',
    SVC_SECURITY_MAX_PASSWORD_FAILURES: '3',
    SVC_RATE_LIMIT_EMAIL_SENT: '4/2h',
  },
});
const { db } = stack;
test.before.each(() => shiftClock(db, HOUR));
test.after(() => stack.close());

let clients = 0;
const client = () => ({ 'X-Client-Key': `198.51.100.${++clients}` });

/** Sends a request `count` times in parallel. Returns the statuses. */
const times = async (count: number, send: () => Promise<{ status: number }>): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, send))).map(({ status }) => status);

test('a client’s limit', async () => {
  const headers = client();
  const send = () => stack.post('/otp', {}, headers);
  assert.ok((await times(32, send)).includes(429));
  await shiftClock(db, HOUR - 5);
  assert.is((await send()).status, 429, 'five seconds back are no reason');
  await shiftClock(db);
  assert.equal([...new Set(await times(25, send))], [400]);
});

test('a limit that was in use before the jump', async () => {
  const headers = client();
  const send = () => stack.post('/otp', {}, headers);
  await shiftClock(db);
  await send();
  await shiftClock(db, HOUR - 60);
  assert.ok((await times(32, send)).includes(429));
  await shiftClock(db, 1);
  assert.equal([...new Set(await times(25, send))], [400]);
});

test('the spacing of mails to an address', async () => {
  const send = (email: string) => stack.post('/recover', { email }, client());
  const email = newEmail();
  assert.is((await send(email)).status, 200);
  assert.is((await send(email)).status, 429);
  await shiftClock(db);
  assert.is((await send(email)).status, 200);
  assert.is((await send(email)).status, 429, 'the next one waits again');
});

test('the limit of a mailbox, which all purposes share', async () => {
  const email = newEmail();
  const [name, host] = email.split('@');
  let tag = 0;
  const send = () => stack.post('/recover', { email: `${name}+${++tag}@${host}` }, client());
  assert.ok((await times(12, send)).includes(429));
  await shiftClock(db);
  assert.is((await send()).status, 200);
});

test('the quota of mails', async () => {
  const send = () => stack.post('/signup', { email: newEmail(), password: 'correct horse battery' }, client());
  assert.ok((await times(6, send)).includes(429));
  await shiftClock(db);
  assert.is((await send()).status, 200);
});

test('wrong passwords of an address', async () => {
  const email = newEmail();
  const send = () => stack.post('/token?grant_type=password', { email, password: 'wrong' }, client());
  for (let attempt = 0; attempt < 3; attempt += 1) assert.is((await send()).status, 400);
  assert.is((await send()).status, 429);
  await shiftClock(db);
  assert.is((await send()).status, 400);
});

test('the lease of a message, and its pause between two attempts', async () => {
  const { message_id, generation } = await queueMail(db, { valid_for_s: 3 * HOUR });
  const taken = () => api(db.sql, 'lease_message', { message_id, generation, settings: {} });
  assert.ok((await taken()).message);
  await shiftClock(db, HOUR - 5);
  assert.ok((await taken()).leased_until, 'five seconds back are no reason');
  await shiftClock(db);
  const { message } = (await taken()) as { message: { attempt: number } };
  assert.is(message.attempt, 2);
  await shiftClock(db, HOUR);
  await api(db.sql, 'finish_message', { message_id, attempt: 2, outcome: 'failed', error: 'x', retry_after: 30 });
  assert.ok((await taken()).leased_until);
  await shiftClock(db);
  assert.ok((await taken()).message);
});

test('the lease of an event, and a pause of hours before it is tried again', async () => {
  const [event] = await createUserWithEvents(db, await insertWebhook(db), ['user.created']);
  assert.ok(event);
  assert.is((await leaseEvent(db, event)).event?.attempt, 1);
  await shiftClock(db);
  assert.is((await leaseEvent(db, event)).event?.attempt, 2);
  const failed = { event_id: event.id, attempt: 2, outcome: 'failed', error: 'x', settings: {} };
  await api(db.sql, 'finish_webhook_event', { ...failed, retry_after: 6 * HOUR });
  assert.ok((await leaseEvent(db, event)).leased_until, 'a pause of hours that this clock has begun is kept to');
  await db.sql`update auth.webhook_events set not_before = null`;
  await shiftClock(db, HOUR);
  assert.is((await leaseEvent(db, event)).event?.attempt, 3);
  await api(db.sql, 'finish_webhook_event', { ...failed, attempt: 3, retry_after: 6 * HOUR });
  await shiftClock(db);
  assert.is((await leaseEvent(db, event)).event?.attempt, 4);
});

test('the pacing of mails', async () => {
  const turn = async () => (await db.sql`select auth_lib.mail_delay_seconds(1) as seconds`)[0]?.seconds;
  for (const expected of [0, 1, 2]) assert.is(Math.round(await turn()), expected);
  await shiftClock(db);
  assert.is(Math.round(await turn()), 0);
  assert.is(Math.round(await turn()), 1);
});

test('the writer of the audit log’s lines', async () => {
  const [one, two] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  const asked = (worker_id: string) => api(db.sql, 'lease_audit_entries', { worker_id, written: null, most: 10 });
  const worker_id = async () => (await db.sql`select worker_id from auth.audit_reader`)[0]?.worker_id;
  await asked(one);
  await asked(one);
  await shiftClock(db);
  await asked(two);
  assert.is(await worker_id(), two);
});

test.run();
