// postern serve: the gateway alone. Never runs DDL; waits until a migrate has brought the database to this release.

import { RELEASE } from '../../core/database/release.ts';
import { type Environment, readSettings } from '../../core/settings/reading.ts';
import { openLog, refuseTakenPort } from '../begin.ts';
import { waitForSchema } from '../schema.ts';
import { runService } from '../service.ts';

export interface ServeOptions {
  environment: Environment;
  print: (line: string) => void;
}

/** Exit code 0: stopped by a signal; 1: a fault. */
export function serveCommand({ environment, print }: ServeOptions): Promise<number> {
  return runService(print, async (service) => {
    const { settings, warnings } = readSettings(environment);
    await refuseTakenPort(settings);
    const log = openLog(settings, warnings, service);
    await waitForSchema({
      own_url: settings.database_url_gateway,
      database_url: settings.database_url,
      role: `${settings.role_prefix}_gateway`,
      namespace: settings.db_namespace,
      say: print,
      signal: service.signal,
    });
    const { startGateway } = await import('../../gateway/main.ts');
    const gateway = await startGateway({ settings, log });
    service.add('the gateway', gateway.close, gateway.close_ms);
    print(`Postern ${RELEASE.version} serves on port ${gateway.port}.`);
  });
}
