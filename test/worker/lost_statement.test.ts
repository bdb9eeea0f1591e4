// If the driver lost a statement with its connection, a lease fails, so that the job is retried, and the recording of a
// result is repeated.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type OutgoingMessage, SendError } from '../../core/senders.ts';
import { createDelivery, deliveryOutcome } from '../../worker/deliver.ts';
import { createHookSender } from '../../worker/hooks/send.ts';
import { createMemoryLog } from '../support/processes/worker.ts';

const JOB = { message_id: randomUUID(), generation: 1 };

/** Creates a delivery on a fake driver that returns these rows in turn. */
function createFakeDelivery(rows: unknown[][]) {
  const statements: string[] = [];
  const sent: unknown[] = [];
  const sql = {
    unsafe: async (text: string) => {
      statements.push(/\.(\w+)\(/.exec(text)?.[1] ?? text);
      return rows.shift() ?? [];
    },
  } as unknown as Sql;
  const deliver = createDelivery({
    sql,
    api: 'auth_api',
    senders: { mail: async (mail) => void sent.push(mail) },
    settings: { message_lease: 30, mailer_default_locale: 'en', mail_max_per_second: null },
    compose: () => ({}) as never,
    log: createMemoryLog().log,
    signal: new AbortController().signal,
  });
  return { deliver: (data: unknown) => deliver(data, { leave: () => undefined }), statements, sent };
}

const TAKEN = {
  message: { id: JOB.message_id, attempt: 1, kind: 'confirmation', channel: 'mail' },
  token: {},
  user: {},
};

test('a lease without a row does not mean "nothing to send": the job fails, so that it is retried', async () => {
  const { deliver, sent } = createFakeDelivery([[]]);
  const error = await deliver(JOB).catch((thrown: Error) => thrown.message);
  assert.is(error, 'the statement was lost with its connection');
  assert.equal(sent, []);
});

test('a finish without a row is repeated, and the mail is not sent twice', async () => {
  const { deliver, statements, sent } = createFakeDelivery([[{ taken: TAKEN }], [], [{ finish_message: null }]]);
  await deliver(JOB);
  assert.equal(statements, ['lease_message', 'finish_message', 'finish_message']);
  assert.is(sent.length, 1);
});

/** Sends a message by a hook function whose statement has this result. Returns the outcome of the attempt. */
async function hookOutcome(result: () => Promise<unknown[]>): Promise<string> {
  const sql = { unsafe: result } as unknown as Sql;
  const send = createHookSender('send_sms', { schema: 'app', function: 'send_sms' }, { sql, api: 'auth_api' });
  return send({ id: JOB.message_id, event: {} } as OutgoingMessage, new AbortController().signal).then(
    () => 'sent',
    (error: unknown) => deliveryOutcome(error instanceof SendError ? error : null),
  );
}
const fault = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

test('a hook function whose result was lost may have sent the message; one that did not run or failed has not', async () => {
  assert.is(await hookOutcome(async () => [{ deliver_to_hook: null }]), 'sent');
  for (const code of ['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'ECONNRESET', '08P01'])
    assert.is(await hookOutcome(fault(code)), 'unknown', code);
  assert.is(await hookOutcome(async () => []), 'unknown', 'a lost statement without a row');
  for (const code of ['ECONNREFUSED', 'CONNECT_TIMEOUT', '57014', '57P01', '53300', 'P0001'])
    assert.is(await hookOutcome(fault(code)), 'failed', code);
});

test('messages that are leased or end together share a statement, and each gets its own row', async () => {
  const ids = ['c', 'a', 'b'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
  const sent: string[] = [];
  const statements: string[][] = [];
  const sql = {
    unsafe: async (_: string, [items]: [string]) => {
      const named = (JSON.parse(items) as { message_id: string }[]).map(({ message_id }) => message_id);
      statements.push(named);
      return named.map((id) => ({ taken: { ...TAKEN, message: { ...TAKEN.message, id } } }));
    },
  } as unknown as Sql;
  const deliver = createDelivery({
    sql,
    api: 'auth_api',
    senders: { mail: async ({ id }) => void sent.push(id) },
    settings: { message_lease: 30, mailer_default_locale: 'en', mail_max_per_second: null },
    compose: ({ message }) => ({ id: message.id }) as never,
    log: createMemoryLog().log,
    signal: new AbortController().signal,
  });
  await Promise.all(ids.map((message_id) => deliver({ message_id, generation: 1 }, { leave: () => undefined })));
  assert.equal(sent, ids, 'each job sends the message that it names');
  // Ids are sorted, so that two workers lock rows in the same order.
  assert.equal(statements, [[...ids].sort(), [...ids].sort()]);
});

test.run();
