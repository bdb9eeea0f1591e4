// Starts the gateway: opens the pools, checks whom the database sees, listens. The one file here with side effects.
import postgres from 'postgres';
import { identifier, installationNames } from '../core/database/names.ts';
import { databaseState, fitness, RELEASE } from '../core/database/release.ts';
import { checkSession } from '../core/database/session_check.ts';
import { hooksOf } from '../core/hooks/hook.ts';
import { createKeyRing } from '../core/keys/ring.ts';
import type { Settings } from '../core/settings/table.ts';
import { createCall } from './database/call.ts';
import { createPools, type Pools } from './database/pools.ts';
import { checkDefaultRole } from './database/role_check.ts';
import { createJwt } from './http/jwt.ts';
import { createGateway, type GatewayOptions } from './pipeline/app.ts';
import { createServer } from './server/server.ts';

export interface RunningGateway {
  url: string;
  port: number;
  /** What close() takes at most, in milliseconds. */
  close_ms: number;
  /** Says that it is not ready any more, takes requests for a while yet, and ends; `at_once` without that while. */
  close(o?: { at_once?: boolean }): Promise<void>;
}

/** Whether a request may call a function of the operator. */
function callsFunctions(settings: Settings): boolean {
  return [...hooksOf(settings)].some(([name, hook]) => 'function' in hook && !name.startsWith('send_'));
}

const LONGEST_CLOSE_S = 60;
/** How long idle connections are kept once no new ones are accepted; the next request on one is still answered, then it ends. */
const IDLE_MS = 1_000;

/** How long running requests may take once the process is told to stop: as long as usual, but a minute at most. */
function closeTime({ api_max_request_duration: seconds }: Settings): number {
  return 1_000 * (seconds > 0 ? Math.min(seconds, LONGEST_CLOSE_S) : LONGEST_CLOSE_S);
}

/** Starts the gateway on a database that is ready for it; throws a sentence when it is not. */
export async function startGateway({
  settings,
  log,
  pages,
}: Pick<GatewayOptions, 'settings' | 'log' | 'pages'>): Promise<RunningGateway> {
  const names = installationNames(settings.db_namespace, settings.role_prefix);
  const ring = createKeyRing(settings);
  const warn = (sentence: string): void => log.warn({ component: 'gateway' }, sentence);
  ring.warnings.forEach(warn);
  const pools = createPools({ driver: postgres, settings, roles: names.role, hooked: callsFunctions(settings), warn });
  const jwt = createJwt({ settings, now: Date.now });
  try {
    await jwt.ready();
    const api = identifier(names.api);
    await checkDatabase(pools, settings, warn);
    await checkDefaultRole(pools.by_name.fast.driver.sql, settings.jwt_default_group_name, names.role.owner);
    let stopping = false;
    const call = createCall(pools, { prepare: settings.db_prepare });
    const { handler } = createGateway({
      settings,
      log,
      call,
      ring,
      jwt,
      release: RELEASE,
      api,
      stopping: () => stopping,
      pages,
    });
    const server = createServer({
      engine: settings.http_engine,
      handler,
      log,
      limits: { connections: settings.api_max_connections },
    });
    const { port } = await server.listen({ host: settings.api_host, port: settings.port });
    const url = settings.api_external_url;
    const address = `${settings.api_host || '*'}:${port}`;
    log.info({ component: 'gateway', version: RELEASE.version, address, port }, 'gateway is listening');
    const deadline_ms = closeTime(settings);
    const delay_ms = settings.shutdown_delay * 1_000;
    const end = async (at_once: boolean): Promise<void> => {
      stopping = true;
      // Meanwhile connections stay open: a client is never cut off; at worst its next connection is refused.
      if (!at_once) await new Promise((resolve) => setTimeout(resolve, delay_ms));
      await server.close({ deadline_ms, idle_ms: at_once ? 0 : IDLE_MS });
      await pools.close();
    };
    let ended: Promise<void> | undefined;
    return {
      url,
      port,
      close_ms: delay_ms + IDLE_MS + deadline_ms,
      close({ at_once = false } = {}) {
        ended ??= end(at_once);
        return ended;
      },
    };
  } catch (error) {
    await pools.close();
    throw error;
  }
}

/** The release of the functions, and what is in force for the two roles. Each sentence is said once. */
async function checkDatabase(pools: Pools, settings: Settings, warn: (sentence: string) => void): Promise<void> {
  const { fast, admin } = pools.by_name;
  const asker = {
    // The pools hand jsonb over as text.
    unsafe: async (text: string) =>
      (await fast.driver.sql.unsafe<{ release: string }[]>(text)).map(({ release }) => ({
        release: JSON.parse(release) as unknown,
      })),
  };
  const verdict = fitness(await databaseState(asker, settings.db_namespace));
  if (verdict.verdict !== 'ready') throw new Error(verdict.sentence);
  const { db_prepare: prepare } = settings;
  const sentences = [
    ...(await checkSession(fast.driver.sql, fast.role, { prepare })),
    ...(await checkSession(admin.driver.sql, admin.role, { prepare })),
  ];
  for (const sentence of new Set(sentences)) warn(sentence);
}
