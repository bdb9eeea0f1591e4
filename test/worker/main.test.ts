// Start and stop of the worker: its database role, the conditions that it waits for, and a start without a mail server.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import type { OutgoingMessage } from '../../core/senders.ts';
import { migrate } from '../../install/migrate/migrate.ts';
import { startWorker } from '../../worker/main.ts';
import { createDatabase } from '../support/database/db.ts';
import { LAYOUT } from '../support/database/layout.ts';
import { createMemoryLog, queueMail, waitForState, workerSettings } from '../support/processes/worker.ts';
import { startMailServer } from '../support/providers/mail_server.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());

/** The next poll is after the runner's timeout, so earlier work was started by a notification. */
const WOKEN = { notified_polling_seconds: 600 };

test('without a mail server skips messages visibly, and warns at start', async () => {
  const { log, text } = createMemoryLog();
  // Without an SMS provider, an invalid SMS template does not stop the start.
  const settings = { ...workerSettings(db, 0), sms_template: '{{ .Name }}' };
  const worker = await startWorker({ settings, log });
  const queued = await queueMail(db);
  const row = await waitForState(db, queued.message_id, ['skipped']);
  assert.match(row.last_error ?? '', /no gateway/);
  assert.match(text(), /SMTP_HOST is not set/);
  await worker.close();
});

test('an inbox counts as sent, and gets the text; the log does not', async () => {
  const { log, text } = createMemoryLog();
  const seen: OutgoingMessage[] = [];
  const worker = await startWorker({ settings: workerSettings(db, 0), log, inbox: (mail) => void seen.push(mail) });
  const queued = await queueMail(db);
  await waitForState(db, queued.message_id, ['sent']);
  assert.match(
    seen[0]?.text ?? '',
    /^https:\/\/auth\.example\.com\/verify\?token=\w{56}&type=signup&redirect_to=\S+\n\nOr type this code: \d{6}\n$/m,
  );
  const code = seen[0]?.code ?? 'none';
  assert.not.match(text(), new RegExp(`\\b${code}\\b`));
  assert.not.match(text(), /token=/);
  await worker.close();
});

test('with one URL for all it switches to the worker’s role and warns that this is unprotected', async () => {
  const { log, text } = createMemoryLog();
  const sink = await startMailServer();
  const settings = workerSettings(db, sink.port, {
    database_url: db.superuser_url,
    database_url_worker: '',
    database_url_listen: '',
  });
  const worker = await startWorker({ settings, log });
  const queued = await queueMail(db);
  await sink.waitFor(queued.email);
  assert.match(text(), /unprotected/);
  await worker.close();
  await sink.close();
});

test('does not start with another role', async () => {
  const settings = workerSettings(db, 0, { database_url_worker: db.superuser_url });
  await startWorker({ settings, log: createMemoryLog().log }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /should be auth_worker/),
  );
});

test('on a database without Postern it prints the command to run', async () => {
  const empty = await createDatabase({ template: 'empty' });
  const settings = workerSettings(empty, 0, { database_url_worker: empty.superuser_url });
  await startWorker({ settings, log: createMemoryLog().log }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /holds no Postern yet; run "npx postern migrate"/),
  );
  await empty.drop();
});

test('warns if notifications cannot arrive, and polls for messages twice a second', async () => {
  const elsewhere = await createDatabase({ template: 'empty' });
  const sink = await startMailServer();
  const { log, text } = createMemoryLog();
  // As behind a pooler: LISTEN succeeds, and no notification arrives.
  const settings = workerSettings(db, sink.port, { database_url_listen: elsewhere.superuser_url });
  const worker = await startWorker({ settings, log, ...WOKEN });
  assert.match(text(), /looks for messages every 0\.5 s/);
  for (let i = 0; i < 3; i += 1) await sink.waitFor((await queueMail(db)).email);
  await worker.close();
  await sink.close();
  await elsewhere.drop();
});

test('a message wakes the worker, which works through a backlog without pauses', async () => {
  const sink = await startMailServer();
  const worker = await startWorker({ settings: workerSettings(db, sink.port), log: createMemoryLog().log, ...WOKEN });
  for (let i = 0; i < 3; i += 1) await sink.waitFor((await queueMail(db)).email);
  const all = await Promise.all(Array.from({ length: 40 }, () => queueMail(db)));
  for (const queued of all) await sink.waitFor(queued.email);
  await worker.close();
  await sink.close();
});

test('under another namespace it listens on that installation’s channel', async () => {
  const other = await createDatabase({ template: 'empty' });
  const target = parseDatabaseUrl(other.superuser_url, {});
  await migrate({ target, namespace: 'wk_9', role_prefix: 'wk_9', log: () => undefined });
  const url = (await other.letLogIn('wk_9'))('worker');
  const sink = await startMailServer();
  const settings = workerSettings(other, sink.port, {
    database_url_worker: url,
    database_url_listen: '',
    db_namespace: 'wk_9',
    role_prefix: 'wk_9',
  });
  const worker = await startWorker({ settings, log: createMemoryLog().log, ...WOKEN });
  await other.sql.unsafe(`
    insert into wk_9.users (id, aud, role, email, created_at, updated_at)
    values ('0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d11', 'authenticated', 'authenticated', 'ada@example.org', now(), now());
    select wk_9_lib.queue_message(t, 'confirmation', 'mail', 'ada@example.org', '{"redirect_to": "https://app.example.com"}')
    from wk_9_lib.issue_token('0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d11', 'confirmation', 'signup', 'ada@example.org', null, true, null,
      '{"sealing_key_id": 1}') as t`);
  await sink.waitFor('ada@example.org');
  await worker.close();
  await sink.close();
  await other.drop();
});

test('a worker that is stopped during a mail cuts the connection and returns the mail to the queue', async () => {
  const sink = await startMailServer();
  let hanging = true;
  sink.script = async (step) => {
    if (step === 'data' && hanging) await new Promise<never>(() => undefined);
  };
  const worker = await startWorker({ settings: workerSettings(db, sink.port), log: createMemoryLog().log });
  const queued = await queueMail(db);
  await waitForState(db, queued.message_id, ['sending']);
  await sleep(100);
  await worker.close();
  await waitForState(db, queued.message_id, ['queued']);
  hanging = false;
  const next = await startWorker({ settings: workerSettings(db, sink.port), log: createMemoryLog().log });
  await sink.waitFor(queued.email);
  await next.close();
  const left = await db.sql`
    select application_name, state, query from pg_stat_activity where application_name in ('postern worker', 'postern listen')
      and datname = ${db.name} and (application_name = 'postern listen' or not (${LAYOUT.pooler !== null} and state = 'idle'))`;
  assert.equal([...left], [], 'no connection is left behind, but those that a pooler keeps for others');
  await sink.close();
});

test.run();
