// A worker as a process of its own, for tests that kill it. Its settings are the first argument, as JSON.
import { createLog } from '../../core/log.ts';
import { startWorker } from '../../worker/main.ts';

const settings = JSON.parse(process.argv[2] ?? '{}');
await startWorker({ settings, log: createLog({ level: 'warn' }) });
process.send?.('ready');
