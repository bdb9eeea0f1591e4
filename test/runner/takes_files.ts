// A test process: runs the files that test/runner/process.ts gives it, one after another, and tells after each what it cost and what
// it left behind. A file has ended when its process would: when nothing is left that the event loop waits for.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { noteSpent, processorTime } from '../support/spent.ts';
import { LOGGED_VARIABLE } from '../support/told.ts';
import { leftBehind, stateOf } from './state.ts';

export interface Order {
  file: string;
  /** What is to be written last to both streams. */
  mark: string;
}

export interface Report {
  code: number;
  left_behind: string[];
  /** Of the process since it began. */
  spent: ReturnType<typeof processorTime>;
  memory_bytes: number;
}

// What its files start keeps compiled modules elsewhere: the command line changes flags of the engine as it begins, after the folder
// has been chosen, and each side would refuse and write anew what the other one has kept.
if (process.env.NODE_COMPILE_CACHE !== undefined) process.env.NODE_COMPILE_CACHE += '-by-children';

const logged = process.env[LOGGED_VARIABLE];
const ROOT = new URL('../../', import.meta.url);

// uvu then runs what it is told to, and not by itself.
Object.assign(globalThis, { UVU_DEFER: 1 });
const { exec } = await import('uvu');
await import('../support/show_hooks.ts');
const queue = (globalThis as unknown as { UVU_QUEUE: unknown[][] }).UVU_QUEUE;
const write = [process.stdout, process.stderr].map((stream) => stream.write.bind(stream));

let current: { order: Order; before: ReturnType<typeof stateOf>; finished: boolean } | undefined;

async function run(order: Order): Promise<void> {
  process.exitCode = undefined;
  queue.splice(0, queue.length, [null]);
  // A word that one file sends as a password may stand in a message that another file gets.
  if (logged !== undefined) process.env[LOGGED_VARIABLE] = mkdtempSync(join(logged, 'file-'));
  current = { order, before: stateOf(), finished: false };
  // From here on the loop waits for the file alone.
  process.channel?.unref();
  await import(new URL(order.file, ROOT).href);
  // Without a call of test.run() there is nothing here, and there is to be no summary.
  if ((queue[0]?.length ?? 0) > 1) await exec();
  current.finished = true;
}

// A rejection here ends the process, as it ends one that imports the file itself.
process.on('message', (order: Order) => void run(order));
process.on('disconnect', () => process.exit());

process.on('beforeExit', (code) => {
  // When a process ends by itself, Node closes what has been left open and waits for each; a connection that was reset while it was
  // closing never tells it has, and the wait takes a whole core for ever. By exit() Node does not wait.
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
