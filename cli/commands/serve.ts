// postern serve: runs the gateway without a worker. Runs no DDL. Waits until the database has this release or a
// compatible newer one.
import { type Command, InvalidArgumentError } from 'commander';
import { RELEASE } from '../../core/database/release.ts';
import { runService } from '../../core/service.ts';
import { type Environment, readSettings } from '../../core/settings/reading.ts';
import { print } from '../../core/terminal/output.ts';
import { waitForSchema } from '../../install/schema.ts';
import { checkPortIsFree, openLog } from '../begin.ts';
import { serveConsole } from '../processes/console.ts';
import { MAX_PROCESSES } from '../processes/shares.ts';
import type { Runner } from '../runner.ts';
import { readCommandEnvironment } from '../settings.ts';
import { openTelemetry } from '../telemetry.ts';

export function addCommand(root: Command, run: Runner): void {
  root
    .command('serve')
    .description('Serve HTTP. Waits for the schema and never changes it.')
    .option('--workers <number>', 'number of processes that share the port, one per processor', parseProcessCount, 1)
    .action((own: { workers: number }) =>
      run(async (options) => {
        return serveCommand({ environment: readCommandEnvironment(options), print, processes: own.workers });
      })(),
    );
}

function parseProcessCount(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > MAX_PROCESSES)
    throw new InvalidArgumentError(`It must be a number from 1 to ${MAX_PROCESSES}.`);
  return number;
}

export interface ServeOptions {
  environment: Environment;
  processes?: number;
  print: (line: string) => void;
}

/** Serves HTTP. Returns exit code 0 after a signal, 1 if it did not stop cleanly. Throws errors of the start. */
function serveCommand({ environment, print, processes = 1 }: ServeOptions): Promise<number> {
  return runService(print, async (service) => {
    const { settings, sources, warnings } = readSettings(environment, { needs: ['gateway', 'admin'] });
    await checkPortIsFree(settings);
    const log = openLog(settings, warnings, service);
    await waitForSchema({
      own_url: settings.database_url_gateway,
      database_url: settings.database_url,
      role: `${settings.role_prefix}_gateway`,
      namespace: settings.db_namespace,
      say: print,
      signal: service.signal,
    });
    if (processes > 1) {
      const { serveProcesses } = await import('../processes/serve.ts');
      const { port } = await serveProcesses({ processes, settings, environment, log, service });
      print(`Postern ${RELEASE.version} serves on port ${port} with ${processes} processes.`);
      return;
    }
    const telemetry = await openTelemetry({ settings, environment, log, service });
    const { startGateway } = await import('../../gateway/main.ts');
    const gateway = await startGateway({ settings, sources, log, telemetry, signal: service.signal });
    service.add('the gateway', gateway.close, gateway.close_ms);
    await serveConsole({ settings, log, service, gateway, print });
    print(`Postern ${RELEASE.version} serves on port ${gateway.port}.`);
  });
}
