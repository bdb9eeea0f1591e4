// Starts the gateway: opens the pools, checks whom the database sees, listens. The one file here with side effects.
import postgres from 'postgres';
import { databaseState, fitness, installationNames, RELEASE } from '../cli/migrate/index.ts';
import { identifier } from '../cli/migrate/render.ts';
import { createGateway, type GatewayOptions } from './app.ts';
import { createCall } from './call.ts';
import { createPools, type Pools } from './database/pools.ts';
import { checkSession } from './database/session_check.ts';
import { createJwt } from './jwt.ts';
import { createKeyRing } from './seal.ts';
import { createServer } from './server/server.ts';
import type { Settings } from './settings/table.ts';

export interface RunningGateway {
  url: string;
  port: number;
  /** What close() waits for running requests at most, in milliseconds. */
  close_ms: number;
  close(): Promise<void>;
}

const LONGEST_CLOSE_S = 60;

/** How long running requests may take once the process is told to stop: as long as ever, but a minute at most (contract 21.4). */
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
  const pools = createPools({ driver: postgres, settings, roles: names.role, warn });
  const jwt = createJwt({ settings, now: Date.now });
  try {
    await jwt.ready();
    const api = identifier(names.api);
    await checkDatabase(pools, settings, warn);
    const { handler } = createGateway({
      settings,
      log,
      call: createCall(pools, { prepare: settings.db_prepare }),
      ring,
      jwt,
      release: RELEASE,
      api,
      pages,
    });
    const server = createServer({ engine: settings.http_engine, handler, log });
    const { port } = await server.listen({ host: settings.api_host, port: settings.port });
    const url = settings.api_external_url;
    const address = `${settings.api_host || '*'}:${port}`;
    log.info({ component: 'gateway', version: RELEASE.version, address, port }, 'gateway is listening');
    const close_ms = closeTime(settings);
    return {
      url,
      port,
      close_ms,
      async close() {
        await server.close({ deadline_ms: close_ms });
        await pools.close();
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
