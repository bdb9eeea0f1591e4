// Updates a heartbeat file for liveness probes of processes without HTTP. The update does not depend on the database,
// so a database outage does not restart the process.
import { writeFileSync } from 'node:fs';
import type { Logger } from '../../core/log.ts';
import type { Service } from '../../core/service.ts';
import { CommandError } from '../../core/terminal/errors.ts';

const EVERY_MS = 5_000;

/** Writes the file every 5 s until the service ends. An empty path disables it. */
export function startHeartbeat(file: string, service: Service, log: Logger): void {
  if (file === '') return;
  const write = (): void => writeFileSync(file, `${new Date().toISOString()}\n`, { mode: 0o644 });
  const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
  try {
    write();
  } catch (error) {
    throw new CommandError(`SVC_WORKER_HEARTBEAT_FILE: cannot be written (${codeOf(error)})`, { cause: error });
  }
  const beat = setInterval(() => {
    try {
      write();
    } catch (error) {
      log.warn(
        {},
        `SVC_WORKER_HEARTBEAT_FILE: cannot be written (${codeOf(error)}); probes will report this process as dead`,
      );
    }
  }, EVERY_MS);
  service.add('the heartbeat', async () => clearInterval(beat));
}
