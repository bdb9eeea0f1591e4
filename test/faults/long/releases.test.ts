// A newer release migrates the database while an older one serves, both serve side by side, and the way back: nobody notices.
// runner: timeout=300
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../../support/db.ts';
import { runToEnd } from '../../support/process.ts';
import { createSink, type Sink } from '../../support/sink.ts';
import { requests, type Stack } from '../../support/stack.ts';
import { type Program, startProgram } from '../programs.ts';
import { row, under } from '../stand.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const newer = mkdtempSync(join(tmpdir(), 'postern-newer-'));
let db: TestDatabase;
let sink: Sink;
const programs: Program[] = [];

/** A copy of this tree with a higher version and a changed function, as the next release would be. */
function writeNewer(): void {
  for (const part of ['cli', 'core', 'gateway', 'worker', 'sql', 'package.json', 'tsconfig.json']) {
    if (!existsSync(join(ROOT, part))) continue;
    cpSync(join(ROOT, part), join(newer, part), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(newer, 'node_modules'));
  const own = JSON.parse(readFileSync(join(newer, 'package.json'), 'utf8')) as { version: string };
  const [major = 0, minor = 0] = own.version.split('.').map(Number);
  writeFileSync(join(newer, 'package.json'), JSON.stringify({ ...own, version: `${major}.${minor + 1}.0` }));
  const file = join(newer, 'sql/api/session/refresh_session.sql');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n-- The next release.\n`);
}

test.before(async () => {
  writeNewer();
  db = await createDatabase();
  sink = await createSink();
});
// A repetition begins without the processes of the one before.
test.after.each(async () => {
  for (const program of programs.splice(0)) await program.running.stop('SIGKILL');
});
test.after(async () => {
  await sink?.close();
  await db?.drop();
  rmSync(newer, { recursive: true, force: true });
});

row('F-28', 'an older release beside a newer one, under load, and back', async () => {
  const o = { db, smtp_port: sink.port };
  programs.push(...(await Promise.all([startProgram('worker', o), startProgram('serve', o)])));
  const urls = (): string[] => programs.slice(1).map(({ url }) => url);
  const release = async (): Promise<string> =>
    String((await db.sql<{ version: string }[]>`select version from auth.release`)[0]?.version);
  const before = await release();
  const env = db.environment();
  const stack = { url: urls()[0] ?? '', db, sink, ...requests(urls()[0] ?? '') } as Stack;
  const ledger = await under('F-28', {
    stack,
    shows: null,
    ledger: { urls },
    async fault() {
      const up = await runToEnd(['migrate'], { env, main: join(newer, 'cli/main.ts') });
      assert.is(up.code, 0, up.stderr);
      assert.is.not(await release(), before);
      programs.push(await startProgram('serve', { ...o, main: join(newer, 'cli/main.ts') }));
      // The older one changes nothing in a newer database.
      assert.is.not((await runToEnd(['migrate'], { env })).code, 0);
      const third = programs.pop();
      assert.is(await third?.stop(), 0);
      const down = await runToEnd(['migrate', '--downgrade'], { env });
      assert.is(down.code, 0, down.stderr);
      assert.is(await release(), before);
    },
  });
  assert.is(ledger.count(/ 5\d\d$/), 0, 'a rebuild is no fault');
});

test.run();
