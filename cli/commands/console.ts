// postern console: serves the web console on this machine, for the database of the command line.
import { type Command, InvalidArgumentError } from 'commander';
import type { DoctorResult, RunDoctor } from '../../console/server/handler.ts';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import { createLog } from '../../core/log.ts';
import { runService } from '../../core/service.ts';
import type { ReadSettings } from '../../core/settings/reading.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { print } from '../../core/terminal/output.ts';
import { parseMigrateTarget, pickNameSettings, printExpectedErrors, readLogins } from '../../install/target.ts';
import type { Runner } from '../runner.ts';
import { readAdminSettingsWithSources, readCommandEnvironment, usesEmbedded } from '../settings.ts';

const PORT = 8083;

export function addCommand(root: Command, run: Runner): void {
  root
    .command('console')
    .description('Serve the web console on this machine, and print a link that signs in once.')
    .option('--port <number>', `port to listen on; default: ${PORT}, or a free one if it is taken`, parsePort)
    .action((own: { port?: number }) =>
      run(async (options) => {
        const environment = readCommandEnvironment(options);
        const { settings, sources, value_warnings } = await readAdminSettingsWithSources(environment);
        // The console and the service seal values for each other, so both need the same keys.
        if (!usesEmbedded(environment) && sources.jwt_secret === 'start')
          throw new CommandError('Set SVC_JWT_SECRET and SVC_SECURITY_PEPPER to the values of the service.', {
            code: 'no_keys',
          });
        return serveLocalConsole({ settings, sources, value_warnings, port: own.port });
      })(),
    );
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('It must be a port.');
  return port;
}

type DoctorSettings = Pick<ReadSettings, 'settings' | 'value_warnings'>;

interface ServeOptions extends DoctorSettings, Pick<ReadSettings, 'sources'> {
  port: number | undefined;
}

/** Returns a function that runs `postern doctor`; undefined without DATABASE_URL_MIGRATE and DATABASE_URL. */
function createLocalDoctorRunner({ settings, value_warnings }: DoctorSettings): RunDoctor | undefined {
  const target = parseMigrateTarget(settings);
  if (target === null) return undefined;
  return async () => {
    const { examineInstallation } = await import('../../install/doctor/doctor.ts');
    const problems: string[] = [];
    const log = (line: string): void => void problems.push(line);
    const runs: DoctorResult[] = [];
    await printExpectedErrors(log, async () => {
      const logins = readLogins(settings);
      const how = { ...pickNameSettings(settings), logins, settings, value_warnings, log, now: Date.now };
      const { findings, notes, checks } = await examineInstallation({ target, ...how });
      runs.push({ findings, notes, checks });
      return 0;
    });
    return runs[0] ?? problems.join(' ');
  };
}

/** Serves the console. Returns exit code 0 after a signal, 1 if it did not stop cleanly. Throws errors of the start. */
function serveLocalConsole({ settings, sources, value_warnings, port }: ServeOptions): Promise<number> {
  return runService(print, async (service) => {
    const url = settings.database_url_admin || settings.database_url;
    if (!url) throw new CommandError('Set DATABASE_URL to the database to work on.', { code: 'no_database' });
    const { startGateway } = await import('../../gateway/main.ts');
    const { openLocalConsole } = await import('../../console/server/open.ts');
    const log = createLog({ level: 'warn', file: undefined });
    service.add('the log', async () => log.close());
    const gateway = await startGateway({ settings, sources, log, listens: false, signal: service.signal });
    service.add('the gateway', gateway.close, gateway.close_ms);
    const target = parseDatabaseUrl(url, process.env);
    const opened = await openLocalConsole({
      settings,
      log,
      handler: gateway.handler,
      port: port ?? PORT,
      any_port: port === undefined,
      opens_itself: false,
      doctor: createLocalDoctorRunner({ settings, value_warnings }),
      database: `${target.database} on ${target.hosts[0] ?? 'this machine'}`,
    });
    service.add('the console', opened.close);
    print(`Open this link within a minute. It signs in once:\n\n  ${opened.link()}\n`);
    if (!process.stdin.isTTY) return print('Ctrl-C stops it.');
    print('Press Enter for another link, Ctrl-C to stop.');
    process.stdin.on('data', () => print(`  ${opened.link()}`));
    service.add('the terminal', async () => void process.stdin.pause());
  });
}
