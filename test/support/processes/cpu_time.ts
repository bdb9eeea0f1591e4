// Measures the CPU time of each test file with its child processes, and stores the duration of each file's last run.
// The next run starts the longest files first.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Environment variable with the folder in which each test process writes its CPU time. Without it, nothing is written.
 */
export const CPU_TIME_VARIABLE = 'POSTERN_TEST_CPU_TIME';

/** User plus system time in seconds. `waited` is the time of child processes that have exited. */
export interface CpuTime {
  own: number;
  waited: number;
}

/** Returns the CPU time of a Linux process; null if there is no such process or no /proc. */
export function readCpuTime(pid: number | 'self'): CpuTime | null {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  // The program name is in parentheses and may contain spaces. Times are in clock ticks of 10 ms.
  const [user, system, waited_user, waited_system] = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 15)
    .map((ticks) => Number(ticks) / 100) as [number, number, number, number];
  return { own: user + system, waited: waited_user + waited_system };
}

/** Stores the CPU time of this process. Must be the last call before exit. */
export function recordCpuTime(): void {
  const folder = process.env[CPU_TIME_VARIABLE];
  const time = readCpuTime('self');
  if (folder !== undefined && time !== null) writeFileSync(join(folder, String(process.pid)), JSON.stringify(time));
}

/** Returns the stored CPU time of a test process; null if the process was killed, or without /proc. */
export function recordedCpuTime(folder: string, pid: number): CpuTime | null {
  const path = join(folder, String(pid));
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as CpuTime) : null;
}

/** Returns the CPU time in seconds of a server and of its child processes that have exited; 0 without /proc. */
export function serverCpuSeconds(pid: number): number {
  const time = readCpuTime(pid);
  return time === null ? 0 : time.own + time.waited;
}

interface FileCost {
  file: string;
  seconds: number;
  spent: CpuTime | null;
}

/** Formats a table of CPU times, with the most expensive file first. */
export function formatCostTable(costs: readonly FileCost[], server_s: number | null): string[] {
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

/** Returns the duration in seconds of each file's last run on this machine. */
export function readDurations(path: string): Record<string, number> {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>) : {};
}

export function storeDurations(path: string, costs: readonly FileCost[]): void {
  const seconds = Object.fromEntries(costs.map((cost) => [cost.file, Math.round(cost.seconds * 10) / 10]));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ ...readDurations(path), ...seconds }));
}
