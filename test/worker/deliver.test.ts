// The worker delivers queued mails, and retries after temporary errors.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyRing } from '../../core/keys/ring.ts';
import { startWorker } from '../../worker/main.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import {
  createMemoryLog,
  PEPPER,
  type QueuedMail,
  queueMail,
  waitForState,
  workerSettings,
} from '../support/processes/worker.ts';
import { smtpError, startMailServer } from '../support/providers/mail_server.ts';

const db = await createDatabase({ template: 'migrated' });
const sink = await startMailServer();
const ring = createKeyRing({ security_pepper: PEPPER, jwt_secret: '' });
const kept = createMemoryLog();
const worker = await startWorker({ settings: workerSettings(db, sink.port), log: kept.log });

test.before.each(() => {
  sink.script = () => undefined;
});

test.after(async () => {
  await worker.close();
  await sink.close();
  await db.drop();
});

/**
 * Uses an open transaction as the database, so that the worker sees the job only together with the following
 * statements.
 */
const within = (sql: unknown): TestDatabase => ({ ...db, sql: sql as TestDatabase['sql'] });

const codeOf = (queued: QueuedMail): string =>
  ring.code({ key_id: 1, token_id: queued.token_id, generation: queued.generation, digits: 6 });

test('delivers a queued mail, with the link and the code of its token', async () => {
  const queued = await queueMail(db);
  const [mail] = await sink.waitFor(queued.email);
  const row = await waitForState(db, queued.message_id, ['sent']);
  assert.is(row.tries, 1);
  assert.is(row.leased_until, null);
  const html = String(mail?.parsed.html);
  const link = `https://auth.example.com/verify?token=${ring.sealLinkWith(queued.token_id, 1)}&amp;type=signup&amp;redirect_to=https://app.example.com`;
  assert.ok(html.includes(`href="${link}"`), html);
  assert.ok(html.includes(codeOf(queued)));
  assert.equal(mail?.to, [queued.email]);
  const [token] = await db.sql`
    select t.expires_at - interval '3600 s' between m.created_at and m.finished_at as lives
    from auth.one_time_tokens as t join auth.messages as m on m.token_id = t.id where t.id = ${queued.token_id}`;
  assert.is(token?.lives, true, 'the code lives from its first sending');
});

test('retries a temporary error with the same code, Message-ID and Date', async () => {
  const tries: string[] = [];
  const copies: string[] = [];
  sink.script = (step, about, cut) => {
    if (step === 'to') tries.push(about);
    const first = tries.filter((to) => to === about).length === 1;
    if (step === 'to' && about === 'refused-once@example.org' && first) throw smtpError(451);
    if (step === 'to' && about === 'cut-once@example.org' && first) cut();
    // The mail server has the mail, but the worker gets no reply.
    if (step === 'accept' && about === 'unknown-outcome@example.org') {
      copies.push(about);
      if (first) cut();
    }
  };
  const addresses = ['refused-once@example.org', 'cut-once@example.org', 'unknown-outcome@example.org'];
  for (const queued of await Promise.all(addresses.map((email) => queueMail(db, { email })))) {
    const row = await waitForState(db, queued.message_id, ['sent'], 15_000);
    // If a pooled SMTP connection breaks before the mail's text is sent, the same attempt continues on a new
    // connection. If a new connection breaks, the mail needs another attempt.
    if (queued.email !== 'cut-once@example.org') assert.is(row.tries, 2, queued.email);
    assert.is(sink.recipients.filter((to) => to === queued.email).length, 2, queued.email);
    for (const mail of await sink.waitFor(queued.email)) {
      assert.is(mail.parsed.messageId, `<${queued.message_id}@example.com>`);
      assert.ok(String(mail.parsed.html).includes(codeOf(queued)));
    }
    const dates = (await sink.waitFor(queued.email)).map((mail) => mail.parsed.date);
    assert.ok(dates[0]);
    assert.is(new Set(dates).size, 1);
  }
  assert.is(copies.length, 2, 'an unknown outcome is sent again');
});

test('F-02: retries a message leased by another worker when its lease ends, not after growing pauses', async () => {
  const queued = await db.sql.begin(async (tx) => {
    const made = await queueMail(within(tx));
    // State after a worker was killed, or after the response to its lease was lost.
    await tx`
      update auth.messages set state = 'sending', tries = 1, leased_until = now() + interval '3 s' where id = ${made.message_id}`;
    return made;
  });
  const again = () => db.sql`
    select retry_count from auth_queue.job as j join auth.messages as m on m.id::text = j.data ->> 'message_id'
    where m.id = ${queued.message_id} and start_after >= m.created_at + interval '3 s'`;
  let jobs = await again();
  for (let looks = 0; looks < 1_000 && jobs.length === 0; looks += 1) {
    await sleep(10);
    jobs = await again();
  }
  assert.equal([...jobs], [{ retry_count: 0 }], 'a job for the end of the lease');
  const row = await waitForState(db, queued.message_id, ['sent'], 30_000);
  assert.is(row.tries, 2);
});

test('a permanent rejection ends the message with a visible reason, without a retry', async () => {
  sink.script = (step, about) => {
    if (step === 'to' && about.startsWith('unknown')) throw smtpError(550, '5.1.1 no such mailbox');
  };
  const queued = await queueMail(db, { email: 'unknown@example.org' });
  const row = await waitForState(db, queued.message_id, ['failed']);
  assert.match(row.last_error ?? '', /550 at RCPT TO/);
  assert.ok(row.finished_at);
  const jobs = async () =>
    (await db.sql`select from auth_queue.job where data ->> 'message_id' = ${queued.message_id}`).length;
  // The message is marked first. Its job is deleted a moment later.
  for (let i = 0; i < 6_000 && (await jobs()) > 0; i += 1) await sleep(10);
  assert.is(await jobs(), 0);
});

test('sends nothing for a token that was replaced, consumed, or whose user is deleted', async () => {
  const before = sink.mails.length;
  const replaced = await db.sql.begin(async (sql) => {
    const first = await queueMail(within(sql), { email: 'twice@example.org' });
    const second = await queueMail(within(sql), { email: 'twice@example.org', user_id: first.user_id });
    return { first, second };
  });
  const gone = await db.sql.begin(async (sql) => {
    const queued = await queueMail(within(sql));
    await sql`delete from auth.users where id = ${queued.user_id}`;
    return queued;
  });
  const used = await db.sql.begin(async (sql) => {
    const queued = await queueMail(within(sql));
    await sql`delete from auth.one_time_tokens where id = ${queued.token_id}`;
    return queued;
  });
  await waitForState(db, replaced.second.message_id, ['sent']);
  await waitForState(db, replaced.first.message_id, ['expired']);
  await waitForState(db, used.message_id, ['expired']);
  assert.is(sink.mails.length - before, 1);
  assert.not(sink.recipients.includes(gone.email));
});

test('does not send a code that has expired', async () => {
  const queued = await db.sql.begin(async (sql) => {
    const queued = await queueMail(within(sql));
    await sql`update auth.one_time_tokens set expires_at = now() - interval '1 second' where id = ${queued.token_id}`;
    return queued;
  });
  const row = await waitForState(db, queued.message_id, ['expired']);
  assert.is(row.tries, 0);
  assert.not(sink.recipients.includes(queued.email));
});

test('invalid jobs neither stop the queue nor stay in it', async () => {
  const invalid: string[] = [];
  for (const data of [
    { message_id: '; drop table', generation: 1 },
    [],
    null,
    { message_id: crypto.randomUUID(), generation: 3 },
  ]) {
    const [job] = await db.sql`select auth_lib.enqueue('mail', ${JSON.stringify(data)}::text::jsonb) as id`;
    invalid.push(String(job?.id));
  }
  const broken = await db.sql.begin(async (sql) => {
    const queued = await queueMail(within(sql), { email: 'old-key@example.org' });
    await sql`update auth.one_time_tokens set key_id = 9 where id = ${queued.token_id}`;
    return queued;
  });
  const queued = await queueMail(db);
  await sink.waitFor(queued.email);
  const left = async () => (await db.sql`select from auth_queue.job where id = any (${invalid}::uuid[])`).length;
  for (let looks = 0; looks < 500 && (await left()) > 0; looks += 1) await sleep(10);
  assert.is(await left(), 0);
  // An operator may restore the key before the code expires, so this job is retried.
  const broken_jobs = async () =>
    (
      await db.sql`
        select j.state::text, m.last_error from auth_queue.job as j, auth.messages as m
        where j.data ->> 'message_id' = ${broken.message_id} and m.id = ${broken.message_id} and j.state = 'retry'`
    ).map((row) => ({ ...row }));
  for (let looks = 0; looks < 500 && (await broken_jobs()).length === 0; looks += 1) await sleep(10);
  assert.equal(await broken_jobs(), [{ state: 'retry', last_error: 'the message could not be made' }]);
});

test("the worker has caused no ERROR in the server's log so far", async () => {
  if (db.log_file === '') return;
  const mine = readFileSync(db.log_file, 'utf8')
    .split('\n')
    .filter((line) => line.includes(`auth_worker@${db.name}`) && /ERROR|FATAL|STATEMENT/.test(line));
  assert.equal(mine, []);
});

test('all connections cut at once: the worker recovers by itself', async () => {
  await db.sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${db.name} and usename = 'auth_worker'`;
  const queued = await queueMail(db);
  await sink.waitFor(queued.email);
  const more = await queueMail(db);
  await sink.waitFor(more.email);
});

test('no link and no code is in the queue, in a table or in the log', async () => {
  const secrets = sink.mails.flatMap((mail) => {
    const html = String(mail.parsed.html);
    return [...html.matchAll(/token=(?:pkce_)?([0-9a-f]{56})/g), ...html.matchAll(/>(\d{6})</g)].map((m) => m[1] ?? '');
  });
  assert.ok(secrets.length > 10);
  const tables = await db.sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('auth', 'auth_queue')`;
  const texts = await Promise.all(
    tables.map(({ name }) => db.sql.unsafe<{ text: string }[]>(`select t::text as text from ${name} as t`)),
  );
  const stored = texts.flat().map((row) => row.text);
  // Six digits may occur in a UUID or timestamp by chance, so the search is for whole words.
  const everything = `${stored.join('\n')}\n${kept.text()}`;
  for (const secret of secrets) assert.not.match(everything, new RegExp(`(?<![0-9a-f.-])${secret}(?![0-9a-f-])`));
});

test.run();
