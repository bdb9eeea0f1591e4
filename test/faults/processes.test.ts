// runner: when=cli,dev,install,core,gateway,worker,sql

// Gateway and worker processes are killed or frozen during work. No acknowledged write or session is lost, and each
// killed worker causes at most one duplicate of each mail.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { createRequests, type Stack } from '../support/processes/stack.ts';
import { type MailServer, startMailServer } from '../support/providers/mail_server.ts';
import { faultTest, longFaultTest, randomBelow, runFault } from './fault_test.ts';
import { type PosternProcess, startPosternProcesses } from './programs.ts';
import { createFaultServer, type FaultServer } from './server.ts';

let server: FaultServer;
let db: TestDatabase;
let sink: MailServer;
let gateways: PosternProcess[];
let worker: PosternProcess;

test.before(async () => {
  server = await createFaultServer();
  db = await createDatabase({ server });
  sink = await startMailServer();
  // A short lease, so that the restarted worker soon leases the messages of the killed one.
  const o = { db, smtp_port: sink.port, env: { SVC_MESSAGE_LEASE: '22' } };
  [worker, ...gateways] = (await startPosternProcesses([
    ['worker', o],
    ['serve', o],
    ['serve', o],
  ])) as [PosternProcess, ...PosternProcess[]];
});
test.after(async () => {
  for (const program of [...(gateways ?? []), worker]) await program?.running.stop('SIGKILL');
  await sink?.close();
  await db?.drop();
  await server?.stop();
});

const stack = (): Stack =>
  ({ url: gateways[0]?.url ?? '', db, sink, ...createRequests(gateways[0]?.url ?? '') }) as Stack;
const urls = (): string[] => gateways.map(({ url }) => url);

faultTest('F-01', 'a gateway is killed with SIGKILL during requests', () =>
  runFault('F-01', {
    stack: stack(),
    ledger: { urls },
    async fault() {
      for (const gateway of gateways) {
        await gateway.kill();
        await sleep(randomBelow(300));
        await gateway.start();
      }
    },
  }),
);

faultTest('F-32', 'a gateway is frozen for two seconds', () =>
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

// The test is long because mails wait until the leases of the killed workers expire. test/worker/crash.test.ts kills a
// worker at each stage of a mail.
longFaultTest('F-03', 'gateways and worker are killed together, ten times in a row', () => {
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
        await sleep(randomBelow(1_000));
      }
    },
  });
});

test.run();
