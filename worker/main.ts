// The worker: sends what the functions have queued and keeps house. `postern worker` runs it alone, `postern start` beside the gateway.
import postgres from 'postgres';
import { installationNames } from '../cli/migrate/index.ts';
import { identifier } from '../cli/migrate/render.ts';
import { parseDatabaseUrl, postgresOptions } from '../gateway/database_url.ts';
import type { Logger } from '../gateway/log.ts';
import { createKeyRing } from '../gateway/seal.ts';
import { type ComposeSettings, composeMail } from './compose.ts';
import { createDelivery } from './deliver.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createInboxSender, createMailSender, type MailSettings } from './mail.ts';
import { startQueue } from './queue.ts';
import type { Connect } from './queue_database.ts';
import { databaseReady } from './ready.ts';
import type { Outgoing, Senders } from './senders.ts';

/** The slice of the settings that the worker reads. */
export interface WorkerSettings extends ComposeSettings, MailSettings {
  database_url: string;
  database_url_worker: string;
  database_url_listen: string;
  db_namespace: string;
  /** '': the namespace. */
  role_prefix: string;
  db_prepare: boolean;
  security_pepper: string;
  jwt_secret: string;
  smtp_max_frequency: number | null;
  message_retention: number;
  message_lease: number;
  audit_log_retention: number;
}

export interface WorkerOptions {
  settings: WorkerSettings;
  log: Logger;
  /** Shows mails instead of sending them, where no SMTP_HOST is set; what it took counts as sent. */
  inbox?: (message: Outgoing) => void | Promise<void>;
  /** Ends the wait for the schema; a worker that runs is ended by close(). */
  signal?: AbortSignal;
}

/** Mails that may be on their way at once; each holds a connection to the mail server. */
const MAIL_WORKERS = 4;
const SMS_WORKERS = 2;
const POOL_SIZE = 4;
/** How long a mail in hand may take when the process is told to stop, before its connection is cut. */
const CLOSE_MS = 5_000;

/** Timeouts that a login role has by itself, for a session that only borrows the role. */
const BORROWED_SESSION = {
  search_path: 'pg_catalog',
  statement_timeout: '4s',
  lock_timeout: '1s',
  idle_in_transaction_session_timeout: '10s',
};

/** Starts the worker; waits for the schema where migrate has not run yet. */
export async function startWorker({
  settings,
  log,
  inbox,
  signal,
}: WorkerOptions): Promise<{ close(): Promise<void> }> {
  const names = installationNames(settings.db_namespace, settings.role_prefix || settings.db_namespace);
  const connect = connector(settings, settings.database_url_worker, names.role.worker, 'postern worker', log);
  const sql = connect({ max: POOL_SIZE });
  const stopping = new AbortController();
  try {
    await databaseReady({ sql, api: names.api, role: names.role.worker, log, signal });
    const ring = createKeyRing({ security_pepper: settings.security_pepper, jwt_secret: settings.jwt_secret });
    const queue = await startQueue({
      schema: names.queue,
      sql,
      connect,
      connect_listen: connector(
        settings,
        settings.database_url_listen || settings.database_url_worker,
        names.role.worker,
        'postern listen',
        log,
      ),
      log,
    });
    const deliver = createDelivery({
      sql,
      api: identifier(names.api),
      senders: senders(settings, log, inbox),
      settings: { message_lease: settings.message_lease },
      compose: (taken) => composeMail(taken, settings, ring),
      log,
      signal: stopping.signal,
    });
    await queue.work('mail', MAIL_WORKERS, deliver);
    await queue.work('sms', SMS_WORKERS, deliver);
    const { smtp_max_frequency, message_retention, audit_log_retention } = settings;
    const housekeeping = startHousekeeping({
      sql,
      api: identifier(names.api),
      settings: { smtp_max_frequency, message_retention, audit_log_retention },
      log,
    });
    return {
      async close() {
        const cut = setTimeout(() => stopping.abort(), CLOSE_MS);
        await Promise.all([queue.close(CLOSE_MS + 2_000), housekeeping.close()]);
        clearTimeout(cut);
        await sql.end({ timeout: 2 });
      },
    };
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }
}

/** What sends on each channel. SMS gateways join here. */
function senders(settings: WorkerSettings, log: Logger, inbox: WorkerOptions['inbox']): Senders {
  if (settings.smtp_host) return { mail: createMailSender(settings) };
  if (inbox) return { mail: createInboxSender(inbox) };
  log.warn({}, 'SVC_SMTP_HOST is not set: mails are not sent but marked as skipped, and nobody can confirm an address');
  return {};
}

function connector(
  settings: WorkerSettings,
  own_url: string,
  role: string,
  application_name: string,
  log: Logger,
): Connect {
  const target = parseDatabaseUrl(own_url || settings.database_url, process.env);
  for (const warning of target.warnings) log.warn({}, warning);
  // A URL of the worker's own names a login role; the one URL of a small installation names somebody mightier.
  if (!own_url)
    log.warn({}, `one DATABASE_URL serves all roles: ${application_name} is unprotected, set DATABASE_URL_WORKER`);
  const login = own_url ? {} : { role, session: BORROWED_SESSION };
  return ({ max }) =>
    postgres({
      ...postgresOptions(target, { ...login, application_name, max, prepare: settings.db_prepare }),
      onnotice: () => {},
      // pg-boss hands over JSON as text; what is text already must not become a JSON string.
      types: { json: { to: 3802, from: [114, 3802], serialize: jsonText, parse: JSON.parse } },
    });
}

function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
