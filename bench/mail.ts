// Mails: how many a second leave through a sink on loopback with one worker and with two, and how long after the commit that
// asks for it a mail reaches DATA. node mail.ts; MAILS, SINGLE.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDatabase } from '../test/support/db.ts';
import { queueMail, workerSettings } from '../test/support/worker.ts';

const MAILS = Number(process.env.MAILS ?? 2_000);
const SINGLE = Number(process.env.SINGLE ?? 300);

/** Takes everything and keeps nothing but when DATA came, by recipient: what is measured is the worker. */
const data_at = new Map<string, number>();
let taken = 0;
const sink = createServer((socket) => {
  let recipient = '';
  let text = '';
  let in_mail = false;
  socket.on('error', () => undefined);
  socket.write('220 sink\r\n');
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (;;) {
      const end = text.indexOf(in_mail ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const line = text.slice(0, end);
      text = text.slice(end + (in_mail ? 5 : 2));
      if (in_mail) {
        in_mail = false;
        taken += 1;
        socket.write('250 kept\r\n');
      } else if (/^data$/i.test(line)) {
        in_mail = true;
        data_at.set(recipient, performance.now());
        socket.write('354 go on\r\n');
      } else if (/^quit$/i.test(line)) {
        socket.end('221 bye\r\n');
      } else {
        recipient = /^rcpt to:<(.*)>/i.exec(line)?.[1] ?? recipient;
        socket.write('250 yes\r\n');
      }
    }
  });
});
sink.listen(0, '127.0.0.1');
await once(sink, 'listening');

const db = await createDatabase({ template: 'migrated' });
const settings = JSON.stringify(workerSettings(db, (sink.address() as AddressInfo).port));

async function startWorker(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('../test/worker/child.ts', import.meta.url)), [settings]);
  await once(child, 'message');
  return child;
}

/** Users with a mail each, in one transaction, as sign-ups queue them. */
async function queue(round: number): Promise<void> {
  await db.sql`
    with made as (
      insert into auth.users (id, aud, role, email, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', 'bench' || ${round}::integer || '-' || n || '@example.com', now(), now()
      from generate_series(1, ${MAILS}::integer) as n returning id, email)
    select count(auth_lib.queue_message(t, 'confirmation', 'mail', m.email, '{"redirect_to": "https://app.example.com"}'))
    from made as m, lateral auth_lib.issue_token(m.id, 'confirmation', 'signup', m.email, null, true, null,
      '{"sealing_key_id": 1, "mailer_otp_exp": 3600}') as t`;
}

/** Mails a second, from the commit of all to the last. */
async function throughput(round: number): Promise<number> {
  const until = taken + MAILS;
  await queue(round);
  const started = performance.now();
  while (taken < until) await sleep(2);
  return (MAILS * 1000) / (performance.now() - started);
}

/** Milliseconds from the commit of one message to DATA, one after another on an idle system. */
async function latencies(): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < SINGLE; n += 1) {
    const { email } = await queueMail(db);
    const committed = performance.now();
    while (!data_at.has(email)) await sleep(1);
    found.push((data_at.get(email) ?? 0) - committed);
    await sleep(5);
  }
  return found.sort((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);

const workers = [await startWorker()];
await throughput(0);
const one = await throughput(1);
const waits = await latencies();
workers.push(await startWorker());
const two = await throughput(2);
console.log(`
| mails | ${MAILS} queued at once |
| --- | --- |
| one worker, a second | ${one.toFixed(0)} |
| two workers, a second | ${two.toFixed(0)} (${(two / one).toFixed(2)} times) |
| commit to DATA, ${SINGLE} one after another, ms | p50 ${at(waits, 0.5)}, p99 ${at(waits, 0.99)}, most ${at(waits, 1)} |
`);
for (const worker of workers) worker.kill('SIGKILL');
sink.close();
await db.drop();
process.exit();
