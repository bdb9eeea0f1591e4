// Probes detect that notifications of LISTEN do not arrive, and LISTEN is repeated.
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listen } from '../../worker/queue/listen.ts';
import { createDatabase } from '../support/database/db.ts';
import { hasPooler, startPooler } from '../support/database/pooler.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';

const db = await createDatabase({ template: 'empty' });
const connect = ({ max }: { max: number }): Sql =>
  postgres(db.superuser_url, { max, connection: { application_name: 'listen test' }, onnotice: () => undefined });
const until = async (condition: () => boolean, timeout_ms = 5000): Promise<void> => {
  for (const end = Date.now() + timeout_ms; !condition(); await sleep(10)) {
    if (Date.now() > end) throw new Error('it did not happen');
  }
};

test.after(() => db.drop());

test('receives notifications, and not its own probes', async () => {
  const heard: string[] = [];
  const listening = await listen({
    sql: db.sql,
    connect,
    channel: 'c1',
    heard: (payload) => heard.push(payload),
    listening: () => undefined,
    probe_interval_ms: 20,
  });
  await sleep(100);
  await db.sql`select pg_notify('c1', 'mail')`;
  await until(() => heard.length > 0);
  assert.equal(heard, ['mail']);
  await listening.close();
});

test('rejects if notifications cannot arrive, as through a pooler', async () => {
  const elsewhere = await createDatabase({ template: 'empty' });
  const attempt = listen({
    sql: elsewhere.sql,
    connect,
    channel: 'c2',
    heard: () => undefined,
    listening: () => undefined,
  });
  await attempt.then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /notifications do not arrive/),
  );
  await elsewhere.drop();
});

test('behind a pooler it rejects before a shared connection starts to listen', async () => {
  if (!hasPooler()) return cannotRun('LISTEN behind PgBouncer', 'pgbouncer is not installed');
  const { hostname: host, port, username, password, pathname } = new URL(db.superuser_url);
  const pooler = await startPooler({ host, port, mode: 'transaction', users: { [username]: password } });
  const url = `postgres://${username}:${password}@127.0.0.1:${pooler.port}${pathname}`;
  const attempt = listen({
    sql: db.sql,
    connect: ({ max }) => postgres(url, { max, onnotice: () => undefined }),
    channel: 'c4',
    heard: () => undefined,
    listening: () => undefined,
  });
  await attempt.then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /leads to a connection pooler/),
  );
  await db.sql`select pg_notify('c4', 'to nobody')`;
  await pooler.stop();
  assert.not.match(pooler.log(), /got packet 'A'/);
});

test('listens again after its connection was cut, and logs that', async () => {
  const heard: string[] = [];
  let begun = 0;
  const listening = await listen({
    sql: db.sql,
    connect,
    channel: 'c3',
    heard: (payload) => heard.push(payload),
    listening: () => {
      begun += 1;
    },
    probe_interval_ms: 50,
  });
  assert.is(begun, 1);
  await db.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listen test' and query ilike 'listen%'`;
  await until(() => begun > 1);
  await db.sql`select pg_notify('c3', 'again')`;
  await until(() => heard.includes('again'));
  await listening.close();
});

test.run();
