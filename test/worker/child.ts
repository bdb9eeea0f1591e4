// Runs a worker in a separate process, for tests that kill it. The first argument is its settings as JSON.
import { createLog } from '../../core/log.ts';
import { startWorker } from '../../worker/main.ts';
import { keepLogLines } from '../support/processes/log_lines.ts';

const settings = JSON.parse(process.argv[2] ?? '{}');
const write = (line: string): void => {
  process.stderr.write(line);
  keepLogLines(line);
};
await startWorker({ settings, log: createLog({ level: 'warn', stream: { write } }) });
process.send?.('ready');
