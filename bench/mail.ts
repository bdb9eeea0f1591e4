// Mail throughput and latency, with an SMTP sink on loopback. Measures mails per second with one and two workers, and
// CPU time per mail. Also measures the time from the commit that queues a mail to its DATA command, on an idle system
// and with a backlog. Usage: node mail.ts; environment: MAILS, SINGLE, BACKLOG.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDatabase } from '../test/support/database/db.ts';
import { queueMail, workerSettings } from '../test/support/processes/worker.ts';

const MAILS = Number(process.env.MAILS ?? 2_000);
const SINGLE = Number(process.env.SINGLE ?? 300);
const BACKLOG = Number(process.env.BACKLOG ?? 100_000);
const FRESH = 40;

/**
 * Time of the DATA command, by recipient. The sink accepts every mail and stores nothing else, so that the worker is
 * the bottleneck.
 */
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

/** Creates users in one transaction, with one link and one queued mail each. */
async function queueMails(name: string, count: number, kind = 'confirmation'): Promise<void> {
  await db.sql`
    with made as (
      insert into auth.users (id, aud, role, email, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', ${name}::text || n || '@example.com', now(), now()
      from generate_series(1, ${count}::integer) as n returning id, email)
    select count(auth_lib.queue_message(t, ${kind}::text, 'mail', m.email, '{"redirect_to": "https://app.example.com"}'))
    from made as m, lateral auth_lib.issue_token(m.id, 'confirmation', 'signup', m.email, null, true, null,
      '{"sealing_key_id": 1, "mailer_otp_exp": 36000}') as t`;
}

/** Returns the CPU time in milliseconds of a process and its children. */
function readTreeCpu(root: number): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const { parent, own, ended } = readProcessStat(Number(pid));
    if (Number(pid) === root) ticks += own + ended;
    else if (parent === root) ticks += own;
  }
  return ticks * 10;
}

function readProcessStat(pid: number): { parent: number; own: number; ended: number } {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return { parent: 0, own: 0, ended: 0 }; // it has exited since the listing
  }
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (field: number): number => fields[field] ?? 0;
  return { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) };
}

interface Throughput {
  a_second: number;
  /** CPU time in milliseconds per mail: of all workers, and of the database server. */
  worker: number;
  server: number;
}

/** Measures mails per second and CPU time, from the commit of all mails to the delivery of the last one. */
async function measureThroughput(name: string): Promise<Throughput> {
  const until = taken + MAILS;
  await queueMails(name, MAILS);
  const [{ pid = 0 } = {}] = await db.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const postmaster = readProcessStat(pid).parent;
  const cpu = () =>
    [workers.reduce((sum, worker) => sum + readTreeCpu(worker.pid ?? 0), 0), readTreeCpu(postmaster)] as const;
  const [before, started] = [cpu(), performance.now()];
  while (taken < until) await sleep(2);
  const a_second = (MAILS * 1000) / (performance.now() - started);
  const [worker, server] = cpu();
  return { a_second, worker: (worker - before[0]) / MAILS, server: (server - before[1]) / MAILS };
}

/**
 * Measures milliseconds from the commit of a confirmation mail to DATA while invitations and older confirmation mails
 * are queued. `left` is the number of mails that are not yet sent at the end.
 */
async function measureBehindBacklog(): Promise<{ waits: number[]; left: number }> {
  for (let queued = 0; queued < BACKLOG; queued += 5_000) {
    await queueMails(
      `backlog${queued}-`,
      Math.min(5_000, BACKLOG - queued),
      queued % 10_000 === 0 ? 'invite' : 'confirmation',
    );
  }
  workers.push(await startWorker());
  const waits: number[] = [];
  for (let n = 0; n < FRESH; n += 1) {
    const { email } = await queueMail(db);
    const committed = performance.now();
    while (!data_at.has(email)) await sleep(1);
    waits.push((data_at.get(email) ?? 0) - committed);
    await sleep(250);
  }
  const [{ left = 0 } = {}] = await db.sql<{ left: number }[]>`
    select count(*)::integer as left from auth.messages where state in ('queued', 'sending')`;
  return { waits: waits.sort((a, b) => a - b), left };
}

/** Measures milliseconds from the commit of a message to DATA, one message at a time on an idle system. */
async function measureLatencies(): Promise<number[]> {
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

const stopWorkers = async (): Promise<void> => {
  for (const worker of workers.splice(0)) {
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  }
};
const shown = ({ a_second, worker, server }: Throughput): string =>
  `${a_second.toFixed(0)}; ${worker.toFixed(2)} ms of the worker's processor time a mail, ${server.toFixed(2)} ms of the server's`;
const spread = (sorted: readonly number[]): string =>
  `p50 ${at(sorted, 0.5)}, p99 ${at(sorted, 0.99)}, most ${at(sorted, 1)}`;

const workers: ChildProcess[] = [await startWorker()];
await measureThroughput('warm');
const one = await measureThroughput('one');
const waits = await measureLatencies();
workers.push(await startWorker());
const two = await measureThroughput('two');
await stopWorkers();
const behind = BACKLOG > 0 ? await measureBehindBacklog() : null;
console.log(`
| mails | ${MAILS} queued at once |
| --- | --- |
| one worker, a second | ${shown(one)} |
| two workers, a second | ${shown(two)} (${(two.a_second / one.a_second).toFixed(2)} times) |
| commit to DATA, ${SINGLE} one after another, ms | ${spread(waits)} |
${behind ? `| the same behind ${BACKLOG} mails, of which ${behind.left} were left, ms | ${spread(behind.waits)} |` : ''}
`);
await stopWorkers();
sink.close();
await db.drop();
process.exit();
