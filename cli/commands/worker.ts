// postern worker: sends what is queued, alone. Never runs DDL; waits until a migrate has brought the database to this release.

import { RELEASE } from '../../core/database/release.ts';
import { type Environment, readSettings } from '../../core/settings/reading.ts';
import { openLog } from '../begin.ts';
import { waitForSchema } from '../schema.ts';
import { runService } from '../service.ts';

export interface WorkerCommandOptions {
  environment: Environment;
  print: (line: string) => void;
}

/** Exit code 0: stopped by a signal; 1: a fault. */
export function workerCommand({ environment, print }: WorkerCommandOptions): Promise<number> {
  return runService(print, async (service) => {
    const { settings, warnings } = readSettings(environment);
    const log = openLog(settings, warnings, service);
    await waitForSchema({
      own_url: settings.database_url_worker,
      database_url: settings.database_url,
      role: `${settings.role_prefix}_worker`,
      namespace: settings.db_namespace,
      say: print,
      signal: service.signal,
    });
    const { startWorker } = await import('../../worker/main.ts');
    const worker = await startWorker({ settings, log });
    service.add('the worker', () => worker.close());
    print(`The worker of Postern ${RELEASE.version} is at work.`);
  });
}
