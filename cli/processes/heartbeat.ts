// A file whose time says that this process still does something: what a probe looks at where there is no HTTP to ask. It tells of
// the process alone and not of the database, so an outage of that restarts nothing.
import { writeFileSync } from 'node:fs';
import type { Logger } from '../../core/log.ts';
import type { Service } from '../../core/service.ts';
import { Sentence } from '../../core/terminal/sentence.ts';

const EVERY_MS = 5_000;

/** Writes the file anew from now on until the service ends; with '' there is none. */
export function startHeartbeat(file: string, service: Service, log: Logger): void {
  if (file === '') return;
  const write = (): void => writeFileSync(file, `${new Date().toISOString()}\n`, { mode: 0o644 });
  const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
  try {
    write();
  } catch (error) {
    throw new Sentence(`SVC_WORKER_HEARTBEAT_FILE: cannot be written (${codeOf(error)})`, { cause: error });
  }
  const beat = setInterval(() => {
    try {
      write();
    } catch (error) {
      log.warn(
        {},
        `SVC_WORKER_HEARTBEAT_FILE: cannot be written (${codeOf(error)}), so a probe will take this process for dead`,
      );
    }
  }, EVERY_MS);
  service.add('the heartbeat', async () => clearInterval(beat));
}
