// Waits for a program to listen. Never by taking its port to see whether that can be done: a program that comes to it at the same
// moment finds it taken, and ends.
import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether somebody takes a connection. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Looks until it is so; throws with what the program said where it has ended, or never is. */
export async function untilListening(
  program: Pick<ChildProcess, 'exitCode' | 'signalCode'> | null,
  listens: () => boolean | Promise<boolean>,
  said: () => string,
): Promise<void> {
  for (let looks = 0; looks < 1_500; looks += 1) {
    if (program !== null && (program.exitCode !== null || program.signalCode !== null)) break;
    if (await listens()) return;
    await sleep(20);
  }
  throw new Error(`it does not listen: ${said()}`);
}
