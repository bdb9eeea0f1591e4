// Runs a worker in a process of its own, for tests that kill it. Its settings are the first argument, as JSON.
import { createLog } from '../../core/log.ts';
import { startWorker } from '../../worker/main.ts';
import { gather } from '../support/processes/logged.ts';

const settings = JSON.parse(process.argv[2] ?? '{}');
const write = (line: string): void => {
  process.stderr.write(line);
  gather(line);
};
await startWorker({ settings, log: createLog({ level: 'warn', stream: { write } }) });
process.send?.('ready');
