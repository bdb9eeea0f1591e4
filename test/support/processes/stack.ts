// A complete Postern for a test file: database, gateway on a free port, worker, and a mail server that stores received
// mails.
import { randomBytes } from 'node:crypto';
import { createLog, type Logger } from '../../../core/log.ts';
import { readEnvironment, readSettings } from '../../../core/settings/reading.ts';
import type { Settings } from '../../../core/settings/table.ts';
import { type RunningGateway, startGateway } from '../../../gateway/main.ts';
import type { StartedTelemetry } from '../../../optional/telemetry/main.ts';
import { startWorker } from '../../../worker/main.ts';
import { createDatabase, type TestDatabase } from '../database/db.ts';
import { limitHookRunTime } from '../database/hooks.ts';
import { LAYOUT } from '../database/layout.ts';
import { type ReceivedMail, startMailServer } from '../providers/mail_server.ts';
import { keepLogLines } from './log_lines.ts';
import {
  type Answer,
  createRequests,
  parseMail,
  requireMailOrder,
  type Stack,
  type StackOptions,
  stackSettings,
  type TestGateway,
} from './stack_parts.ts';

export * from './stack_parts.ts';

/** Timeout in ms for a mail. A slow machine may need most of it. */
const MAIL_PATIENCE_MS = 120_000;
/** Timeout in ms of database calls without the option `keeps_time_limits`. It exceeds the default timeout of a test file. */
const PATIENCE_MS = 600_000;

/** Starts a stack. Call close() in test.after. The limits of mails to one address have their defaults. */
export async function startStack(o: StackOptions = {}): Promise<Stack> {
  if (LAYOUT.embedded) {
    const { startProgramStack: startProgram } = await import('./program_stack.ts');
    return startProgram(o);
  }
  const db = o.db ?? (await createDatabase());
  const sink = await startMailServer();
  const patience = o.keeps_time_limits ? {} : await raiseTimeLimits(db);
  const env = { ...db.environment(), ...stackSettings(sink.port), ...patience, ...o.env };
  if (Object.values(env).some((value) => value.startsWith('pg-functions:'))) await limitHookRunTime(db);
  const first = await startNode(env, o.keeps_time_limits);
  const lines = createMemoryLog();
  const worker =
    o.worker === false
      ? undefined
      : await startWorker({ settings: first.settings, log: lines.log, telemetry: first.telemetry });
  const others: TestGateway[] = [];
  return {
    ...first,
    db,
    sink,
    log: () => first.log() + lines.text(),
    mail: requireMailOrder(async (to, count) => {
      const mails = await sink.waitFor(to, count, MAIL_PATIENCE_MS).catch(async (error: Error) => {
        const queued = await db.sql`
          select m.kind, m.state, m.last_error from auth.messages as m where m.to_address = ${to} order by m.created_at`;
        throw new Error(`${error.message}; messages: ${JSON.stringify(queued)}`);
      });
      return parseMail(mails[mails.length - 1] as ReceivedMail);
    }),
    async another(more = {}) {
      const node = await startNode({ ...env, ...more }, o.keeps_time_limits);
      others.push(node);
      return node;
    },
    async close() {
      const nodes = [first, ...others].map((node) => () => node.close());
      await closeAll([
        ...nodes,
        async () => worker?.close(),
        ...[first, ...others].map((node) => async () => node.telemetry?.close()),
        () => sink.close(),
        () => db.drop(),
      ]);
    },
  };
}

/** Closes all parts, even if one fails because its database is gone. Otherwise the process would not exit. */
async function closeAll(closing: readonly (() => Promise<unknown>)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const close of closing) await close().catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw new AggregateError(faults, 'the stack did not close');
}

async function startNode(env: Record<string, string>, keeps_time_limits = false): Promise<TestGateway> {
  const { settings, sources } = readSettings(readEnvironment({ env, file: null }));
  const lines = createMemoryLog();
  const telemetry = await startTelemetryIfEnabled(settings, lines.log);
  const gateway: RunningGateway = await startGateway({
    settings,
    sources,
    log: lines.log,
    telemetry,
    ...(keeps_time_limits ? {} : { patience_ms: PATIENCE_MS }),
  });
  const url = `http://127.0.0.1:${gateway.port}`;
  const stop = () => gateway.close();
  return {
    url,
    settings,
    sources,
    telemetry,
    log: lines.text,
    ...createRequests(url, settings.api_prefix),
    stop,
    close: () => gateway.close({ at_once: true }),
  };
}

/**
 * Raises the time limits that roles.sql sets for the gateway's roles, and returns gateway settings with long timeouts.
 */
async function raiseTimeLimits(db: TestDatabase): Promise<Record<string, string>> {
  for (const role of LAYOUT.login_roles ? (['gateway', 'admin'] as const) : []) {
    for (const limit of ['statement_timeout', 'lock_timeout']) {
      await db.sql.unsafe(`alter role auth_${role} in database ${db.name} set ${limit} = '${PATIENCE_MS}ms'`);
    }
  }
  return { SVC_API_MAX_REQUEST_DURATION: String(PATIENCE_MS / 1_000), SVC_HASH_WAIT: String(PATIENCE_MS / 2_000) };
}

/** Starts telemetry if the settings enable it. */
async function startTelemetryIfEnabled(settings: Settings, log: Logger): Promise<StartedTelemetry | undefined> {
  if (!settings.tracing_enabled && !settings.metrics_enabled) return undefined;
  const { startTelemetry } = await import('../../../optional/telemetry/main.ts');
  return startTelemetry({ settings, log, version: '0.0.0-test' });
}

function createMemoryLog(): { log: Logger; text: () => string } {
  const lines: string[] = [];
  const write = (line: string): void => {
    lines.push(line);
    keepLogLines(line);
  };
  const log = createLog({ level: 'trace', stream: { write } });
  return { log, text: () => lines.join('') };
}

export function newEmail(): string {
  return `u${randomBytes(6).toString('hex')}@example.com`;
}

/** Returns the parameters in the fragment of a redirect. */
export function readRedirectFragment(answer: Answer): URLSearchParams {
  return new URLSearchParams(answer.headers.get('location')?.split('#')[1] ?? '');
}

export const bearer = (token: unknown): Record<string, string> => ({ Authorization: `Bearer ${String(token)}` });

/** Creates a user with a confirmed address by sign-up and confirmation link. */
export async function confirmedUser(
  stack: Stack,
  o: { email?: string; password?: string } = {},
): Promise<{ email: string; password: string; id: string; access_token: string; refresh_token: string }> {
  const email = o.email ?? newEmail();
  const password = o.password ?? 'correct horse battery';
  const signedUp = await stack.post('/signup', { email, password });
  if (signedUp.status !== 200) throw new Error(`sign-up answered ${signedUp.status} ${signedUp.text}`);
  const { path } = await stack.mail(email);
  const values = readRedirectFragment(await stack.get(path));
  return {
    email,
    password,
    id: String(signedUp.body.id),
    access_token: values.get('access_token') ?? '',
    refresh_token: values.get('refresh_token') ?? '',
  };
}
