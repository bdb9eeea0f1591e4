// Groups of processes: a test process leads one, and what its files start belongs to it unless it leaves on purpose.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

interface Member {
  pid: number;
  group: number;
  /** As ps writes it; Z: it has ended and only waits for its parent or init to notice. */
  state: string;
}

/** Sends a signal to a group; 0 only asks. False where nobody is in it. */
function signalGroup(pid: number, signal: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Ends all that is left of a group; whether there was somebody. */
export function endGroup(pid: number): boolean {
  // Most leave nobody, which costs no look at all the processes of the machine.
  if (!signalGroup(pid, 0)) return false;
  const left = members(pid).length > 0;
  return signalGroup(pid, 'SIGKILL') && left;
}

/** Who runs in a group besides its leader. */
export function startedBy(leader: number): number[] {
  return members(leader)
    .filter(({ pid }) => pid !== leader)
    .map(({ pid }) => pid);
}

function members(group: number): Member[] {
  const everybody = existsSync('/proc/self/stat') ? fromProc() : fromPs();
  return everybody.filter((one) => one.group === group && !one.state.startsWith('Z'));
}

/** Without starting a program: this is asked after every file. */
function fromProc(): Member[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = textOf(`/proc/${name}/stat`);
      // The program's name stands in brackets and may contain spaces.
      const [state, , group] = stat.replace(/^.*\) /s, '').split(' ');
      return state && group ? [{ pid: Number(name), group: Number(group), state }] : [];
    });
}

/** '' where it has ended between two looks. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

function fromPs(): Member[] {
  const { stdout, error } = spawnSync('ps', ['-A', '-o', 'pid=,pgid=,stat='], { encoding: 'utf8' });
  if (error) throw error;
  return stdout
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .map(([pid, group, state = '']) => ({ pid: Number(pid), group: Number(group), state }));
}
