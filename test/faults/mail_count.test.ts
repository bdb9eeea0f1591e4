// runner: when=cli,dev,install,core,gateway,worker,sql

// Counts mails in two outages. If the mail server is down while users sign up, each user gets one mail afterwards, at
// the configured rate. If workers are killed repeatedly, every mail arrives once or twice, and every code works.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newEmail, parseMail, type Stack, startStack } from '../support/processes/stack.ts';
import { faultTest, IS_FULL_RUN, randomBelow } from './fault_test.ts';
import { PASSWORD } from './user_simulation.ts';

const ACCOUNTS = IS_FULL_RUN ? 200 : 20;
const PER_SECOND = IS_FULL_RUN ? 20 : 5;
const MAILS = IS_FULL_RUN ? 1_000 : 60;
const KILLS = IS_FULL_RUN ? 10 : 3;
/** Number of messages that one worker sends concurrently. */
const IN_HAND = 10; // SVC_MAIL_CONCURRENCY
/**
 * Maximum number of mails that arrive twice. A kill may hit every message that the worker is sending between the mail
 * server's reply and the record in the database.
 */
const MOST_TWICE = KILLS * IN_HAND;
const LOOKS = 1_200;

let stack: Stack;
const children = new Set<ChildProcess>();
test.before(async () => {
  stack = await startStack({ keeps_time_limits: true, worker: false, env: { SVC_MESSAGE_LEASE: '5' } });
  // Shortens the expiry of jobs from 30 s to 5 s, so that the messages of a killed worker are retried soon.
  await stack.db.sql`update auth_queue.queue set expire_seconds = 5`;
});
test.after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await stack?.close();
});

async function startWorkerProcess(more: object = {}): Promise<ChildProcess> {
  const settings = JSON.stringify({ ...stack.settings, ...more });
  const child = fork(fileURLToPath(new URL('../worker/child.ts', import.meta.url)), [settings], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  children.add(child);
  await once(child, 'message');
  return child;
}
async function killProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  children.delete(child);
  await once(child, 'exit');
}
/** Waits until no message is pending. Makes retries due at once. */
async function untilNoMessagePending(): Promise<void> {
  for (let open = 1, looks = 0; open > 0; looks += 1, await sleep(100)) {
    await stack.db
      .sql`update auth_queue.job set start_after = now() where name = 'mail' and state = 'retry' and start_after > now()`;
    const [counted] = await stack.db.sql<{ n: number }[]>`
      select count(*)::integer as n from auth.messages where state in ('queued', 'sending')`;
    open = counted?.n ?? 0;
    assert.ok(looks < LOOKS, `${open} messages are still open`);
  }
}

faultTest(
  'F-12',
  `${ACCOUNTS} accounts sign up while the mail server is down, then ${PER_SECOND} mails are sent per second`,
  async () => {
    const { sink } = stack;
    sink.script = (step, _about, cut) => (step === 'connect' ? cut() : undefined);
    const workers = [
      await startWorkerProcess({ mail_max_per_second: PER_SECOND }),
      await startWorkerProcess({ mail_max_per_second: PER_SECOND }),
    ];
    const emails = Array.from({ length: ACCOUNTS }, newEmail);
    for (let at = 0; at < emails.length; at += 10) {
      const answers = await Promise.all(
        emails.slice(at, at + 10).map((email) => stack.post('/signup', { email, password: PASSWORD })),
      );
      assert.equal(
        answers.map(({ status }) => status),
        answers.map(() => 200),
      );
    }
    for (let tried = 0, looks = 0; tried === 0; looks += 1, await sleep(50)) {
      const [counted] = await stack.db.sql<
        { n: number }[]
      >`select count(*)::integer as n from auth.messages where tries > 0`;
      tried = counted?.n ?? 0;
      assert.ok(looks < LOOKS, 'no worker has tried');
    }
    assert.is(sink.mails.length, 0);
    const times: number[] = [];
    sink.script = (step) => {
      if (step === 'accept') times.push(performance.now());
    };
    await untilNoMessagePending();
    for (const worker of workers) await killProcess(worker);
    assert.equal(sink.mails.map(({ to }) => String(to)).sort(), [...emails].sort(), 'each once');
    // Delayed mails may be sent together with later ones, up to the concurrency of two workers.
    const most = PER_SECOND + 2 * IN_HAND;
    assert.equal(
      times.filter((at, index) => (times[index + most] ?? Number.POSITIVE_INFINITY) - at < 1_000),
      [],
      'no second has more than its share',
    );
  },
);

faultTest(
  'F-02',
  `workers killed ${KILLS} times while ${MAILS} mails are sent: each arrives, its code works`,
  async () => {
    const { sink } = stack;
    const before = sink.mails.length;
    sink.script = () => undefined;
    await stack.db.sql`
    with made as (
      insert into auth.users (id, aud, role, email, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', 'counted' || n || '@example.com', now(), now()
      from generate_series(1, ${MAILS}::integer) as n returning id, email)
    select count(auth_lib.queue_message(t, 'confirmation', 'mail', m.email, '{"redirect_to": "http://localhost:3000"}'))
    from made as m, lateral auth_lib.issue_token(m.id, 'confirmation', 'signup', m.email, null, true, null,
      '{"sealing_key_id": 7, "mailer_otp_exp": 3600}') as t`;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const worker = await startWorkerProcess();
      const until = before + Math.floor((kill * MAILS) / (KILLS + 2)) + randomBelow(5);
      for (let looks = 0; sink.mails.length < until; looks += 1, await sleep(1)) {
        assert.ok(looks < 100_000, `${sink.mails.length - before} mails after ${kill - 1} kills`);
      }
      // Kills at a random moment, often while mails are sent.
      await sleep(randomBelow(50));
      await killProcess(worker);
    }
    const last = await startWorkerProcess();
    await untilNoMessagePending();
    await killProcess(last);
    const copies = new Map<string, typeof sink.mails>();
    for (const mail of sink.mails.slice(before))
      copies.set(String(mail.to), [...(copies.get(String(mail.to)) ?? []), mail]);
    assert.is(copies.size, MAILS, 'all have theirs');
    const again = [...copies.values()].filter((mails) => mails.length > 1);
    console.log(`F-02: ${MAILS} mails, ${KILLS} kills, ${again.length} came twice`);
    for (const mails of again) {
      assert.is(mails.length, 2);
      assert.is(new Set(mails.map(({ parsed }) => parsed.messageId)).size, 1);
      assert.is(new Set(mails.map((mail) => parseMail(mail).code)).size, 1);
    }
    assert.ok(again.length <= MOST_TWICE, `${again.length} came twice`);
    for (const [email, [mail]] of copies) {
      if (mail === undefined) continue;
      const answer = await stack.post('/verify', { type: 'signup', email, token: parseMail(mail).code });
      assert.is(answer.status, 200, answer.text);
    }
  },
);

test.run();
