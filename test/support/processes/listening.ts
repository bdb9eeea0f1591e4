// Waits for a program to listen. Does not probe by binding the port, because the program would then find the port in
// use and exit.
import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns true if the port accepts connections. */
export function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Polls until the program listens. Throws with the program's output if the program exits or the time is over. */
export async function untilListening(
  program: Pick<ChildProcess, 'exitCode' | 'signalCode'> | null,
  listens: () => boolean | Promise<boolean>,
  output: () => string,
): Promise<void> {
  for (let looks = 0; looks < 1_500; looks += 1) {
    if (program !== null && (program.exitCode !== null || program.signalCode !== null)) break;
    if (await listens()) return;
    await sleep(20);
  }
  throw new Error(`it does not listen: ${output()}`);
}
