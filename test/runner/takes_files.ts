// A test process: runs the files that test/runner/process.ts sends, one after another, and reports the cost of each
// file and the state that it left changed. A file is finished when nothing keeps the event loop alive.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { readCpuTime, recordCpuTime } from '../support/processes/cpu_time.ts';
import { LOGGED_VARIABLE } from '../support/processes/sent_secrets.ts';
import { changedValues, readProcessState } from './state.ts';

export interface FileOrder {
  file: string;
  /** Text that the process writes to stdout and stderr when a test file has ended. */
  mark: string;
}

export interface FileReport {
  code: number;
  left_behind: string[];
  /** CPU time since the start of the process. */
  spent: ReturnType<typeof readCpuTime>;
  memory_bytes: number;
}

// Child processes use a separate compile cache. The CLI changes V8 flags after the cache folder is chosen, so both
// sides would reject and rewrite each other's entries.
if (process.env.NODE_COMPILE_CACHE !== undefined) process.env.NODE_COMPILE_CACHE += '-by-children';

const logged = process.env[LOGGED_VARIABLE];
const ROOT = new URL('../../', import.meta.url);

// Makes uvu run only when exec() is called.
Object.assign(globalThis, { UVU_DEFER: 1 });
const { exec } = await import('uvu');
await import('../support/processes/show_hooks.ts');
const queue = (globalThis as unknown as { UVU_QUEUE: unknown[][] }).UVU_QUEUE;
const write = [process.stdout, process.stderr].map((stream) => stream.write.bind(stream));

let current: { order: FileOrder; before: ReturnType<typeof readProcessState>; finished: boolean } | undefined;

async function runFile(order: FileOrder): Promise<void> {
  process.exitCode = undefined;
  queue.splice(0, queue.length, [null]);
  // Each file gets its own folder: the run searches the logs of a file for the secrets that this file sent. A password
  // of one file may be an ordinary word in the log of another.
  if (logged !== undefined) process.env[LOGGED_VARIABLE] = mkdtempSync(join(logged, 'file-'));
  current = { order, before: readProcessState(), finished: false };
  // From this point only the test file keeps the event loop alive.
  process.channel?.unref();
  await import(new URL(order.file, ROOT).href);
  // If the file did not call test.run(), the queue is empty and uvu must print no summary.
  if ((queue[0]?.length ?? 0) > 1) await exec();
  current.finished = true;
}

// An unhandled rejection ends the process, as when a file runs by itself.
process.on('message', (order: FileOrder) => void runFile(order));
process.on('disconnect', () => process.exit());

process.on('beforeExit', (code) => {
  // Exits explicitly. Otherwise Node closes all open handles and waits for each. A connection that is reset meanwhile
  // never reports its end, and the wait uses a full core forever.
  if (!current?.finished) process.exit();
  const { order, before } = current;
  current = undefined;
  for (const to of write) to(order.mark);
  const report: FileReport = {
    code,
    left_behind: changedValues(before, readProcessState()),
    spent: readCpuTime('self'),
    memory_bytes: process.memoryUsage.rss(),
  };
  process.exitCode = undefined;
  process.channel?.ref();
  process.send?.(report);
});
process.on('exit', recordCpuTime);
process.channel?.ref();
