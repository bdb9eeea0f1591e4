// runner: when=cli,dev,install,core,gateway,worker,sql

// The mail server is slow, defers mails, is down, or dies while it receives a mail. In one test, the database is down
// while a mail is sent.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { newEmail, type Stack } from '../support/processes/stack.ts';
import { smtpError } from '../support/providers/mail_server.ts';
import { faultTest, IS_FULL_RUN, longFaultTest, randomBelow, runFault, startFaultStack } from './fault_test.ts';
import { createFaultServer, type FaultServer } from './server.ts';
import { PASSWORD } from './user_simulation.ts';
import { queryNewConnection, untilTrue } from './with_timeout.ts';

const FAULT_MS = IS_FULL_RUN ? 20_000 : 2_000;

let server: FaultServer;
let db: TestDatabase;
let stack: Stack;
test.before(async () => {
  server = await createFaultServer();
  db = await createDatabase({ server });
  stack = await startFaultStack({ db });
});
test.after(async () => {
  await stack?.close();
  await server?.stop();
});

const during = async (script: Stack['sink']['script'], ms = FAULT_MS): Promise<void> => {
  stack.sink.script = script;
  await sleep(ms);
  stack.sink.script = () => undefined;
};

faultTest('F-09', 'a slow mail server slows nothing else', async () => {
  const ledger = await runFault('F-09', {
    stack,
    shows: null,
    fault: () => during((step) => (step === 'data' ? sleep(1_000 + randomBelow(1_000)) : undefined)),
  });
  assert.is(ledger.count(/ 503$/), 0, 'no request waits for a mail');
});

longFaultTest('F-10', 'a mail server that defers every other mail with 421, 450, 451 or 452', async () => {
  const ledger = await runFault('F-10', {
    stack,
    shows: null,
    fault: () =>
      during((step) => {
        if (step === 'to' && randomBelow(2) === 0) throw smtpError([421, 450, 451, 452][randomBelow(4)] ?? 450);
      }),
  });
  assert.is(ledger.count(/ 503$/), 0);
});

longFaultTest('F-12', 'a mail server that is down', async () => {
  const ledger = await runFault('F-12', {
    stack,
    shows: null,
    fault: () => during((step, _about, cut) => (step === 'connect' ? cut() : undefined)),
  });
  assert.is(ledger.count(/ 503$/), 0);
});

longFaultTest(
  'F-13',
  'a mail server that dies during a delivery, before and after it has stored the mail',
  async () => {
    const { sink } = stack;
    const kept = sink.mails.length;
    // Cuts each address at most twice: a message whose outcome is unknown three times is not sent again (F-61).
    const cuts = new Map<string, number>();
    await runFault('F-13', {
      stack,
      shows: null,
      more_copies: 1_000, // each cut after DATA may cause another copy
      fault: () =>
        during((step, address, cut) => {
          const times = cuts.get(address) ?? 0;
          if ((step !== 'data' && step !== 'accept') || times === 2 || randomBelow(2) === 0) return undefined;
          cuts.set(address, times + 1);
          return cut();
        }),
    });
    assert.ok(sink.mails.length > kept);
  },
);

faultTest('F-02', 'the database is down while a mail is sent: the mail arrives once', async () => {
  const email = newEmail();
  let arrived = false;
  let keep = (): void => undefined;
  const kept = new Promise<void>((resolve) => {
    keep = resolve;
  });
  stack.sink.script = async (step, about) => {
    if (step !== 'accept' || about !== email) return;
    arrived = true;
    await kept;
  };
  await stack.post('/signup', { email, password: PASSWORD });
  await untilTrue('the mail arrives', () => arrived, { every_ms: 5 });
  await server.kill();
  keep();
  stack.sink.script = () => undefined;
  await sleep(IS_FULL_RUN ? 35_000 : 4_500);
  await server.start();
  const deadline = Date.now() + 60_000;
  const state = async (): Promise<unknown> =>
    (await queryNewConnection(db, (sql) => sql`select state from auth.messages where to_address = ${email}`))[0]?.state;
  while ((await state().catch(() => 'unknown')) !== 'sent' && Date.now() < deadline) await sleep(50);
  assert.is(await state(), 'sent');
  assert.is(stack.sink.mails.filter(({ to }) => to.includes(email)).length, 1);
});

test.run();
