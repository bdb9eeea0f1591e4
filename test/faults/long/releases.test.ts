// A newer release migrates the database while an older one serves, both serve side by side, and then a downgrade: no
// request fails.
// runner: timeout=300
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../../support/database/db.ts';
import { runToEnd } from '../../support/processes/process.ts';
import { requests, type Stack } from '../../support/processes/stack.ts';
import { createSink, type Sink } from '../../support/providers/sink.ts';
import { type Program, startProgram, startPrograms } from '../programs.ts';
import { row, runFault } from '../stand.ts';
import { writeNewer } from '../trees.ts';
import { until } from '../within.ts';

const newer = writeNewer();
let db: TestDatabase;
let sink: Sink;
const programs: Program[] = [];

test.before(async () => {
  db = await createDatabase();
  sink = await createSink();
});
// A repetition starts without the processes of the previous one.
test.after.each(async () => {
  for (const program of programs.splice(0)) await program.running.stop('SIGKILL');
});
test.after(async () => {
  await sink?.close();
  await db?.drop();
});

row('F-28', 'an upgrade under load with both releases side by side, and a downgrade', async () => {
  const o = { db, smtp_port: sink.port };
  programs.push(
    ...(await startPrograms([
      ['worker', o],
      ['serve', o],
    ])),
  );
  const urls = (): string[] => programs.slice(1).map(({ url }) => url);
  const release = async (): Promise<string> =>
    String((await db.sql<{ version: string }[]>`select version from auth.release`)[0]?.version);
  const before = await release();
  const env = db.environment();
  const stack = { url: urls()[0] ?? '', db, sink, ...requests(urls()[0] ?? '') } as Stack;
  const ledger = await runFault('F-28', {
    stack,
    shows: null,
    ledger: { urls },
    async fault() {
      const up = await runToEnd(['migrate'], { env, main: join(newer, 'cli/main.ts') });
      assert.is(up.code, 0, up.stderr);
      assert.is.not(await release(), before);
      programs.push(await startProgram('serve', { ...o, main: join(newer, 'cli/main.ts') }));
      // Starts a process of the older release now, as when a machine is replaced during an upgrade.
      programs.push(await startProgram('serve', o));
      // The older release must not change a newer database.
      assert.is.not((await runToEnd(['migrate'], { env })).code, 0);
      for (const { running } of programs.slice(1)) {
        const answered = (): number => running.stderr.split('"msg":"request completed"').length - 1;
        const before = answered();
        await until('each of the three answers', () => answered() >= before + 20);
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
