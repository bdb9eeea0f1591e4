// enqueue inserts the row that pg-boss itself would insert, and notifies the worker.
import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../support/database/db.ts';
import { queueMail } from '../../support/processes/worker.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());

const enqueue = async (queue: string, data: Record<string, unknown>): Promise<string> =>
  (await db.sql`select auth_lib.enqueue(${queue}, ${db.sql.json(data as never)}) as id`)[0]?.id;

test('equals the job that pg-boss inserts, column by column', async () => {
  const boss = new PgBoss({
    connectionString: db.superuser_url,
    schema: 'auth_queue',
    migrate: false,
    createSchema: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    for (const name of ['mail', 'sms']) {
      const data = { message_id: randomUUID(), generation: 1 };
      const ours = await enqueue(name, data);
      const theirs = await boss.send(name, data);
      const rows = await db.sql`
        select to_jsonb(j) - '{id,created_on,start_after,keep_until}'::text[] as job, j.keep_until - j.start_after as kept,
          j.start_after - j.created_on as delay, tableoid::regclass::text as place
        from auth_queue.job as j where id in (${ours}, ${theirs ?? ''})`;
      assert.is(rows.length, 2);
      assert.equal({ ...rows[0] }, { ...rows[1] });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
});

test('the queues last a day of retries, at most 5 minutes (SMS: 15 s) apart, and a lost worker 30 s', async () => {
  const rows =
    await db.sql`select name, retry_limit * retry_delay_max >= 86400 as lasts, retry_delay, retry_backoff, retry_delay_max,
    expire_seconds, notify, policy from auth_queue.queue where name in ('mail', 'sms') order by name`;
  const same = {
    lasts: true,
    retry_delay: 2,
    retry_backoff: true,
    expire_seconds: 30,
    notify: true,
    policy: 'standard',
  };
  assert.equal({ ...rows[0] }, { name: 'mail', retry_delay_max: 300, ...same });
  assert.equal({ ...rows[1] }, { name: 'sms', retry_delay_max: 15, ...same });
});

test('commits with its transaction, and notifies only then', async () => {
  const heard: string[] = [];
  const [channel] = await db.sql`select 'pgboss_' || left(encode(sha224('auth_queue'::bytea), 'hex'), 24) as name`;
  const listening = await db.sql.listen(channel?.name, (payload) => heard.push(payload));
  await db.sql
    .begin((sql) => sql`select auth_lib.enqueue('mail', '{}')`.then(() => Promise.reject(new Error('undone'))))
    .catch(() => undefined);
  assert.equal(heard, []);
  await enqueue('mail', {});
  await enqueue('sms', {});
  while (heard.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(heard, ['mail', 'sms']);
  await listening.unlisten();
});

test('a queue with its own partition gets its job there; one without notifications sends none', async () => {
  await db.sql`select auth_queue.create_queue('own', '{"policy": "standard", "partition": true}')`;
  const id = await enqueue('own', {});
  const [row] =
    await db.sql`select tableoid::regclass::text <> 'auth_queue.job_common' as own from auth_queue.job where id = ${id}`;
  assert.is(row?.own, true);
});

test('every kind of message gets one job with its id', async () => {
  const [row] =
    await db.sql`select pg_get_constraintdef(oid) as check from pg_constraint where conname = 'mail_kind_check'`;
  const kinds = [...String(row?.check).matchAll(/'(\w+)'/g)].map(([, kind]) => String(kind));
  assert.ok(kinds.includes('recovery') && kinds.includes('invite'), String(row?.check));
  for (const message of [...kinds, 'sms', 'phone_change', 'mfa']) {
    const { message_id } = await queueMail(db, { message });
    const jobs = await db.sql`select from auth_queue.job where data ->> 'message_id' = ${message_id}`;
    assert.is(jobs.length, 1, message);
  }
});

test('an unknown queue is an error, not a lost job', async () => {
  await enqueue('nowhere', {}).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /no queue named nowhere/),
  );
});

test.run();
