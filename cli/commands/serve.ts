// postern serve: the gateway alone. Never runs DDL; waits until a migrate has brought the database to this release.
import type { Command } from 'commander';
import { RELEASE } from '../../core/database/release.ts';
import { type Environment, readSettings } from '../../core/settings/reading.ts';
import { openLog, refuseTakenPort } from '../begin.ts';
import type { Runner } from '../runner.ts';
import { waitForSchema } from '../schema.ts';
import { runService } from '../service.ts';
import { environmentOf } from '../settings.ts';
import { print } from '../terminal/output.ts';

/** Adds it to the root command. */
export function add(root: Command, run: Runner): void {
  root
    .command('serve')
    .description('serve HTTP; waits for the schema, never changes it')
    .action(
      run(async (options) => {
        return serveCommand({ environment: environmentOf(options), print });
      }),
    );
}

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
