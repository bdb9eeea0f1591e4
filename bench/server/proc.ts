// Reads the CPU time of processes from /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second. The kernel uses 100 on every common platform. */
const TICKS = 100;

interface Stat {
  pid: number;
  parent: number;
  name: string;
  /** CPU time in seconds: own, and that of children that have exited. */
  own: number;
  ended: number;
}

/** Returns the CPU time of a process in seconds. */
export function processCpu(pid: number): number {
  return readStat(pid)?.own ?? 0;
}

/** Returns the CPU time in seconds of a process and its descendants, including those that have exited. */
export function treeCpu(root: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat !== null);
  let sum = 0;
  const visit = (pid: number): void => {
    const stat = all.find((one) => one.pid === pid);
    if (stat) sum += stat.own + stat.ended;
    for (const child of all) if (child.parent === pid) visit(child.pid);
  };
  visit(root);
  return sum;
}

function readStat(pid: number): Stat | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null; // it exited after the listing
  }
  const close = text.lastIndexOf(')');
  const fields = text.slice(close + 2).split(' ');
  const seconds = (index: number): number => Number(fields[index]) / TICKS;
  return {
    pid,
    parent: Number(fields[1]),
    name: text.slice(text.indexOf('(') + 1, close),
    own: seconds(11) + seconds(12),
    ended: seconds(13) + seconds(14),
  };
}
