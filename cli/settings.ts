// Reads the settings for commands, including those of the embedded database if DATABASE_URL is not set.
import { START_COMMAND } from '../core/installed.ts';
import { mailServers } from '../core/mail_servers.ts';
import { type Environment, type ReadSettings, readEnvironment, readSettings } from '../core/settings/reading.ts';
import type { Settings } from '../core/settings/table.ts';
import { CommandError } from '../core/terminal/errors.ts';
import { folderPaths } from '../dev/embedded/folder.ts';
import { findRunningEmbedded, readExistingSecrets } from '../dev/embedded/running.ts';
import { embeddedDefaults, type StartedDatabase } from '../dev/embedded/settings.ts';
import { findFreePort } from '../gateway/server/ports.ts';

export interface GlobalOptions {
  /** Path of a settings file that replaces .env. The file must exist. */
  config?: string;
}

export function readCommandEnvironment(options: GlobalOptions): Environment {
  return readEnvironment({ env: process.env, file: options.config });
}

/** Returns true if no database URL is set and NODE_ENV is not production. `start` then uses the embedded database. */
export function usesEmbedded(environment: Environment): boolean {
  const named = Object.keys(environment.values).some((name) =>
    /^((SVC|GOTRUE)_(DB_)?)?DATABASE_URL(_\w+)?$/.test(name),
  );
  return !named && environment.values.NODE_ENV !== 'production';
}

/**
 * Reads the settings of the embedded server. In the first call, without `opened`, the database URLs and secrets are only
 * stand-ins. The second call, after the data folder was opened, returns all settings.
 */
export async function readEmbeddedSettings(
  environment: Environment,
  o: { opened?: StartedDatabase; port?: number } = {},
): Promise<ReadSettings> {
  const read = (port: number, dir: string, inbox: boolean) =>
    readSettings(environment, {
      defaults: embeddedDefaults({ port, inbox, folder: folderPaths(dir), opened: o.opened }),
      weak_secrets: 'warn',
    });
  const first = read(0, '.', false).settings;
  // With a mail server or SMS gateway, messages are sent instead of shown in the inbox.
  const inbox = mailServers(first).length === 0 && first.sms_provider === '';
  // PORT=0 means any free port. It is chosen before the server listens, because SITE_URL and links in mails contain it.
  const port = o.port ?? (first.port || (await findFreePort()));
  const result = read(port, first.data_dir, inbox);
  return { ...result, settings: { ...result.settings, port } };
}

/** Reads settings for commands that need only the database. Other required settings may be missing. */
export function readDatabaseSettings(environment: Environment): Settings {
  return readSettingsWithErrors(environment).settings;
}

function readSettingsWithErrors(environment: Environment): ReadSettings {
  const url = 'postgres://absent@127.0.0.1/absent';
  const absent = {
    site_url: 'http://localhost',
    api_external_url: 'http://localhost',
    jwt_secret: 'not used by this command, so not required',
    database_url_gateway: url,
    database_url_admin: url,
    database_url_worker: url,
  };
  const read = readSettings(environment, { defaults: absent, weak_secrets: 'warn' });
  for (const key of ['database_url_gateway', 'database_url_admin', 'database_url_worker'] as const) {
    if (read.sources[key] === 'start') read.settings[key] = '';
  }
  return read;
}

/** Reads settings for admin commands, from the environment or from the running embedded database of the data folder. */
export async function readAdminSettings(environment: Environment): Promise<Settings> {
  return (await readAdminSettingsWithSources(environment)).settings;
}

/** Same as readAdminSettings(), with sources and warnings. */
export async function readAdminSettingsWithSources(environment: Environment): Promise<ReadSettings> {
  if (!usesEmbedded(environment)) return readSettingsWithErrors(environment);
  const planned = (await readEmbeddedSettings(environment)).settings;
  const folder = folderPaths(planned.data_dir);
  const opened = findRunningEmbedded(folder, planned.role_prefix);
  if (opened === null) {
    throw new CommandError(
      `Set DATABASE_URL, or start the embedded database with "${START_COMMAND}": it is not running in ${folder.path}.`,
      {
        code: 'no_database',
      },
    );
  }
  return readEmbeddedSettings(environment, { opened, port: planned.port });
}

/**
 * Reads settings for key commands. If SVC_JWT_SECRET is not set, reads jwt_secret from the data folder of the embedded
 * server; '' if there is none. Then also reads security_pepper from there, unless SVC_SECURITY_PEPPER is set.
 */
export async function readKeySettings(environment: Environment): Promise<Settings> {
  const { settings, sources } = readSettingsWithErrors(environment);
  if (sources.jwt_secret !== 'start') return settings;
  const kept = usesEmbedded(environment) ? readExistingSecrets(folderPaths(settings.data_dir)) : null;
  return {
    ...settings,
    jwt_secret: kept?.jwt_secret ?? '',
    security_pepper: settings.security_pepper || (kept?.security_pepper ?? ''),
  };
}
