// How the commands read the settings: which sources, and whether the embedded database stands in for DATABASE_URL.
import { type Environment, readEnvironment, readSettings, type Settings } from '../gateway/config.ts';
import { folderPaths } from './embedded/folder.ts';
import { freePort } from './embedded/ports.ts';
import { embeddedDefaults, type Opened } from './embedded/settings.ts';

export interface GlobalOptions {
  /** Another file than .env; it must exist. */
  config?: string;
}

type Read = ReturnType<typeof readSettings>;

export function environmentOf(options: GlobalOptions): Environment {
  return readEnvironment({ env: process.env, file: options.config });
}

/** True where no database is named: then start brings its own, except in production. */
export function usesEmbedded(environment: Environment): boolean {
  const named = Object.keys(environment.values).some((name) =>
    /^((SVC|GOTRUE)_(DB_)?)?DATABASE_URL(_\w+)?$/.test(name),
  );
  return !named && environment.values.NODE_ENV !== 'production';
}

/** The settings of the embedded start; called without `opened` first, to learn port and folder. */
export async function readEmbedded(
  environment: Environment,
  o: { opened?: Opened; port?: number } = {},
): Promise<Read> {
  const read = (port: number, dir: string) =>
    readSettings(environment, { defaults: embeddedDefaults({ port, folder: folderPaths(dir), opened: o.opened }) });
  const first = read(0, '.').settings;
  // PORT=0 asks for any free port; SITE_URL and the links in mails must name it before it is listened on.
  const port = o.port ?? (first.port || (await freePort()));
  const result = read(port, first.data_dir);
  return { ...result, settings: { ...result.settings, port } };
}

/** Settings for commands that only need the database: what the gateway requires besides may be missing. */
export function readDatabaseSettings(environment: Environment): Settings {
  const url = 'postgres://absent@127.0.0.1/absent';
  const absent = {
    db_driver: 'postgres',
    site_url: 'http://localhost',
    api_external_url: 'http://localhost',
    jwt_secret: 'not used by this command, so not required',
    database_url_gateway: url,
    database_url_admin: url,
    database_url_worker: url,
  };
  const { settings, sources } = readSettings(environment, { defaults: absent });
  for (const key of ['database_url_gateway', 'database_url_admin', 'database_url_worker'] as const) {
    if (sources[key] === 'start') settings[key] = '';
  }
  return settings;
}
