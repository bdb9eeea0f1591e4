// The worker: sends what the functions have queued and keeps house. `postern worker` runs it alone, `postern start` beside the gateway.
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { fitness, installationNames, type Release } from '../cli/migrate/index.ts';
import { identifier } from '../cli/migrate/render.ts';
import { parseDatabaseUrl, postgresOptions } from '../gateway/database_url.ts';
import { errorFields, type Logger } from '../gateway/log.ts';
import { createKeyRing } from '../gateway/seal.ts';
import { type ComposeSettings, composeMail } from './compose.ts';
import { createDelivery } from './deliver.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createInboxSender, createMailSender, type MailSettings } from './mail.ts';
import { startQueue } from './queue.ts';
import type { Connect } from './queue_database.ts';
import type { Outgoing, Senders } from './senders.ts';

/** The slice of the settings that the worker reads. */
export interface WorkerSettings extends ComposeSettings, MailSettings {
  database_url: string;
  database_url_worker: string;
  database_url_listen: string;
  db_namespace: string;
  role_prefix: string;
  db_prepare: boolean;
  security_pepper: string;
  jwt_secret: string;
  smtp_max_frequency: number | null;
  message_retention: number;
  audit_log_retention: number;
}

export interface WorkerOptions {
  settings: WorkerSettings;
  log: Logger;
  /** Shows mails instead of sending them, where no SMTP_HOST is set; what it took counts as sent. */
  inbox?: (message: Outgoing) => void | Promise<void>;
}

/** Mails that may be on their way at once; each holds a connection to the mail server. */
const MAIL_WORKERS = 4;
const SMS_WORKERS = 2;
const POOL_SIZE = 4;
/** How long a mail in hand may take when the process is told to stop, before its connection is cut. */
const CLOSE_MS = 5_000;
const SCHEMA_POLL_MS = 1_000;

/** Starts the worker; waits for the schema where migrate has not run yet. */
export async function startWorker({ settings, log, inbox }: WorkerOptions): Promise<{ close(): Promise<void> }> {
  const names = installationNames(settings.db_namespace, settings.role_prefix);
  const connect = connector(settings, settings.database_url_worker, names.role.worker, 'postern worker', log);
  const sql = connect({ max: POOL_SIZE });
  const stopping = new AbortController();
  try {
    await schemaReady(sql, names.api, log, stopping.signal);
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
  const login = own_url ? {} : { role };
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

/** Waits until a migrate has brought the database to this release, and says what it is waiting for. */
async function schemaReady(sql: Sql, api: string, log: Logger, signal: AbortSignal): Promise<void> {
  let said = '';
  for (;;) {
    let sentence: string;
    try {
      const verdict = fitness(await installedRelease(sql, api));
      if (verdict.verdict === 'ready') return;
      if (verdict.verdict === 'refused') throw new DatabaseTooNew(verdict.sentence);
      sentence = verdict.sentence;
    } catch (error) {
      if (error instanceof DatabaseTooNew) throw error;
      // Before the first migrate not even our role exists, so every refusal may be one that passes.
      sentence = `The database cannot be asked yet: ${errorFields(error).message}`;
    }
    if (sentence !== said) log.warn({}, sentence);
    said = sentence;
    await sleep(SCHEMA_POLL_MS, undefined, { signal });
  }
}

class DatabaseTooNew extends Error {}

/** Looked up in the catalog first: a call in vain would be an ERROR in the server's log every second. */
async function installedRelease(sql: Sql, api: string): Promise<Release | null> {
  const installed = await sql`
    select 1 from pg_catalog.pg_proc as p join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
    where n.nspname = ${api} and p.proname = 'get_release' and has_schema_privilege(n.oid, 'USAGE')
      and has_function_privilege(p.oid, 'EXECUTE')`;
  if (installed.length === 0) return null;
  const [row] = await sql.unsafe<{ release: Release | null }[]>(`select ${identifier(api)}.get_release() as release`);
  return row?.release ?? null;
}
