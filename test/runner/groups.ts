// Process groups. A test process leads one, and the processes that its files start belong to it unless they detach.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

interface GroupMember {
  pid: number;
  group: number;
  /** Process state as ps prints it. Z is a zombie, which has exited and waits for its parent or init. */
  state: string;
}

/** Sends a signal to a process group. Signal 0 only checks. Returns false if the group has no process. */
function signalGroup(pid: number, signal: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Kills all processes of a group. Returns true if one of them was not a zombie. */
export function killGroup(pid: number): boolean {
  // Avoids listing all processes of the machine, because most groups are empty.
  if (!signalGroup(pid, 0)) return false;
  const left = listMembers(pid).length > 0;
  return signalGroup(pid, 'SIGKILL') && left;
}

/** Returns the processes of a group without its leader and without zombies. */
export function processesStartedBy(leader: number): number[] {
  return listMembers(leader)
    .filter(({ pid }) => pid !== leader)
    .map(({ pid }) => pid);
}

function listMembers(group: number): GroupMember[] {
  const everybody = existsSync('/proc/self/stat') ? readProc() : readPs();
  return everybody.filter((one) => one.group === group && !one.state.startsWith('Z'));
}

/** Reads /proc instead of starting ps, because this runs after every file. */
function readProc(): GroupMember[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readTextOrEmpty(`/proc/${name}/stat`);
      // The program name is in parentheses and may contain spaces.
      const [state, , group] = stat.replace(/^.*\) /s, '').split(' ');
      return state && group ? [{ pid: Number(name), group: Number(group), state }] : [];
    });
}

/** Reads a file of /proc. Returns '' if the process has exited since the listing. */
function readTextOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

function readPs(): GroupMember[] {
  const { stdout, error } = spawnSync('ps', ['-A', '-o', 'pid=,pgid=,stat='], { encoding: 'utf8' });
  if (error) throw error;
  return stdout
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .map(([pid, group, state = '']) => ({ pid: Number(pid), group: Number(group), state }));
}
