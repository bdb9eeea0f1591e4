// The worker: sends queued messages, webhook events and logout tokens, and does the housekeeping. `postern worker`
// runs it alone, `postern start` together with the gateway.
import postgres, { type Sql } from 'postgres';
import { createNames, quoteIdentifier } from '../core/database/names.ts';
import { computePoolSizes } from '../core/database/pool_sizes.ts';
import { checkCompatibility, RELEASE, readDatabaseState } from '../core/database/release.ts';
import { checkSession, checkStatementLimit } from '../core/database/session_check.ts';
import { parseDatabaseUrl, postgresOptions, withoutSessionAttributes } from '../core/database/url.ts';
import { retryDuringOutage } from '../core/database/wait.ts';
import { HOOK_STATEMENT_TIMEOUT, type Hook, type HookSettings, hookOf } from '../core/hooks/hook.ts';
import { createKeyRing } from '../core/keys/ring.ts';
import type { Logger } from '../core/log.ts';
import type { ComposeSettings } from '../core/mail/compose.ts';
import { createInboxSender, createMailSender, type MailSender, type MailSettings } from '../core/mail/send.ts';
import { mailServers } from '../core/mail_servers.ts';
import type { DisplayMessage, Sender, Senders } from '../core/senders.ts';
import type { Settings } from '../core/settings/table.ts';
import type { SmsSettings } from '../core/sms/gateway.ts';
import { parseSmsTemplate } from '../core/sms/text.ts';
import type { Telemetry } from '../core/telemetry.ts';
import { startAuditLogCopier } from './audit_log_copier.ts';
import { type ClientLogoutSettings, createLogoutDelivery } from './client_logouts.ts';
import { createDelivery } from './deliver.ts';
import { composeEvent } from './hooks/event.ts';
import { createNewUserNotifier } from './hooks/notify_new_user.ts';
import { createHookSender } from './hooks/send.ts';
import { type HOUSEKEEPING_SETTINGS, housekeepingSettings, startHousekeeping } from './housekeeping.ts';
import { createMailComposer } from './mail/compose.ts';
import { createTemplateFiles, type TemplateFileSettings } from './mail/template_files.ts';
import { type Queue, startQueue } from './queue/boss.ts';
import { createBoundedPool } from './queue/bounded_pool.ts';
import type { Connect } from './queue/database.ts';
import type { MetadataSettings } from './saml_metadata.ts';
import { chooseSmsTemplate, composeSms } from './sms/compose.ts';
import { createSmsSender } from './sms/send.ts';
import {
  createOutcomeCounter,
  createServiceMetrics,
  withJobTracing,
  withSenderTracing,
  withSqlTracing,
} from './telemetry.ts';
import { createWebhookDelivery, type WebhookSettings } from './webhooks/deliver.ts';

/** Settings that the worker reads. */
export type WorkerSettings = ComposeSettings &
  MailSettings &
  TemplateFileSettings &
  SmsSettings &
  Pick<
    Settings,
    | 'database_url'
    | 'database_url_worker'
    | 'database_url_listen'
    | 'db_namespace'
    | 'role_prefix'
    | 'db_prepare'
    | 'db_max_pool_size'
    | 'security_hash_concurrency'
    | 'security_pepper'
    | 'jwt_secret'
    | 'message_lease'
    | 'mfa_phone_template'
    | 'mailer_default_locale'
    | 'mail_max_per_second'
    | keyof HookSettings
    | keyof WebhookSettings
    | keyof ClientLogoutSettings
    | keyof MetadataSettings
    | (typeof HOUSEKEEPING_SETTINGS)[number]
  > &
  // Optional: without them, sessions are not counted and the process log gets no audit entries.
  Partial<Pick<Settings, 'metrics_sessions_interval' | 'log_audit_events'>>;

export interface WorkerOptions {
  settings: WorkerSettings;
  log: Logger;
  /** Displays messages that have no mail server or SMS gateway. A displayed message counts as sent. */
  inbox?: DisplayMessage;
  /** Present if traces or metrics are on. */
  telemetry?: Telemetry | undefined;
  /** Aborts the wait for an unavailable database. */
  signal?: AbortSignal;
  /** Polling interval in seconds while notifications work (see worker/queue/boss.ts). */
  notified_polling_seconds?: number;
  /** Polling interval in seconds for webhook events, which send no notification. */
  webhook_polling_seconds?: number;
}

/** Maximum number of SMS in flight. */
const SMS_WORKERS = 2;
/**
 * Slots for webhook events; a slow delivery leaves its slot. Events send no notification (sql/queues.sql), so the
 * worker polls.
 */
const WEBHOOK_WORKERS = 4;
const WEBHOOK_POLLING_SECONDS = 1;
/** Slots for logout tokens; a slow delivery leaves its slot. */
const LOGOUT_WORKERS = 4;
/** Time in milliseconds that running jobs get at shutdown before they are aborted. */
const CLOSE_MS = 5_000;

/**
 * Session settings that roles.sql sets for the worker's login role, except those for the log. Sent at connect when
 * one URL serves all roles.
 */
const SESSION = {
  statement_timeout: '4s',
  lock_timeout: '1s',
  idle_in_transaction_session_timeout: '10s',
  client_connection_check_interval: '1s',
  search_path: 'pg_catalog',
  timezone: 'UTC',
};

/** pg-boss passes JSON as text, which must not be encoded again. */
const JSON_TYPE = {
  to: 3802,
  from: [114, 3802],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: JSON.parse,
};

/** Array types that pg-boss binds. The driver does not read them from the server (`fetch_types` is off). */
const LIST_TYPES = Object.fromEntries(
  Object.entries({ text: 1009, varchar: 1015, uuid: 2951, integer: 1007, bigint: 1016 }).map(([name, to]) => [
    `${name}_list`,
    { to, from: [], serialize: arrayLiteral, parse: (text: string) => text },
  ]),
);

function arrayLiteral(list: readonly unknown[]): string {
  const quoted = list.map((item) => (item === null ? 'NULL' : `"${String(item).replace(/["\\]/g, '\\$&')}"`));
  return `{${quoted.join(',')}}`;
}

/** Starts the worker on a migrated database. Throws an error with a message for the operator if it cannot. */
export async function startWorker(o: WorkerOptions): Promise<{ close(): Promise<void> }> {
  const { settings, telemetry } = o;
  const log = o.log.child({ component: 'worker' });
  const names = createNames(settings.db_namespace, settings.role_prefix);
  const api = quoteIdentifier(names.api);
  const open = (url: string, application_name: string): Connect =>
    createConnector(settings, url, { role: names.role.worker, application_name });
  const connect = open(settings.database_url_worker, 'postern worker');
  // One of the worker's connections listens, and one runs pg-boss's own transactions.
  const max = Math.max(1, computePoolSizes(settings).queue - 2);
  const sql = createBoundedPool(() => connect({ max }), { max });
  // Connection for hook functions that send messages, opened on first use. Its statement timeout ends a function that
  // hangs.
  const hook_sql = createBoundedPool(
    () =>
      createConnector(settings, settings.database_url_worker, {
        role: names.role.worker,
        application_name: 'postern hook',
        session: { statement_timeout: HOOK_STATEMENT_TIMEOUT },
      })({ max: 1 }),
    { max: 1 },
  );
  const stopping = new AbortController();
  const files = createTemplateFiles(settings, log);
  let queue: Queue | undefined;
  let mail: MailSender | undefined;
  try {
    const wait = { say: (sentence: string) => log.warn({}, sentence), signal: o.signal };
    await retryDuringOutage(() => checkDatabase(sql, settings, names.role.worker, log), wait);
    const ring = createKeyRing(settings);
    const compose = createMailComposer({ settings, ring, files, log });
    void files.warm();
    const queued = {
      schema: names.queue,
      sql,
      connect,
      connect_listen: open(settings.database_url_listen || settings.database_url_worker, 'postern listen'),
      notified_polling_seconds: o.notified_polling_seconds,
      log,
    };
    queue = await retryDuringOutage(() => startQueue(queued), wait);
    const hooks = { mail: hookOf('send_email', settings), sms: hookOf('send_sms', settings) };
    const hooked = ({ channel }: { channel: string }) => (channel === 'mail' ? hooks.mail : hooks.sms) !== null;
    if (Object.values(hooks).some((hook) => hook !== null && 'function' in hook))
      await retryDuringOutage(async () => {
        for (const sentence of await checkStatementLimit(hook_sql, names.role.worker, HOOK_STATEMENT_TIMEOUT))
          log.warn({}, sentence);
      }, wait);
    const traced = withSqlTracing(sql, telemetry);
    mail = mailServers(settings).length > 0 ? createMailSender(settings) : undefined;
    const deliver = createDelivery({
      sql: traced,
      api,
      senders: withSenderTracing(
        {
          ...createSenders(settings, { mail, log, inbox: o.inbox, hooked: hooks.mail !== null }),
          ...createHookSenders(hooks, { sql: withSqlTracing(hook_sql, telemetry), api }),
        },
        telemetry,
      ),
      onOutcome: createOutcomeCounter(telemetry),
      settings: {
        message_lease: settings.message_lease,
        mailer_default_locale: settings.mailer_default_locale,
        mail_max_per_second: settings.mail_max_per_second,
        send_email_hook: hooks.mail !== null,
        send_sms_hook: hooks.sms !== null,
      },
      compose: (taken) => {
        if (hooked(taken.message)) return composeEvent(taken, { ring, base_url: settings.api_external_url });
        return taken.message.channel === 'mail'
          ? compose(taken)
          : // Parsed here and not at start, which validates SMS templates only with a gateway or an inbox.
            composeSms(taken, parseSmsTemplate(chooseSmsTemplate(taken, settings)), ring);
      },
      log,
      signal: stopping.signal,
    });
    const work: Queue['work'] = (name, workers, handle, seconds) =>
      (queue as Queue).work(name, workers, withJobTracing(name, handle, telemetry), seconds);
    await work('mail', settings.mail_concurrency, deliver);
    await work('sms', SMS_WORKERS, deliver);
    const after_user = hookOf('after_user_created', settings);
    if (after_user !== null && 'url' in after_user)
      await work(
        'hooks',
        1,
        createNewUserNotifier({ sql: traced, api, hook: after_user, log, signal: stopping.signal }),
      );
    const webhooks = createWebhookDelivery({ sql: traced, api, ring, settings, log, signal: stopping.signal });
    await work('webhooks', WEBHOOK_WORKERS, webhooks, o.webhook_polling_seconds ?? WEBHOOK_POLLING_SECONDS);
    await work(
      'logouts',
      LOGOUT_WORKERS,
      createLogoutDelivery({ sql: traced, api, settings, log, signal: stopping.signal }),
    );
    const running = queue;
    const { metrics_sessions_interval: sessions_interval = 0 } = settings;
    const unread = telemetry?.read(createServiceMetrics({ sql, api, sessions_interval }));
    const audit_log_copier = settings.log_audit_events ? startAuditLogCopier({ sql, api, log: o.log }) : undefined;
    const housekeeping = startHousekeeping({
      sql,
      api,
      settings: housekeepingSettings(settings),
      log,
      saml: settings,
      onMetadata: telemetry && ((outcome) => telemetry.count('sso_metadata', { outcome })),
    });
    log.info({ version: RELEASE.version }, 'worker is at work');
    return {
      async close() {
        unread?.();
        const cut = setTimeout(() => stopping.abort(), CLOSE_MS);
        try {
          await Promise.all([running.close(CLOSE_MS + 2_000), housekeeping.close(), audit_log_copier?.close()]);
        } finally {
          clearTimeout(cut);
          // Stops jobs that are still running after the queue was closed, such as retries of recording an outcome while
          // the database is down.
          stopping.abort();
          files.close();
          mail?.close();
          await Promise.all([sql.end({ timeout: 2 }), hook_sql.end({ timeout: 2 })]);
          log.info({}, 'worker has stopped');
        }
      },
    };
  } catch (error) {
    mail?.close();
    await queue?.close(0);
    await Promise.all([sql.end({ timeout: 0 }), hook_sql.end({ timeout: 0 })]);
    throw error;
  }
}

/** Returns the sender of each channel. */
function createSenders(
  settings: WorkerSettings,
  o: { mail: Sender | undefined; log: Logger; inbox: DisplayMessage | undefined; hooked: boolean },
): Senders {
  const { log, inbox, hooked } = o;
  const shown = inbox ? createInboxSender(inbox, settings) : null;
  const mail = o.mail ?? shown;
  if (!mail && !hooked) {
    log.warn(
      {},
      'SVC_SMTP_HOST is not set, nor is SVC_SMTP_URLS: mails are not sent but marked as skipped, and nobody can confirm an address',
    );
  }
  const sms = createSmsSender(settings) ?? shown;
  return { ...(mail ? { mail } : {}), ...(sms ? { sms, whatsapp: sms } : {}) };
}

/** Returns the senders of the send hooks. A hook replaces the mail server or the SMS gateway. */
function createHookSenders(hooks: { mail: Hook | null; sms: Hook | null }, o: { sql: Sql; api: string }): Senders {
  const mail = hooks.mail && createHookSender('send_email', hooks.mail, o);
  const sms = hooks.sms && createHookSender('send_sms', hooks.sms, o);
  return { ...(mail ? { mail } : {}), ...(sms ? { sms, whatsapp: sms } : {}) };
}

/**
 * Connects as the worker. database_url_worker names the worker's login role. A single URL for all roles names a more
 * powerful role, so the worker's role is set at connect.
 */
function createConnector(
  settings: WorkerSettings,
  own_url: string,
  {
    role,
    application_name,
    session = {},
  }: { role: string; application_name: string; session?: Record<string, string> },
): Connect {
  const target = parseDatabaseUrl(own_url || settings.database_url, process.env);
  const login = own_url ? { session } : { role, session: { ...SESSION, ...session } };
  return ({ max }) =>
    withoutSessionAttributes(() =>
      postgres({
        ...postgresOptions(target, { ...login, application_name, max, prepare: settings.db_prepare }),
        onnotice: () => undefined,
        types: { json: JSON_TYPE, ...LIST_TYPES },
      }),
    );
}

/** Checks the release of the database and the session settings of the role. */
async function checkDatabase(sql: Sql, settings: WorkerSettings, role: string, log: Logger): Promise<void> {
  const verdict = checkCompatibility(await readDatabaseState(sql, settings.db_namespace));
  if (verdict.verdict !== 'ready') throw new Error(verdict.sentence);
  for (const sentence of await checkSession(sql, role, { prepare: settings.db_prepare })) log.warn({}, sentence);
}
