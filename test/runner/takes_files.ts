// A test process: runs the files that test/runner/process.ts sends, one after another, and reports the cost of each and
// the state it left behind. A file is finished when its own process would exit, that is when nothing keeps the event
// loop alive.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { noteSpent, processorTime } from '../support/processes/spent.ts';
import { LOGGED_VARIABLE } from '../support/processes/told.ts';
import { leftBehind, stateOf } from './state.ts';

export interface Order {
  file: string;
  /** Marker to write last to both streams. */
  mark: string;
}

export interface Report {
  code: number;
  left_behind: string[];
  /** CPU time since the start of the process. */
  spent: ReturnType<typeof processorTime>;
  memory_bytes: number;
}

// Child processes use another compile cache. The CLI changes V8 flags after the cache folder is chosen, so both sides
// would reject and rewrite each other's entries.
if (process.env.NODE_COMPILE_CACHE !== undefined) process.env.NODE_COMPILE_CACHE += '-by-children';

const logged = process.env[LOGGED_VARIABLE];
const ROOT = new URL('../../', import.meta.url);

// Makes uvu run only when exec() is called.
Object.assign(globalThis, { UVU_DEFER: 1 });
const { exec } = await import('uvu');
await import('../support/processes/show_hooks.ts');
const queue = (globalThis as unknown as { UVU_QUEUE: unknown[][] }).UVU_QUEUE;
const write = [process.stdout, process.stderr].map((stream) => stream.write.bind(stream));

let current: { order: Order; before: ReturnType<typeof stateOf>; finished: boolean } | undefined;

async function run(order: Order): Promise<void> {
  process.exitCode = undefined;
  queue.splice(0, queue.length, [null]);
  // A separate folder per file: a word that one file sends as a password may occur in a log line of another file.
  if (logged !== undefined) process.env[LOGGED_VARIABLE] = mkdtempSync(join(logged, 'file-'));
  current = { order, before: stateOf(), finished: false };
  // From here on only the file keeps the event loop alive.
  process.channel?.unref();
  await import(new URL(order.file, ROOT).href);
  // If the file did not call test.run(), the queue is empty and uvu must print no summary.
  if ((queue[0]?.length ?? 0) > 1) await exec();
  current.finished = true;
}

// A rejection ends the process, as it does when a file runs by itself.
process.on('message', (order: Order) => void run(order));
process.on('disconnect', () => process.exit());

process.on('beforeExit', (code) => {
  // Exit explicitly: otherwise Node closes all open handles and waits for each. A connection that is reset while it
  // closes never reports its end, and the wait uses a full core forever.
  if (!current?.finished) process.exit();
  const { order, before } = current;
  current = undefined;
  for (const to of write) to(order.mark);
  const report: Report = {
    code,
    left_behind: leftBehind(before, stateOf()),
    spent: processorTime('self'),
    memory_bytes: process.memoryUsage.rss(),
  };
  process.exitCode = undefined;
  process.channel?.ref();
  process.send?.(report);
});
process.on('exit', noteSpent);
process.channel?.ref();
