// retry_message: queues a message again while its link is valid; rejects one that was sent, is being sent, is void or
// suppressed.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface, refusedCode, settings } from '../../../support/database/surface.ts';
import { byAdmin, refusesStrangers } from './admin.ts';
import { CHANGING, finish, HELD, jobsOf, lease, SENT, UNKNOWN, userWithMail, VOID } from './messages.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const again = (message_id: unknown) => surface.call('retry_message', { ...CHANGING, message_id });
const refused = (message_id: unknown, words: typeof SENT) =>
  surface.refused('retry_message', { ...CHANGING, message_id }, words);

test('administrators only; rejects an unknown message', async () => {
  await refusesStrangers(surface, 'retry_message', { message_id: randomUUID() });
  for (const id of ['x', null, randomUUID()]) await refused(id, UNKNOWN);
});

test('queues a discarded one again, with a new job and an audit row', async () => {
  const { id, user_id } = await userWithMail(surface);
  await lease(surface, id);
  await finish(surface, id, 'rejected', '554 no');
  assert.is((await lease(surface, id)).nothing, 'failed');
  const answer = await again(id);
  assert.equal([answer.state, answer.finished_at, answer.tries], ['queued', null, 1]);
  assert.is(await jobsOf(surface, id), 2);
  assert.equal(await surface.audited(), byAdmin('message_retried', { message_id: id, user_id }));
  const taken = (await lease(surface, id)) as { message: { attempt: number } };
  assert.is(taken.message.attempt, 2);
});

test('support retries no message of an administrator, and none after 60 actions in an hour', async () => {
  const { id, user_id } = await userWithMail(surface);
  await lease(surface, id);
  await finish(surface, id, 'rejected', '554 no');
  const helper = {
    claims: { role: 'helper', sub: randomUUID(), exp: 4e9 },
    settings: settings({ jwt_support_roles: ['helper'] }),
  };
  const bySupport = () => surface.call('retry_message', { ...CHANGING, message_id: id, ...helper });
  await surface.db.sql`update auth.users set role = 'service_role' where id = ${user_id}`;
  assert.is(refusedCode(await bySupport()), 'insufficient_right');
  await surface.db.sql`update auth.users set role = 'authenticated' where id = ${user_id}`;
  const codes: unknown[] = [];
  for (let action = 0; action < 61; action += 1) codes.push(refusedCode(await bySupport()));
  assert.equal(codes, [...Array(60).fill(undefined), 'over_request_rate_limit']);
});

test('one that waits for its next attempt is due at once', async () => {
  const { id } = await userWithMail(surface);
  await lease(surface, id);
  await surface.db.sql`select auth_api.finish_message(${id}, 1, 'failed', '421', 3600)`;
  assert.ok((await lease(surface, id)).leased_until);
  await again(id);
  assert.ok((await lease(surface, id)).message);
});

test('sent, being sent, consumed, replaced, expired, suppressed: rejected, and nothing is written', async () => {
  const [sent, used, replaced, expired, held] = [
    await userWithMail(surface),
    await userWithMail(surface),
    await userWithMail(surface),
    await userWithMail(surface),
    await userWithMail(surface),
  ];
  await lease(surface, sent.id);
  await refused(sent.id, SENT);
  await finish(surface, sent.id, 'sent', '');
  await refused(sent.id, SENT);
  await surface.db.sql`delete from auth.one_time_tokens where user_id = ${used.user_id}`;
  await refused(used.id, VOID);
  await surface.db.sql`update auth.one_time_tokens set generation = generation + 1 where user_id = ${replaced.user_id}`;
  await refused(replaced.id, VOID);
  await surface.db
    .sql`update auth.one_time_tokens set expires_at = auth_lib.clock() where user_id = ${expired.user_id}`;
  await refused(expired.id, VOID);
  await surface.call('suppress_address', { ...CHANGING, address: held.email });
  await refused(held.id, HELD);
});

test.run();
