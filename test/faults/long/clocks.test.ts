// Clocks that disagree: one gateway is five minutes ahead, one two minutes behind, and the database clock is set back.
// Times in tokens come from the database clock, and no consumed token or code becomes valid again.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { claimsOf } from '../../support/clients/client.ts';
import { shiftClock } from '../../support/database/clock.ts';
import { createDatabase, type TestDatabase } from '../../support/database/db.ts';
import { bearer, createRequests, type Stack } from '../../support/processes/stack.ts';
import { type MailServer, startMailServer } from '../../support/providers/mail_server.ts';
import { createUserBeforeFault, faultTest, runFault } from '../fault_test.ts';
import { type PosternProcess, startPosternProcesses } from '../programs.ts';

let db: TestDatabase;
let sink: MailServer;
let programs: PosternProcess[];
const folder = mkdtempSync(join(tmpdir(), 'postern-clocks-'));

/** Writes a module that shifts `Date`. Returns the NODE_OPTIONS that load it before other modules. */
function writeClockShift(seconds: number): string {
  const file = join(folder, `clock${seconds}.mjs`);
  writeFileSync(
    file,
    `const { now } = Date; const by = ${seconds * 1000};
     globalThis.Date = class extends Date { constructor(...a) { super(...(a.length === 0 ? [now() + by] : a)); } static now() { return now() + by; } };\n`,
  );
  return `--import ${file}`;
}

test.before(async () => {
  db = await createDatabase();
  sink = await startMailServer();
  const by = (seconds: number) => ({ db, smtp_port: sink.port, env: { NODE_OPTIONS: writeClockShift(seconds) } });
  programs = await startPosternProcesses([
    ['worker', by(-120)],
    ['serve', by(300)],
    ['serve', by(-120)],
  ]);
});
test.after(async () => {
  for (const program of programs ?? []) await program.running.stop('SIGKILL');
  await sink?.close();
  await db?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const stack = (): Stack =>
  ({ url: programs[1]?.url ?? '', db, sink, ...createRequests(programs[1]?.url ?? '') }) as Stack;

faultTest('F-17', 'gateways with clocks seven minutes apart serve the same users', () =>
  runFault('F-17 gateways', {
    stack: stack(),
    ledger: { urls: () => programs.slice(1).map(({ url }) => url) },
    shows: null,
    fault: async () => undefined,
  }),
);

faultTest('F-17', 'times in tokens come from the database’s clock, not from a gateway’s', async () => {
  const [ahead, behind] = programs.slice(1).map(({ url }) => createRequests(url));
  assert.ok(ahead && behind);
  const user = await createUserBeforeFault({ ...stack(), mail: newestMail } as Stack);
  for (const gateway of [ahead, behind]) {
    const { body } = await gateway.post('/token?grant_type=password', {
      email: user.email,
      password: 'correct horse battery',
    });
    const { iat, exp } = claimsOf(String(body.access_token));
    assert.ok(Math.abs(Number(iat) - Date.now() / 1000) < 5, 'iat');
    assert.is(Number(exp) - Number(iat), 3600);
    for (const other of [ahead, behind]) assert.is((await other.get('/user', bearer(body.access_token))).status, 200);
  }
});

faultTest('F-17', 'setting the clock back by 30 s makes no consumed token valid again', async () => {
  const [gateway] = programs.slice(1).map(({ url }) => createRequests(url));
  assert.ok(gateway);
  const user = await createUserBeforeFault({ ...stack(), mail: newestMail } as Stack);
  const refresh = (refresh_token: string) => gateway.post('/token?grant_type=refresh_token', { refresh_token });
  const next = await refresh(user.refresh_token);
  const last = await refresh(String(next.body.refresh_token));
  try {
    await shiftClock(db, -30);
    // The token before the previous one was consumed under the other clock and stays consumed.
    assert.is((await refresh(user.refresh_token)).status, 400);
    assert.is((await refresh(String(last.body.refresh_token))).status, 400, 'its family is dead');
    const used = sink.mails.findLast(({ to }) => to.includes(user.email));
    const code = /(\d{6})/.exec(
      String(used?.parsed.html)
        .replace(/href="[^"]*"/g, '')
        .replace(/#\d+/g, ''),
    )?.[1];
    assert.is((await gateway.post('/verify', { type: 'email', email: user.email, token: code })).status, 403);
  } finally {
    await shiftClock(db);
  }
});

async function newestMail(to: string) {
  const { parseMail: readMail } = await import('../../support/processes/stack.ts');
  const [mail] = await sink.waitFor(to);
  if (!mail) throw new Error('no mail');
  return readMail(mail);
}

test.run();
