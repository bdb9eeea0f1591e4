// Helpers for worker tests: settings, users with a queued message, a log in memory, and waiting for a message state.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HookSettings } from '../../../core/hooks/hook.ts';
import { createLog, type Logger } from '../../../core/log.ts';
import type { ComposeSettings } from '../../../core/mail/compose.ts';
import { SETTINGS, type Settings } from '../../../core/settings/table.ts';
import type { SmsSettings } from '../../../core/sms/gateway.ts';
import type { TemplateFileSettings } from '../../../worker/mail/template_files.ts';
import type { WorkerSettings } from '../../../worker/main.ts';
import type { TestDatabase } from '../database/db.ts';
import { keepLogLines } from './log_lines.ts';

export const PEPPER = `1:${Buffer.alloc(32, 7).toString('base64')}`;

/** Returns worker settings for a test database. An smtp_port of 0 means that no mail server is configured. */
export function workerSettings(
  db: TestDatabase,
  smtp_port: number,
  more: Partial<WorkerSettings> = {},
): WorkerSettings {
  const { SVC_DB_PREPARE, DATABASE_URL_LISTEN = '' } = db.environment();
  return {
    database_url: '',
    database_url_worker: db.url('worker'),
    database_url_listen: DATABASE_URL_LISTEN,
    db_namespace: 'auth',
    role_prefix: 'auth',
    db_prepare: SVC_DB_PREPARE !== 'false',
    db_max_pool_size: 0,
    security_hash_concurrency: 0,
    security_pepper: PEPPER,
    jwt_secret: '',
    site_url: 'https://app.example.com',
    api_external_url: 'https://auth.example.com/auth/v1',
    ...mailDefaults(),
    mailer_subjects_reauthentication: '{{ .Token }} is your code',
    smtp_urls: '',
    mail_max_per_second: null,
    mail_concurrency: 10,
    smtp_plain_hosts: [],
    smtp_host: smtp_port ? '127.0.0.1' : '',
    smtp_port,
    smtp_user: '',
    smtp_pass: '',
    smtp_admin_email: 'no-reply@example.com',
    smtp_sender_name: 'Postern Test',
    smtp_max_frequency: null,
    mfa_phone_max_frequency: 60,
    mfa_phone_template: 'Your code is {{ .Code }}',
    mailer_otp_exp: 86_400,
    message_retention: 2_592_000,
    message_lease: 30,
    webhook_timeout: 10,
    webhook_max_tries: 12,
    webhook_retry_pause: 5,
    webhook_retention: 604_800,
    audit_log_retention: 0,
    refusal_retention: 604_800,
    external_flow_state_expiry_duration: 300,
    oauth_server_unused_client_after: 2_592_000,
    oauth_server_allowed_networks: [],
    jwt_keys: '',
    jwt_issuer: '',
    saml_relay_state_validity_period: 600,
    saml_enabled: false,
    saml_allowed_networks: [],
    saml_metadata_max_size: 1_000_000,
    ...smsDefaults(),
    ...hookDefaults(),
    ...more,
  };
}

/** Returns the defaults of the mail settings. */
function mailDefaults(): Omit<
  ComposeSettings & TemplateFileSettings & Pick<Settings, 'mailer_default_locale'>,
  'site_url' | 'api_external_url'
> {
  const rows = Object.entries(SETTINGS).filter(([key]) =>
    /^mailer_(urlpaths|subjects|templates?|default_locale)/.test(key),
  );
  return Object.fromEntries(rows.map(([key, row]) => [key, row.default])) as never;
}

/** Returns hook settings with all hooks disabled. */
export function hookDefaults(): HookSettings {
  const rows = Object.entries(SETTINGS).filter(([key]) => key.startsWith('hook_'));
  return Object.fromEntries(rows.map(([key, row]) => [key, row.default])) as unknown as HookSettings;
}

/** Returns the defaults of the SMS settings, which configure no SMS provider. */
export function smsDefaults(): SmsSettings {
  const rows = Object.entries(SETTINGS).filter(([key]) => key.startsWith('sms_') || key === 'internal_http_timeout');
  return Object.fromEntries(rows.map(([key, row]) => [key, row.default])) as SmsSettings;
}

export interface QueuedMail {
  user_id: string;
  message_id: string;
  token_id: string;
  generation: number;
  email: string;
}

export interface QueueMailOptions {
  email?: string;
  message?: string;
  kind?: string;
  purpose?: string;
  flow_id?: string;
  redirect_to?: string;
  base_url?: string;
  data?: Record<string, unknown>;
  valid_for_s?: number;
  user_id?: string;
}

/** Creates a user with one queued mail, as the SQL functions do. */
export async function queueMail(db: TestDatabase, o: QueueMailOptions = {}): Promise<QueuedMail> {
  const user_id = o.user_id ?? randomUUID();
  const email = o.email ?? `${user_id.slice(0, 8)}@example.org`;
  const link = { base_url: o.base_url ?? '', redirect_to: o.redirect_to ?? 'https://app.example.com' };
  const settings = { sealing_key_id: 1, mailer_otp_exp: o.valid_for_s ?? 3600 };
  await db.sql`
    insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, updated_at)
    values (${user_id}, 'authenticated', 'authenticated', ${email}, ${db.sql.json((o.data ?? {}) as never)}, now(), now())
    on conflict (id) do nothing`;
  const [row] = await db.sql<QueuedMail[]>`
    select t.user_id, t.id as token_id, t.generation::integer as generation, ${email} as email,
      auth_lib.queue_message(t, ${o.message ?? 'confirmation'}, 'mail', ${email}, ${db.sql.json(link)}) as message_id
    from auth_lib.issue_token(${user_id}, ${o.kind ?? 'confirmation'}, ${o.purpose ?? 'signup'}, ${email},
      ${o.flow_id ?? null}, true, null, ${db.sql.json(settings)}) as t`;
  if (!row) throw new Error('no message was queued');
  return row;
}

export interface MessageRow {
  state: string;
  tries: number;
  last_error: string | null;
  leased_until: Date | null;
  finished_at: Date | null;
}

/** Waits until a message is in one of these states. Returns the message's row. */
export async function waitForState(
  db: TestDatabase,
  message_id: string,
  states: string[],
  timeout_ms = 60_000,
): Promise<MessageRow> {
  const deadline = Date.now() + timeout_ms;
  for (;;) {
    const [row] = await db.sql<MessageRow[]>`
      select state, tries, last_error, leased_until, finished_at from auth.messages where id = ${message_id}`;
    if (row && states.includes(row.state)) return row;
    if (Date.now() > deadline)
      throw new Error(`message is ${row?.state}, not ${states.join(' or ')}: ${row?.last_error}`);
    await sleep(20);
  }
}

/** Creates a logger that keeps its lines in memory. */
export function createMemoryLog(): { log: Logger; text: () => string } {
  const lines: string[] = [];
  const write = (line: string): void => {
    lines.push(line);
    keepLogLines(line);
  };
  const log = createLog({ level: 'debug', stream: { write } });
  return { log, text: () => lines.join('') };
}
