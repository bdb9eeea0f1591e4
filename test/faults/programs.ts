// Postern's processes as an operator runs them, to be killed.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../cli/embedded/ports.ts';
import type { TestDatabase } from '../support/db.ts';
import { type Running, runCli } from '../support/process.ts';
import { environment } from '../support/stack.ts';
import { FAULT_ENV } from './stand.ts';

export interface Program {
  readonly running: Running;
  readonly url: string;
  /** SIGKILL, and the same again on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<number | null>;
}

export interface ProgramOptions {
  db: TestDatabase;
  smtp_port: number;
  env?: Record<string, string>;
  /** The entry of another release. */
  main?: string;
}

/** Starts `postern serve` or `postern worker`. */
export async function startProgram(command: 'serve' | 'worker', o: ProgramOptions): Promise<Program> {
  const port = await freePort();
  const env = { ...o.db.environment(), ...environment(o.smtp_port), ...FAULT_ENV, ...o.env, PORT: String(port) };
  let running: Running;
  const start = async (): Promise<void> => {
    running = runCli([command], { env, ...(o.main ? { main: o.main } : {}) });
    await running.until(command === 'serve' ? /serves on port/ : /is at work/);
  };
  await start();
  return {
    get running() {
      return running;
    },
    url: `http://127.0.0.1:${port}`,
    start,
    async kill() {
      await running.stop('SIGKILL');
      await sleep(1);
    },
    stop: () => running.stop('SIGTERM'),
  };
}
