// postern worker: runs the worker without a gateway. Runs no DDL. Waits until the database has this release or a
// compatible newer one.
import type { Command } from 'commander';
import { RELEASE } from '../../core/database/release.ts';
import { runService } from '../../core/service.ts';
import { type Environment, readSettings } from '../../core/settings/reading.ts';
import { print } from '../../core/terminal/output.ts';
import { inboxLine, openInbox } from '../../dev/inbox/open.ts';
import { waitForSchema } from '../../install/schema.ts';
import { openLog } from '../begin.ts';
import { startHeartbeat } from '../processes/heartbeat.ts';
import type { Runner } from '../runner.ts';
import { readCommandEnvironment } from '../settings.ts';
import { openTelemetry } from '../telemetry.ts';

export function addCommand(root: Command, run: Runner): void {
  root
    .command('worker')
    .description('Send queued messages. Waits for the schema and never changes it.')
    .action(
      run(async (options) => {
        return workerCommand({ environment: readCommandEnvironment(options), print });
      }),
    );
}

export interface WorkerCommandOptions {
  environment: Environment;
  print: (line: string) => void;
}

/** Runs the worker. Returns exit code 0 after a signal, 1 if it did not stop cleanly. Throws errors of the start. */
function workerCommand({ environment, print }: WorkerCommandOptions): Promise<number> {
  return runService(print, async (service) => {
    const { settings, warnings } = readSettings(environment, { needs: ['worker'] });
    const log = openLog(settings, warnings, service);
    startHeartbeat(settings.worker_heartbeat_file, service, log);
    await waitForSchema({
      own_url: settings.database_url_worker,
      database_url: settings.database_url,
      role: `${settings.role_prefix}_worker`,
      namespace: settings.db_namespace,
      say: print,
      signal: service.signal,
    });
    const telemetry = await openTelemetry({ settings, environment, log, service });
    const { startWorker } = await import('../../worker/main.ts');
    const inbox = settings.inbox ? await openInbox({ settings, log, service, print, any_port: false }) : undefined;
    const worker = await startWorker({ settings, log, inbox: inbox?.take, telemetry, signal: service.signal });
    service.add('the worker', () => worker.close());
    print(`Postern ${RELEASE.version}: the worker is running.`);
    if (inbox) print(inboxLine(inbox));
  });
}
