// Starts, monitors, replaces and stops the processes of `serve --workers`.
import cluster, { type Worker } from 'node:cluster';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ProcessLog } from '../../core/log.ts';
import type { Environment } from '../../core/settings/reading.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { forwardLines } from './lines.ts';
import type { ChildMessage, ParentMessage } from './messages.ts';

/**
 * Backoff in ms before an ended process is replaced. It doubles up to LONGEST_PAUSE_MS, and starts again at
 * FIRST_PAUSE_MS after the process has run for CALM_MS.
 */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
const CALM_MS = 60_000;
/** Interval of heartbeat requests in ms. A process that answers none of MOST_MISSED requests in a row is killed. */
const BEAT_MS = 5_000;
const MOST_MISSED = 6;

export interface ProcessGroupOptions {
  processes: number;
  port: number;
  environment: Environment;
  log: ProcessLog;
  /** Heartbeat interval in ms, for tests. */
  beat_ms?: number;
}

export interface ProcessGroup {
  /**
   * Resolves when all processes serve requests. The value is the longest shutdown time of a process in ms. Rejects if a
   * process cannot start.
   */
  readonly ready: Promise<number>;
  /** Prometheus ports of the serving processes. */
  metricsPorts(): { process: number; port: number }[];
  /** Number of serving processes, and number of unexpected ends. */
  readonly counts: { serving: number; deaths: number };
  /** Stops all processes. Rejects if one failed while stopping. */
  close(o: { at_once: boolean }): Promise<void>;
}

interface GroupMember {
  process: number;
  worker: Worker;
  listening: Extract<ChildMessage, { listening: object }>['listening'] | null;
  failed: string | null;
  began: number;
  missed: number;
}

const FIELDS = { component: 'serve' };

export function startProcessGroup(o: ProcessGroupOptions): ProcessGroup {
  const { log } = o;
  const members = new Map<number, GroupMember>();
  const pauses = new Map<number, { ms: number; timer?: NodeJS.Timeout }>();
  const bad: string[] = [];
  let deaths = 0;
  let all_began = false;
  let stopping: { at_once: boolean } | null = null;
  let allGone: () => void = () => undefined;
  const { promise: ready, resolve: begun, reject: notBegun } = Promise.withResolvers<number>();

  cluster.setupPrimary({
    exec: fileURLToPath(new URL('./process.mjs', import.meta.url)),
    args: [],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });

  const send = (member: GroupMember, order: ParentMessage): void => {
    if (member.worker.isConnected()) member.worker.send(order, () => undefined);
  };

  const hear = (member: GroupMember, report: ChildMessage): void => {
    member.missed = 0;
    if ('failed' in report) member.failed = report.failed;
    if (!('listening' in report)) return;
    member.listening = report.listening;
    const serving = [...members.values()].flatMap(({ listening }) => listening ?? []);
    if (serving.length < o.processes) return;
    all_began = true;
    begun(Math.max(...serving.map(({ close_ms }) => close_ms)));
  };

  const start = (process: number, warns: boolean): void => {
    const worker = cluster.fork();
    const member: GroupMember = { process, worker, listening: null, failed: null, began: Date.now(), missed: 0 };
    members.set(process, member);
    forwardLines(worker.process.stderr as Readable, log.pass);
    worker.on('message', (report: ChildMessage) => hear(member, report));
    // A failed fork emits no 'close'.
    worker.process.once('error', (error) => void ended(member, null, error.message));
    // 'close' is emitted after the last line of output.
    worker.process.once('close', (code, signal) => void ended(member, code, signal ?? ''));
    const { environment, port, processes } = o;
    send(member, { begin: { environment, port, process, processes, warns } });
  };

  const ended = (member: GroupMember, code: number | null, how: string): void => {
    if (members.get(member.process) !== member) return;
    members.delete(member.process);
    const what = `process ${member.process} ended with ${how || `code ${code}`}`;
    if (stopping) {
      if (code !== 0 && member.listening) bad.push(what);
      if (members.size === 0) allGone();
      return;
    }
    if (!all_began) {
      notBegun(new CommandError(member.failed ?? `${what} before it served; its error is above.`));
      return;
    }
    deaths += 1;
    replace(member, { code, how });
  };

  const replace = (
    { process, worker, began, failed }: GroupMember,
    { code, how }: { code: number | null; how: string },
  ) => {
    const before = pauses.get(process)?.ms ?? 0;
    const calm = Date.now() - began >= CALM_MS;
    const ms = before === 0 || calm ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, 2 * before);
    const ending = {
      pid: worker.process.pid,
      code,
      ...(how ? { signal: how } : {}),
      ...(failed ? { error: failed } : {}),
    };
    log.error({ ...FIELDS, process, ...ending, again_in_ms: ms }, 'process ended; restarting it');
    pauses.set(process, { ms, timer: setTimeout(() => start(process, false), ms) });
  };

  const beat = setInterval(() => {
    for (const member of members.values()) {
      if (!member.listening) continue;
      if (member.missed >= MOST_MISSED) {
        log.error(
          { ...FIELDS, process: member.process, pid: member.worker.process.pid },
          'process does not respond; killing it',
        );
        member.worker.process.kill('SIGKILL');
      }
      member.missed += 1;
      send(member, { beat: true });
    }
  }, o.beat_ms ?? BEAT_MS);

  for (let process = 1; process <= o.processes; process += 1) start(process, process === 1);
  return {
    ready,
    metricsPorts: () =>
      [...members.values()].flatMap(({ process, listening }) =>
        listening?.prometheus_port ? [{ process, port: listening.prometheus_port }] : [],
      ),
    get counts() {
      return { serving: [...members.values()].filter(({ listening }) => listening).length, deaths };
    },
    async close({ at_once }) {
      stopping = { at_once };
      clearInterval(beat);
      for (const { timer } of pauses.values()) clearTimeout(timer);
      const gone = new Promise<void>((resolve) => {
        allGone = resolve;
      });
      if (members.size === 0) allGone();
      for (const member of members.values()) {
        if (member.listening) send(member, { stop: { at_once } });
        else member.worker.process.kill('SIGKILL');
      }
      await gone;
      if (bad.length > 0) throw new Error(bad.join('; '));
    },
  };
}
