// Cost of a run's test files: the CPU time of each file and its child processes, and the duration of its last run, so
// that the longest files start first and no core waits for a late one.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Variable with the folder in which every test process writes its CPU time; without it nothing is written. */
export const SPENT_VARIABLE = 'POSTERN_TEST_SPENT';

/** User and system time in seconds; `waited` is that of the children that the process has reaped. */
export interface Spent {
  own: number;
  waited: number;
}

/** Returns the CPU time of a Linux process; null without /proc. */
export function processorTime(pid: number | 'self'): Spent | null {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  // The program name is in parentheses and may contain spaces. Times are in ticks of 10 ms.
  const [user, system, waited_user, waited_system] = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 15)
    .map((ticks) => Number(ticks) / 100) as [number, number, number, number];
  return { own: user + system, waited: waited_user + waited_system };
}

/** Records the CPU time of this process; called last, at its exit. */
export function noteSpent(): void {
  const folder = process.env[SPENT_VARIABLE];
  const time = processorTime('self');
  if (folder !== undefined && time !== null) writeFileSync(join(folder, String(process.pid)), JSON.stringify(time));
}

/** Returns the recorded time of a test process; null if it was killed, or without /proc. */
export function spentBy(folder: string, pid: number): Spent | null {
  const path = join(folder, String(pid));
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Spent) : null;
}

/** Returns the CPU time of a server with all children that have exited. */
export function spentByServer(pid: number): number {
  const time = processorTime(pid);
  return time === null ? 0 : time.own + time.waited;
}

interface Cost {
  file: string;
  seconds: number;
  spent: Spent | null;
}

/** Renders a table, the most expensive file first. */
export function costTable(costs: readonly Cost[], server_s: number | null): string[] {
  const columns = (...cells: (string | number)[]) =>
    cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell).padStart(9)).join('');
  const rows = costs.map(({ file, seconds, spent }) => ({ file, seconds, ...(spent ?? { own: 0, waited: 0 }) }));
  rows.sort((a, b) => b.own + b.waited - a.own - a.waited);
  const sum = (key: 'own' | 'waited' | 'seconds') => rows.reduce((total, row) => total + row[key], 0);
  return [
    `${columns('CPU', 'children', 'seconds')}  file`,
    ...rows.map(({ file, seconds, own, waited }) => `${columns(own, waited, seconds)}  ${file}`),
    `${columns(sum('own'), sum('waited'), sum('seconds'))}  all files`,
    ...(server_s === null ? [] : [`${columns(server_s)}  the Postgres server of the run`]),
  ];
}

/** Returns the duration of each file's last run on this machine. */
export function lastSeconds(path: string): Record<string, number> {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>) : {};
}

/** Stores the durations for the next run. */
export function keepSeconds(path: string, costs: readonly Cost[]): void {
  const seconds = Object.fromEntries(costs.map((cost) => [cost.file, Math.round(cost.seconds * 10) / 10]));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ ...lastSeconds(path), ...seconds }));
}
