// Starts the gateway: opens the pools, checks the database, and listens.
import postgres from 'postgres';
import { createNames, type Names, quoteIdentifier } from '../core/database/names.ts';
import { computePoolSizes } from '../core/database/pool_sizes.ts';
import { checkCompatibility, RELEASE, readDatabaseState } from '../core/database/release.ts';
import { checkSession, checkStatementLimit } from '../core/database/session_check.ts';
import { parseDatabaseUrl } from '../core/database/url.ts';
import { retryDuringOutage } from '../core/database/wait.ts';
import { HOOK_STATEMENT_TIMEOUT, hooksOf } from '../core/hooks/hook.ts';
import { keysInUse } from '../core/keys/in_use.ts';
import { createKeyRing } from '../core/keys/ring.ts';
import type { Logger } from '../core/log.ts';
import type { DisplayMessage } from '../core/senders.ts';
import type { Settings } from '../core/settings/table.ts';
import { type Call, createCall } from './database/call.ts';
import { createPools, type Pools } from './database/pools.ts';
import { createReports } from './database/reports.ts';
import { checkDefaultRole } from './database/role_check.ts';
import { createStandbys, type Standbys } from './database/standbys.ts';
import { readPoolGauges, withCallTracing, withPoolTracing } from './database/traced.ts';
import { ARGON2_UNSUPPORTED_MESSAGE, SUPPORTS_ARGON2 } from './http/foreign_hash.ts';
import { createJwt } from './http/jwt.ts';
import { createTestMailSender } from './mail/test_mail.ts';
import { createGateway, type GatewayOptions } from './pipeline/app.ts';
import { createUsageRecorder, type UsageRecorder } from './pipeline/usage_recorder.ts';
import { createServer } from './server/server.ts';
import type { HttpHandler } from './server/types.ts';

export interface RunningGateway {
  url: string;
  /** Port number; 0 if the gateway does not listen. */
  port: number;
  /** Handles a request of this process like one from the network. */
  handler: HttpHandler;
  /** Longest time in milliseconds for which close() waits for requests. */
  close_ms: number;
  /** Reports that the gateway is not ready, keeps serving for a while, then stops. `at_once` skips the delay. */
  close(o?: { at_once?: boolean }): Promise<void>;
}

/** Returns true if a request may call a hook function of the operator. */
function callsHookFunctions(settings: Settings): boolean {
  return [...hooksOf(settings)].some(([name, hook]) => 'function' in hook && !name.startsWith('send_'));
}

const LONGEST_CLOSE_S = 60;
/**
 * Time in milliseconds for which idle connections stay open at shutdown. A request on such a connection is still
 * answered, then the connection is closed.
 */
const IDLE_MS = 1_000;

/** Interval in milliseconds at which counts are stored. */
const TALLIES_EVERY_MS = 60_000;

/**
 * Returns the time in milliseconds for running requests at shutdown: the maximum request time, but a minute at most.
 */
function shutdownTimeMs({ api_max_request_duration: seconds }: Settings): number {
  return 1_000 * (seconds > 0 ? Math.min(seconds, LONGEST_CLOSE_S) : LONGEST_CLOSE_S);
}

export interface StartOptions extends Pick<GatewayOptions, 'settings' | 'log' | 'pages' | 'telemetry' | 'sources'> {
  /**
   * Set if this process is one of several on the same port. Warnings that concern all of these processes are logged
   * only by the one with `warns`.
   */
  among?: { processes: number; warns: boolean };
  /** Aborts the wait for an unavailable database. */
  signal?: AbortSignal;
  /** Deadline in milliseconds of a database call, if it differs from the default. Tests with many clients raise it. */
  patience_ms?: number;
  /** False if the gateway must not open a port and only handles requests of this process. */
  listens?: boolean;
  /** Receives test mails in place of a mail server. */
  inbox?: DisplayMessage | undefined;
}

/** Starts the gateway on a migrated database. Throws an error with a message for the operator if it cannot. */
export async function startGateway(o: StartOptions): Promise<RunningGateway> {
  const { settings, log, pages, telemetry, among } = o;
  const patience = o.patience_ms === undefined ? {} : { patience_ms: o.patience_ms };
  const names = createNames(settings.db_namespace, settings.role_prefix);
  const ring = createKeyRing(settings);
  const warn = (sentence: string): void => {
    if (among?.warns !== false) log.warn({ component: 'gateway' }, sentence);
  };
  ring.warnings.forEach(warn);
  if (!SUPPORTS_ARGON2) warn(ARGON2_UNSUPPORTED_MESSAGE);
  const hooked = callsHookFunctions(settings);
  const pools = createPools({ driver: postgres, settings, roles: names.role, hooked, warn, ...patience });
  const jwt = createJwt({ settings, now: Date.now });
  let standbys: Standbys | undefined;
  let usage: UsageRecorder | undefined;
  const reports = createReports({ driver: postgres, settings });
  const test_mail = createTestMailSender(settings, o.inbox);
  try {
    await jwt.ready();
    const api = quoteIdentifier(names.api);
    const check = async (): Promise<string[]> => {
      const sentences = await checkDatabase(pools, settings);
      await checkDefaultRole(pools.by_name.fast.driver.sql, settings.jwt_default_group_name, names.role.owner);
      return sentences;
    };
    for (const sentence of await retryDuringOutage(check, { say: warn, signal: o.signal })) warn(sentence);
    let stopping = false;
    const calls = { prepare: settings.db_prepare, ...patience };
    const call = telemetry
      ? withCallTracing(createCall(withPoolTracing(pools, telemetry), calls), telemetry)
      : createCall(pools, calls);
    standbys = openStandbys({ settings, names, call, api, log, warn, telemetry });
    usage = createUsageRecorder({
      call,
      api,
      log,
      every_ms: TALLIES_EVERY_MS,
      settings,
      keys: keysInUse(settings, ring),
    });
    const { handler } = createGateway({
      settings,
      log,
      call,
      ring,
      jwt,
      release: RELEASE,
      api,
      stopping: () => stopping,
      telemetry,
      count: usage.count,
      reports,
      test_mail,
      sources: o.sources,
      pages,
      processes: among?.processes ?? 1,
      ...(standbys ? { standbys } : {}),
    });
    const server = createServer({
      engine: settings.http_engine,
      handler,
      log,
      limits: { connections: settings.api_max_connections },
      ...(among ? { among: among.processes } : {}),
    });
    const { port } =
      o.listens === false ? { port: 0 } : await server.listen({ host: settings.api_host, port: settings.port });
    const unread = telemetry?.read(async () => readPoolGauges(pools, computePoolSizes(settings)));
    const url = settings.api_external_url;
    const address = `${settings.api_host || '*'}:${port}`;
    if (o.listens !== false)
      log.info({ component: 'gateway', version: RELEASE.version, address, port }, 'gateway is listening');
    const deadline_ms = shutdownTimeMs(settings);
    const delay_ms = settings.shutdown_delay * 1_000;
    const end = async (at_once: boolean): Promise<void> => {
      stopping = true;
      // Connections stay open during the delay, so that no request fails before load balancers have removed this
      // process.
      if (!at_once) await new Promise((resolve) => setTimeout(resolve, delay_ms));
      await server.close({ deadline_ms, idle_ms: at_once ? 0 : IDLE_MS });
      unread?.();
      await usage?.close({ at_once });
      await standbys?.close();
      test_mail.close();
      await reports.close();
      await pools.close();
      log.info({ component: 'gateway' }, 'gateway has stopped');
    };
    let ended: Promise<void> | undefined;
    return {
      url,
      port,
      handler,
      close_ms: delay_ms + IDLE_MS + deadline_ms,
      close({ at_once = false } = {}) {
        ended ??= end(at_once);
        return ended;
      },
    };
  } catch (error) {
    await usage?.close({ at_once: true });
    await standbys?.close();
    await reports.close();
    await pools.close();
    throw error;
  }
}

/** Opens the configured standbys. The start does not wait for them. */
function openStandbys(o: {
  settings: Settings;
  names: Names;
  call: Call;
  api: string;
  log: Logger;
  warn: (sentence: string) => void;
  telemetry: GatewayOptions['telemetry'];
}): Standbys | undefined {
  const { settings, names, warn, telemetry } = o;
  if (settings.database_url_replicas.length === 0) return undefined;
  const servers = settings.database_url_replicas.map((standby) => {
    const { hosts, ports } = parseDatabaseUrl(standby, process.env);
    const pools = createPools({ driver: postgres, settings, roles: names.role, standby, warn });
    return { name: `${hosts[0]}:${ports[0]}`, pools: telemetry ? withPoolTracing(pools, telemetry) : pools };
  });
  const around = telemetry && ((call: Call) => withCallTracing(call, telemetry));
  return createStandbys({
    ...o,
    ...(around ? { around } : {}),
    servers,
    prepare: settings.db_prepare,
    max_lag: settings.replica_max_lag,
  });
}

/**
 * Checks that the gateway can work with the release of the database. Returns warnings about session settings that are
 * not in force for the roles of the pools fast and admin.
 */
async function checkDatabase(pools: Pools, settings: Settings): Promise<string[]> {
  const { fast, admin } = pools.by_name;
  const asker = {
    // The pools return jsonb as text.
    unsafe: async (text: string) =>
      (await fast.driver.sql.unsafe<{ release: string }[]>(text)).map(({ release }) => ({
        release: JSON.parse(release) as unknown,
      })),
  };
  const verdict = checkCompatibility(await readDatabaseState(asker, settings.db_namespace));
  if (verdict.verdict !== 'ready') throw new Error(verdict.sentence);
  const { db_prepare: prepare } = settings;
  const sentences: string[] = [];
  for (const { driver, role } of [fast, admin]) {
    sentences.push(...(await checkSession(driver.sql, role, { prepare })));
    if (callsHookFunctions(settings))
      sentences.push(...(await checkStatementLimit(driver.sql, role, HOOK_STATEMENT_TIMEOUT)));
  }
  return [...new Set(sentences)];
}
