// Postern's gateway and worker processes, for tests that kill them.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { findNonEphemeralPort, type Running, runCli } from '../support/processes/process.ts';
import { createRequests, parseMail, type Stack, stackSettings } from '../support/processes/stack.ts';
import { type MailServer, startMailServer } from '../support/providers/mail_server.ts';
import { FAULT_ENV } from './fault_test.ts';
import { withTimeout } from './with_timeout.ts';

/** Timeout in ms of a stop. A gateway that stops waits for running requests, by default for up to 10 s. */
const END_MS = 60_000;

export interface PosternProcess {
  readonly running: Running;
  readonly url: string;
  /** Sends SIGKILL. start() starts the program again on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<number | null>;
}

export interface PosternProcessOptions {
  db: TestDatabase;
  smtp_port: number;
  env?: Record<string, string>;
  /** Entry point (cli/main.ts) of another release. */
  main?: string;
}

export async function startPosternProcess(
  command: 'serve' | 'worker',
  o: PosternProcessOptions,
): Promise<PosternProcess> {
  // The port is outside the ephemeral range. The program binds it again after a restart, so no client connection may
  // use it meanwhile.
  const port = await findNonEphemeralPort();
  const env = { ...o.db.environment(), ...stackSettings(o.smtp_port), ...FAULT_ENV, ...o.env, PORT: String(port) };
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
      await withTimeout(`${command}, killed`, END_MS, running.stop('SIGKILL'));
      await sleep(1);
    },
    stop: () => withTimeout(`${command}, told to stop`, END_MS, running.stop('SIGTERM')),
  };
}

/** Starts several programs. If one fails to start, stops the others, which would keep the test process alive. */
export async function startPosternProcesses(
  all: readonly (readonly ['serve' | 'worker', PosternProcessOptions])[],
): Promise<PosternProcess[]> {
  const started = await Promise.allSettled(all.map(([command, o]) => startPosternProcess(command, o)));
  const programs = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [failed] = started.flatMap((one) => (one.status === 'rejected' ? [one] : []));
  if (failed === undefined) return programs;
  for (const { running } of programs) await running.stop('SIGKILL');
  throw failed.reason;
}

export interface Installation {
  readonly db: TestDatabase;
  readonly sink: MailServer;
  readonly worker: PosternProcess;
  readonly gateway: PosternProcess;
  /** The installation in the form of a Stack, for helpers that need one. */
  readonly stack: Stack;
  peakMemory(): number;
  close(): Promise<void>;
}

/** Starts a worker and a gateway with their own database and mail server. `env` has settings of the gateway. */
export async function startInstallation(env: Record<string, string> = {}): Promise<Installation> {
  const db = await createDatabase();
  const sink = await startMailServer();
  const o = { db, smtp_port: sink.port };
  const [worker, gateway] = (await startPosternProcesses([
    ['worker', o],
    ['serve', { ...o, env }],
  ])) as [PosternProcess, PosternProcess];
  const mail = async (to: string) => {
    const [found] = await sink.waitFor(to);
    if (!found) throw new Error(`no mail to ${to}`);
    return parseMail(found);
  };
  return {
    db,
    sink,
    worker,
    gateway,
    stack: { url: gateway.url, db, sink, mail, ...createRequests(gateway.url) } as Stack,
    peakMemory: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${gateway.running.pid}/status`, 'utf8'))?.[1]),
    async close() {
      for (const program of [worker, gateway]) await program.running.stop('SIGKILL');
      await sink.close();
      await db.drop();
    },
  };
}
