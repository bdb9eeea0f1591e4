// postern start: migrates, then serves HTTP and sends messages in one process. Without a database URL it starts an
// embedded Postgres, unless NODE_ENV is production.

import type { Command } from 'commander';
import { openLocalConsole } from '../../console/server/open.ts';
import { RELEASE } from '../../core/database/release.ts';
import type { Logger } from '../../core/log.ts';
import { type RegisterStopTriggers, runService, type Service } from '../../core/service.ts';
import { type Environment, type ReadSettings, readSettings } from '../../core/settings/reading.ts';
import type { Settings } from '../../core/settings/table.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { print } from '../../core/terminal/output.ts';
import { folderPaths } from '../../dev/embedded/folder.ts';
import { explainServerEnd, startEmbedded } from '../../dev/embedded/postgres.ts';
import { inboxLine, openInbox, type RunningInbox } from '../../dev/inbox/open.ts';
import { renderHomePages } from '../../dev/pages/home.ts';
import { welcomeLines } from '../../dev/welcome.ts';
import type { RunningGateway } from '../../gateway/main.ts';
import type { HttpHandler } from '../../gateway/server/types.ts';
import { migrateToServe } from '../../install/migrate/in_child_process.ts';
import { checkPortIsFree, openLog } from '../begin.ts';
import { serveConsole } from '../processes/console.ts';
import type { Runner } from '../runner.ts';
import { readCommandEnvironment, readEmbeddedSettings, usesEmbedded } from '../settings.ts';
import { openTelemetry } from '../telemetry.ts';

export function addCommand(root: Command, run: Runner): void {
  root
    .command('start', { isDefault: true })
    .description('Migrate, serve HTTP and send mail. Without DATABASE_URL, use an embedded Postgres.')
    .option('--embedded', 'use the embedded Postgres even if DATABASE_URL is set')
    .action((own: { embedded?: boolean }) =>
      run(async (options) => {
        return startCommand({ environment: readCommandEnvironment(options), print, embedded: own.embedded === true });
      })(),
    );
}

export interface StartOptions {
  environment: Environment;
  /** Prints a line on the terminal. */
  print: (line: string) => void;
  /** Use the embedded database even if DATABASE_URL is set. */
  embedded: boolean;
  /** Called when the embedded server accepts requests. */
  ready?: (started: StartedServer) => void;
  /** Replaces the signals that stop the server. */
  stops?: RegisterStopTriggers;
}

/** A running embedded server. */
export interface StartedServer {
  url: string;
  /** URL of the inbox. Empty if messages are sent instead. */
  inbox_url: string;
  settings: Settings;
}

/**
 * Starts the server. Returns exit code 0 after a signal, 1 if the embedded Postgres ended or the server did not stop
 * cleanly. Throws errors of the start.
 */
export function startCommand(o: StartOptions): Promise<number> {
  const start = async (service: Service): Promise<void> => {
    const own = o.embedded ? withoutDatabaseUrls(o.environment) : o.environment;
    if (usesEmbedded(own)) {
      const started = await startOnEmbedded(own, service, o.print);
      o.ready?.(started);
      return;
    }
    if (o.embedded)
      throw new CommandError(
        'The embedded database is for development: set DATABASE_URL, because NODE_ENV is production.',
      );
    const { settings, sources, warnings } = readSettings(own);
    await checkPortIsFree(settings);
    const log = openLog(settings, warnings, service);
    await migrateFirst(settings, log, { print: o.print, api_roles: false });
    service.check();
    const inbox = settings.inbox
      ? await openInbox({ settings, log, service, print: o.print, any_port: false })
      : undefined;
    const gateway = await startParts({ settings, sources, environment: own, log, service, inbox });
    await serveConsole({ settings, log, service, gateway, print: o.print });
    o.print(`Postern ${RELEASE.version} serves ${localUrl(gateway)}. Ctrl-C stops it.`);
    if (inbox) o.print(inboxLine(inbox));
  };
  return runService(o.print, start, o.stops);
}

async function startOnEmbedded(
  environment: Environment,
  service: Service,
  print: StartOptions['print'],
): Promise<StartedServer> {
  // Checks the settings first, so that their errors are reported before a database is started.
  const planned = (await readEmbeddedSettings(environment)).settings;
  const folder = folderPaths(planned.data_dir);
  const database = await startEmbedded(folder, {
    role_prefix: planned.role_prefix,
    before: () => checkPortIsFree(planned),
  });
  let stopping = false;
  service.add('Postgres', () => {
    stopping = true;
    return database.stop();
  });
  database.cluster.ended.then(() => {
    if (!stopping) service.fail(explainServerEnd(folder));
  });
  service.check();
  const { settings, warnings, sources } = await readEmbeddedSettings(environment, {
    opened: database,
    port: planned.port,
  });
  const log = openLog(settings, warnings, service);
  // Creates the API roles that guides and PostgREST expect. The embedded Postgres has no other roles to conflict with.
  await migrateFirst(settings, log, { print, api_roles: true });
  await database.openRoles();
  service.check();
  const any_port = sources.inbox_port === 'start';
  const inbox = settings.inbox ? await openInbox({ settings, log, service, print, any_port }) : undefined;
  // The home page links to the console, so the console's port is opened before the gateway exists.
  let gateway: RunningGateway | undefined;
  const late: HttpHandler = (request) => {
    if (gateway === undefined) throw new Error('the gateway has not started yet');
    return gateway.handler(request);
  };
  const own_console =
    settings.console_port === 0
      ? undefined
      : await openLocalConsole({
          settings,
          log,
          handler: late,
          port: settings.console_port,
          any_port: sources.console_port === 'start',
          opens_itself: true,
          database: 'Embedded Postgres',
        });
  if (own_console) service.add('the console', own_console.close);
  const pages = renderHomePages(settings, {
    version: RELEASE.version,
    inbox: inbox?.url ?? '',
    console: own_console?.url ?? '',
  });
  gateway = await startParts({ settings, sources, environment, log, service, pages, inbox });
  const url = localUrl(gateway);
  database.lock.announce(url);
  for (const line of welcomeLines({ settings, folder, url, inbox, console: own_console?.url, database })) print(line);
  return { url, inbox_url: inbox?.url ?? '', settings };
}

interface StartPartsOptions extends Pick<ReadSettings, 'settings' | 'sources'> {
  environment: Environment;
  log: Logger;
  service: Service;
  inbox?: RunningInbox;
  pages?: ReturnType<typeof renderHomePages>;
}

/** Starts the worker before the gateway, so that messages of the first sign-ups are sent at once. */
async function startParts(o: StartPartsOptions): Promise<RunningGateway> {
  const { settings, sources, environment, log, service, inbox, pages } = o;
  const telemetry = await openTelemetry({ settings, environment, log, service });
  const { startWorker } = await import('../../worker/main.ts');
  const { startGateway } = await import('../../gateway/main.ts');
  const worker = await startWorker({ settings, log, inbox: inbox?.take, telemetry, signal: service.signal });
  service.add('the worker', () => worker.close());
  service.check();
  const gateway = await startGateway({
    settings,
    sources,
    log,
    pages,
    telemetry,
    inbox: inbox?.take,
    signal: service.signal,
  });
  service.add('the gateway', gateway.close, gateway.close_ms);
  return gateway;
}

function localUrl({ port }: RunningGateway): string {
  return `http://localhost:${port}`;
}

async function migrateFirst(
  settings: Settings,
  log: Logger,
  { print, api_roles }: { print: StartOptions['print']; api_roles: boolean },
): Promise<void> {
  const newer = await migrateToServe(settings, (line) => log.info({ component: 'migrate' }, line), { api_roles });
  if (newer !== null) print(newer);
}

function withoutDatabaseUrls(environment: Environment): Environment {
  const strip = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !name.includes('DATABASE_URL')));
  const { environment: first, file } = environment.bySource;
  return {
    ...environment,
    values: strip(environment.values),
    bySource: { environment: strip(first), file: strip(file) },
  };
}
