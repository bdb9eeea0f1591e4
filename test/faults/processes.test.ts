// Gateway and worker processes are killed and stopped in the middle of work: nothing acknowledged is lost, nobody is
// signed out, and each killed worker causes at most one duplicate of a mail.
// runner: timeout=300 when=cli,dev,install,core,gateway,worker,sql
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { requests, type Stack } from '../support/processes/stack.ts';
import { createSink, type Sink } from '../support/providers/sink.ts';
import { type Program, startPrograms } from './programs.ts';
import { createFaultServer, type FaultServer } from './server.ts';
import { chance, longRow, row, runFault } from './stand.ts';

let server: FaultServer;
let db: TestDatabase;
let sink: Sink;
let gateways: Program[];
let worker: Program;

test.before(async () => {
  server = await createFaultServer();
  db = await createDatabase({ server });
  sink = await createSink();
  // A short lease: the messages of a killed worker are leased again soon, so the test waits less.
  const o = { db, smtp_port: sink.port, env: { SVC_MESSAGE_LEASE: '22' } };
  [worker, ...gateways] = (await startPrograms([
    ['worker', o],
    ['serve', o],
    ['serve', o],
  ])) as [Program, ...Program[]];
});
test.after(async () => {
  for (const program of [...(gateways ?? []), worker]) await program?.running.stop('SIGKILL');
  await sink?.close();
  await db?.drop();
  await server?.stop();
});

const stack = (): Stack => ({ url: gateways[0]?.url ?? '', db, sink, ...requests(gateways[0]?.url ?? '') }) as Stack;
const urls = (): string[] => gateways.map(({ url }) => url);

row('F-01', 'a gateway is killed with SIGKILL during requests', () =>
  runFault('F-01', {
    stack: stack(),
    ledger: { urls },
    async fault() {
      for (const gateway of gateways) {
        await gateway.kill();
        await sleep(chance(300));
        await gateway.start();
      }
    },
  }),
);

row('F-32', 'a gateway is frozen for two seconds', () =>
  runFault('F-32', {
    stack: stack(),
    ledger: { urls },
    shows: null,
    async fault() {
      gateways[0]?.running.child.kill('SIGSTOP');
      await sleep(2_000);
      gateways[0]?.running.child.kill('SIGCONT');
    },
  }),
);

// Waits until the leases of the killed workers expire; test/worker/crash.test.ts kills a worker at each stage of a
// mail.
longRow('F-03', 'gateways and worker are killed together, ten times in a row', () => {
  const kills = 10;
  return runFault('F-03', {
    stack: stack(),
    ledger: { urls },
    more_copies: kills,
    async fault() {
      for (let time = 0; time < kills; time += 1) {
        const all = [worker, ...gateways];
        await Promise.all(all.map((program) => program.kill()));
        await Promise.all(all.map((program) => program.start()));
        await sleep(chance(1_000));
      }
    },
  });
});

test.run();
