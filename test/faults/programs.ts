// Postern's processes as an operator runs them, for tests that kill them.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { quietPort, type Running, runCli } from '../support/processes/process.ts';
import { environment, readMail, requests, type Stack } from '../support/processes/stack.ts';
import { createSink, type Sink } from '../support/providers/sink.ts';
import { FAULT_ENV } from './stand.ts';
import { within } from './within.ts';

/** A gateway waits 15 s for running requests before it exits; a killed one exits at once. */
const END_MS = 60_000;

export interface Program {
  readonly running: Running;
  readonly url: string;
  /** Sends SIGKILL; start() starts it again on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<number | null>;
}

export interface ProgramOptions {
  db: TestDatabase;
  smtp_port: number;
  env?: Record<string, string>;
  /** Entry point of another release. */
  main?: string;
}

/** Starts `postern serve` or `postern worker`. */
export async function startProgram(command: 'serve' | 'worker', o: ProgramOptions): Promise<Program> {
  // The program restarts on this port, so the system must not assign the port to a client connection meanwhile.
  const port = await quietPort();
  const env = { ...o.db.environment(), ...environment(o.smtp_port), ...FAULT_ENV, ...o.env, PORT: String(port) };
  let running: Running;
  const start = async (): Promise<void> => {
    running = runCli([command], { env, ...(o.main ? { main: o.main } : {}) });
    try {
      await running.until(command === 'serve' ? /serves on port/ : /worker is at work/);
    } catch (error) {
      await running.stop('SIGKILL');
      throw error;
    }
  };
  await start();
  return {
    get running() {
      return running;
    },
    url: `http://127.0.0.1:${port}`,
    start,
    async kill() {
      await within(`${command}, killed`, END_MS, running.stop('SIGKILL'));
      await sleep(1);
    },
    stop: () => within(`${command}, told to stop`, END_MS, running.stop('SIGTERM')),
  };
}

/** Starts several at once. If one fails to start, stops the others: they would keep the test process alive. */
export async function startPrograms(
  all: readonly (readonly ['serve' | 'worker', ProgramOptions])[],
): Promise<Program[]> {
  const started = await Promise.allSettled(all.map(([command, o]) => startProgram(command, o)));
  const programs = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [failed] = started.flatMap((one) => (one.status === 'rejected' ? [one] : []));
  if (failed === undefined) return programs;
  for (const { running } of programs) await running.stop('SIGKILL');
  throw failed.reason;
}

export interface Installation {
  readonly db: TestDatabase;
  readonly sink: Sink;
  readonly worker: Program;
  readonly gateway: Program;
  /** The same as a stack, for helpers that need one. */
  readonly stack: Stack;
  /** Returns the gateway's peak memory in kB. */
  peakMemory(): number;
  close(): Promise<void>;
}

/** Starts a worker and a gateway with their own database and mail server; `env` is the gateway's. */
export async function startInstallation(env: Record<string, string> = {}): Promise<Installation> {
  const db = await createDatabase();
  const sink = await createSink();
  const o = { db, smtp_port: sink.port };
  const [worker, gateway] = (await startPrograms([
    ['worker', o],
    ['serve', { ...o, env }],
  ])) as [Program, Program];
  const mail = async (to: string) => {
    const [found] = await sink.waitFor(to, 1, 30_000);
    if (!found) throw new Error(`no mail to ${to}`);
    return readMail(found);
  };
  return {
    db,
    sink,
    worker,
    gateway,
    stack: { url: gateway.url, db, sink, mail, ...requests(gateway.url) } as Stack,
    peakMemory: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${gateway.running.pid}/status`, 'utf8'))?.[1]),
    async close() {
      for (const program of [worker, gateway]) await program.running.stop('SIGKILL');
      await sink.close();
      await db.drop();
    },
  };
}
