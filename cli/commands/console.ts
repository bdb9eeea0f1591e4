// postern console: serves the web console on this machine, for the database of the command line.
import { type Command, InvalidArgumentError } from 'commander';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import { createLog } from '../../core/log.ts';
import { runService } from '../../core/service.ts';
import type { ReadSettings } from '../../core/settings/reading.ts';
import { print } from '../../core/terminal/output.ts';
import { CommandError } from '../../core/terminal/sentence.ts';
import type { Runner } from '../runner.ts';
import { readCommandEnvironment, readForAdmin, usesEmbedded } from '../settings.ts';

const PORT = 8083;

export function add(root: Command, run: Runner): void {
  root
    .command('console')
    .description('Serve the web console on this machine, and print a link that signs in once.')
    .option('--port <number>', `port to listen on; default: ${PORT}, or a free one if it is taken`, parsePort)
    .action((own: { port?: number }) =>
      run(async (options) => {
        const environment = readCommandEnvironment(options);
        const { settings, sources } = await readForAdmin(environment);
        // The console and the service seal values for each other, so both need the same keys.
        if (!usesEmbedded(environment) && sources.jwt_secret === 'start')
          throw new CommandError('Set SVC_JWT_SECRET and SVC_SECURITY_PEPPER to the values of the service.', {
            code: 'no_keys',
          });
        return serveLocalConsole({ settings, sources, port: own.port });
      })(),
    );
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('It must be a port.');
  return port;
}

interface ServeOptions extends Pick<ReadSettings, 'settings' | 'sources'> {
  port: number | undefined;
}

/** Serves the console. Returns exit code 0 after a signal and 1 after a failure. */
function serveLocalConsole({ settings, sources, port }: ServeOptions): Promise<number> {
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
