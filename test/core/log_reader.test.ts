// The reader of the log stalls. The process continues, ends on a signal, and logs the number of lost lines once the log
// is read again.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const LOG = new URL('../../core/log.ts', import.meta.url).href;
const LINES = 12_000;
/** Logs more than a pipe's buffer holds, reports how many lines were dropped, and runs until a signal. */
const PROGRAM = `
  import { createLog } from '${LOG}';
  const log = createLog({ level: 'info', file: process.env.LOG_FILE });
  for (let n = 0; n < ${LINES}; n += 1) log[n % 2 ? 'info' : 'warn']({ n, pad: 'x'.repeat(1000) }, 'line');
  setInterval(() => undefined, 1000);
  process.on('message', () => { log.info({}, 'after'); process.send({ dropped: log.dropped }); });
  process.on('SIGTERM', () => process.exit(7));
  process.send({ dropped: log.dropped });
`;

const folder = mkdtempSync(join(tmpdir(), 'postern-log-reader-'));
test.after(() => rmSync(folder, { recursive: true }));

/** Creates a named pipe and opens its reading end. */
function createPipe(): { path: string; reader: number } {
  const path = join(folder, `fifo${Math.random()}`);
  assert.is(spawnSync('mkfifo', [path]).status, 0);
  return { path, reader: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) };
}

type LogTarget = 'a socket' | 'a pipe' | 'a named pipe as LOG_FILE';

/** Starts the program without a reader. `read` reads the available output, and `text` returns all that was read. */
async function startProgram(through: LogTarget) {
  const { path, reader } = createPipe();
  const writer = through === 'a pipe' ? openSync(path, constants.O_WRONLY) : undefined;
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'ignore', writer ?? 'pipe', 'ipc'],
    env: { ...process.env, LOG_FILE: through === 'a named pipe as LOG_FILE' ? path : '' },
  });
  if (writer !== undefined) closeSync(writer);
  let text = '';
  const buffer = Buffer.alloc(1024 * 1024);
  const read = (): void => {
    if (through === 'a socket') {
      if (child.stderr?.listenerCount('data') === 0)
        child.stderr.on('data', (chunk: Buffer) => {
          text += chunk;
        });
      return;
    }
    try {
      text += buffer.toString('utf8', 0, readSync(reader, buffer));
    } catch (error) {
      assert.is((error as NodeJS.ErrnoException).code, 'EAGAIN');
    }
  };
  const [written] = (await once(child, 'message')) as [{ dropped: number }];
  return { child, written, read, text: () => text, close: () => closeSync(reader) };
}

for (const through of ['a socket', 'a pipe', 'a named pipe as LOG_FILE'] as const) {
  test(`${through} without a reader costs lines; once it is read a line says how many`, async () => {
    const { child, written, read, text, close } = await startProgram(through);
    assert.ok(written.dropped > 1_000 && written.dropped < LINES, `${written.dropped} dropped`);
    for (let look = 0; look < 300 && !text().includes('"dropped":'); look += 1) {
      read();
      await sleep(20);
    }
    child.send('go on');
    const [{ dropped }] = (await once(child, 'message')) as [{ dropped: number }];
    for (let look = 0; look < 300 && !text().includes('"after"'); look += 1) {
      read();
      await sleep(20);
    }
    const lines = text()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; n?: number; dropped?: number });
    const kept = lines.filter(({ msg }) => msg === 'line');
    const [notice] = lines.filter((line) => line.dropped !== undefined);
    assert.is(notice?.dropped, dropped);
    assert.is(kept.length + dropped, LINES, 'each line is there or counted');
    assert.equal(lines.slice(-2), [notice, lines.at(-1)], 'the notice stands where the lines are missing');
    child.kill('SIGTERM');
    await once(child, 'exit');
    close();
  });

  test(`${through} without a reader does not delay a process that gets a signal`, async () => {
    const { child, close } = await startProgram(through);
    child.kill('SIGTERM');
    assert.equal(await once(child, 'exit'), [7, null]);
    close();
  });
}

test.run();
