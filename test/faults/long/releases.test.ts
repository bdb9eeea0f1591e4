// A newer release migrates the database while an older one serves. Both then serve side by side, and a downgrade
// follows. No request fails.
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../../support/database/db.ts';
import { runToEnd } from '../../support/processes/process.ts';
import { createRequests, type Stack } from '../../support/processes/stack.ts';
import { type MailServer, startMailServer } from '../../support/providers/mail_server.ts';
import { faultTest, runFault } from '../fault_test.ts';
import { type PosternProcess, startPosternProcess, startPosternProcesses } from '../programs.ts';
import { writeNextRelease } from '../trees.ts';
import { untilTrue } from '../with_timeout.ts';

const newer = writeNextRelease();
let db: TestDatabase;
let sink: MailServer;
const programs: PosternProcess[] = [];

test.before(async () => {
  db = await createDatabase();
  sink = await startMailServer();
});
// Stops the processes of a repetition before the next one.
test.after.each(async () => {
  for (const program of programs.splice(0)) await program.running.stop('SIGKILL');
});
test.after(async () => {
  await sink?.close();
  await db?.drop();
});

faultTest('F-28', 'an upgrade under load with both releases side by side, and a downgrade', async () => {
  const o = { db, smtp_port: sink.port };
  programs.push(
    ...(await startPosternProcesses([
      ['worker', o],
      ['serve', o],
    ])),
  );
  const urls = (): string[] => programs.slice(1).map(({ url }) => url);
  const release = async (): Promise<string> =>
    String((await db.sql<{ version: string }[]>`select version from auth.release`)[0]?.version);
  const before = await release();
  const env = db.environment();
  const stack = { url: urls()[0] ?? '', db, sink, ...createRequests(urls()[0] ?? '') } as Stack;
  const ledger = await runFault('F-28', {
    stack,
    shows: null,
    ledger: { urls },
    async fault() {
      const up = await runToEnd(['migrate'], { env, main: join(newer, 'cli/main.ts') });
      assert.is(up.code, 0, up.stderr);
      assert.is.not(await release(), before);
      programs.push(await startPosternProcess('serve', { ...o, main: join(newer, 'cli/main.ts') }));
      // Starts a process of the older release after the upgrade, as when a machine is replaced.
      programs.push(await startPosternProcess('serve', o));
      // The older release must not change a newer database.
      assert.is.not((await runToEnd(['migrate'], { env })).code, 0);
      for (const { running } of programs.slice(1)) {
        const answered = (): number => running.stderr.split('"msg":"request completed"').length - 1;
        const before = answered();
        await untilTrue('each of the three answers', () => answered() >= before + 20);
      }
      for (const further of [programs.pop(), programs.pop()]) assert.is(await further?.stop(), 0);
      const down = await runToEnd(['migrate', '--downgrade'], { env });
      assert.is(down.code, 0, down.stderr);
      assert.is(await release(), before);
    },
  });
  assert.is(ledger.count(/ 5\d\d$/), 0, 'a rebuild is no fault');
});

test.run();
