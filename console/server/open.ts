// Opens the console: with the embedded start, for the command line, or with a production gateway.
import { randomBytes } from 'node:crypto';
import { RELEASE } from '../../core/database/release.ts';
import { createKeyRing } from '../../core/keys/ring.ts';
import type { Logger } from '../../core/log.ts';
import type { Settings } from '../../core/settings/table.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { createJwt, type Jwt } from '../../gateway/http/jwt.ts';
import { createServer } from '../../gateway/server/server.ts';
import type { HttpHandler } from '../../gateway/server/types.ts';
import { createAccountAccess } from './account_access.ts';
import { createForwarder } from './forward.ts';
import { createGuard } from './guard.ts';
import { createHandler, type RunDoctor } from './handler.ts';
import { createLinkAccess } from './link_access.ts';
import { enabledFactorTypes } from './offered_factors.ts';
import { withRequestIds } from './request_ids.ts';

export interface RunningConsole {
  /** URL without a code. */
  url: string;
  port: number;
  /** Returns a URL with a one-time code; null if the console requires an account. */
  link: () => string | null;
  close: () => Promise<void>;
}

interface CommonOptions {
  settings: Settings;
  log: Logger;
  /** Handler of the gateway in this process. */
  handler: HttpHandler;
}

export interface LocalOptions extends CommonOptions {
  port: number;
  /** True if another port may be used when the configured one is taken. */
  any_port: boolean;
  /** True if `/open` signs in every user of this machine, without a link from the terminal. */
  opens_itself: boolean;
  /** Runs `postern doctor`; undefined if the console does not offer it. */
  doctor?: RunDoctor;
  database: string;
}

const LOOPBACK = '127.0.0.1,::1';
const MOST_CONNECTIONS = 256;
const TOKEN_S = 300;
const TOKEN_REUSED_MS = 240_000;

/**
 * Opens the console on loopback, with sign-in by a one-time link. Browsers send the cookies of a host to all of its
 * ports, including ports of other users of the machine. Therefore the console gets a random host name. With
 * `opens_itself`, it does not, because its page /open signs in every user of the machine anyway.
 */
export async function openLocalConsole(o: LocalOptions): Promise<RunningConsole> {
  const jwt = createJwt({ settings: o.settings, now: Date.now });
  await jwt.ready();
  const access = createLinkAccess({ token: createServiceTokenSource(jwt, o.settings), now: Date.now });
  const name = o.opens_itself ? 'localhost' : `console-${randomBytes(8).toString('hex')}.localhost`;
  let port = 0;
  const own = (host: string): boolean => [name, 'localhost', '127.0.0.1', '[::1]'].includes(host.replace(/:\d+$/, ''));
  const link = (): string => `/#code=${access.makeCode()}`;
  const handler = createHandler({
    guard: createGuard((host) => own(host) && host.endsWith(`:${port}`)),
    access,
    forward: createForwarder({ handler: o.handler, trusted: [], id_header: o.settings.request_id_header }),
    ...(o.opens_itself ? { link } : {}),
    doctor: o.doctor,
    about: { version: RELEASE.version, database: o.database },
  });
  const server = await listenOnFreePort({ ...o, handler, host: LOOPBACK });
  port = server.port;
  const url = `http://${name}:${port}`;
  return { url, port, link: () => url + link(), close: server.close };
}

/** Opens the console for a production gateway, with sign-in by an account of an administrator, support or auditor. */
export async function openProductionConsole({ settings, log, handler }: CommonOptions): Promise<RunningConsole> {
  const address = new URL(settings.console_url);
  const jwt = createJwt({ settings, now: Date.now });
  await jwt.ready();
  const forward = createForwarder({
    handler,
    trusted: ['x-forwarded-for', settings.rate_limit_header].filter(Boolean),
    id_header: settings.request_id_header,
  });
  const access = createAccountAccess({
    ring: createKeyRing(settings),
    forward,
    verify: jwt.verify,
    roles: [...settings.jwt_admin_roles, ...settings.jwt_support_roles, ...settings.jwt_auditor_roles],
    factor_types: enabledFactorTypes(settings),
    captcha: settings.security_captcha_enabled,
    secure: address.protocol === 'https:',
    now: Date.now,
  });
  const console_handler = createHandler({
    guard: createGuard((host) => host === address.host),
    access,
    forward,
    about: { version: RELEASE.version, database: settings.db_namespace },
  });
  const { console_host: host, console_port: port } = settings;
  const server = await listenOnFreePort({ log, handler: console_handler, host, port, any_port: false });
  log.info({ component: 'console', port: server.port, url: settings.console_url }, 'console is listening');
  return { url: settings.console_url, port: server.port, link: () => null, close: server.close };
}

/** Returns a function that returns short-lived service tokens. */
function createServiceTokenSource(jwt: Jwt, settings: Settings): () => Promise<string> {
  let current = '';
  let until = 0;
  return async () => {
    if (Date.now() < until) return current;
    const iat = Math.floor(Date.now() / 1_000);
    const role = settings.jwt_admin_roles[0] ?? 'service_role';
    current = await jwt.sign({ role, iat, exp: iat + TOKEN_S });
    until = Date.now() + TOKEN_REUSED_MS;
    return current;
  };
}

async function listenOnFreePort(o: {
  log: Logger;
  handler: HttpHandler;
  host: string;
  port: number;
  any_port: boolean;
}) {
  const server = createServer({
    engine: 'node',
    handler: withRequestIds(o.log, o.handler),
    log: o.log,
    limits: { connections: MOST_CONNECTIONS },
  });
  const close = (): Promise<void> => server.close({ deadline_ms: 1_000 });
  try {
    return { ...(await server.listen({ host: o.host, port: o.port })), close };
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    if (code === 'EADDRINUSE' && o.any_port) return listenOnFreePort({ ...o, port: 0, any_port: false });
    const where = `${o.host || 'all interfaces'}, port ${o.port}`;
    throw new CommandError(`SVC_CONSOLE_HOST or SVC_CONSOLE_PORT: cannot listen on ${where} (${code})`, {
      cause: error,
    });
  }
}
