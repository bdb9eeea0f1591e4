// If the driver lost a statement with its connection, a lease fails, so that the job is retried, and the recording of a
// result is repeated.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDelivery } from '../../worker/deliver.ts';
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
