// Sends outgoing HTTP requests, except those of the OTLP exporters. Uses the proxy of HTTPS_PROXY or HTTP_PROXY, except
// for hosts in NO_PROXY and for this machine.
import type { buildConnector, Dispatcher } from 'undici';
import { ForbiddenAddressError, type NetworkRestriction } from './reach.ts';

/** Request options that Node's fetch() and undici's fetch() interpret in the same way. */
export interface OutgoingRequest {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | URLSearchParams;
  /**
   * Redirects are never followed. With `error` a redirect is an error, and with `manual` it is a response for the
   * caller.
   */
  redirect?: 'error' | 'manual';
  /** Required, because a stalled response would block the caller indefinitely. */
  signal: AbortSignal;
  /** True to send the trace context. Set it only if the server belongs to the operator. */
  traced?: boolean;
  /** Networks that the request may reach, if the operator did not configure the URL. Absent: no restriction. */
  reach?: NetworkRestriction;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Matches names and addresses of this machine, which a proxy would resolve to its own machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/i;

/** Wraps outgoing requests to record them as spans. `send` gets headers to add. */
export type RequestWrapper = (
  request: { target: URL; method: string; traced: boolean },
  send: (headers: Readonly<Record<string, string>>) => Promise<Response>,
) => Promise<Response>;

let around: RequestWrapper | null = null;

/** Sets the wrapper of outgoing requests; null removes it. */
export function setRequestWrapper(watch: RequestWrapper | null): void {
  around = watch;
}

/** Works like fetch(), but does not follow redirects, and uses the proxy of the environment if there is one. */
export async function sendOutgoingRequest(
  url: string | URL,
  { traced = false, ...given }: OutgoingRequest,
): Promise<Response> {
  const target = new URL(url);
  const request = { redirect: 'error' as const, ...given };
  if (around === null) return sendThroughProxy(target, request);
  return around({ target, method: request.method ?? 'GET', traced }, (headers) =>
    sendThroughProxy(target, { ...request, headers: { ...request.headers, ...headers } }),
  );
}

async function sendThroughProxy(target: URL, { reach, ...request }: OutgoingRequest): Promise<Response> {
  reach?.judge(target);
  const proxy = chooseProxy(target, process.env);
  if (proxy === null && reach === undefined) return globalThis.fetch(target, request);
  // Loaded on demand, because requests without a proxy and without `reach` do not need it.
  const { fetch } = await import('undici');
  try {
    return (await fetch(target, {
      ...request,
      dispatcher: await findOrCreateAgent(proxy, reach),
    })) as unknown as Response;
  } catch (error) {
    throw findTunnelError(error) ?? error;
  }
}

/**
 * Returns an error if the proxy refused a tunnel, which the library reports as an aborted request; null for other
 * errors.
 */
function findTunnelError(error: unknown): Error | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === 'UND_ERR_ABORTED')
      return new Error('the proxy refused the tunnel', { cause });
  }
  return null;
}

/**
 * Returns true if a proxy is configured for the URL's scheme and the URL is not on this machine. Does not read
 * NO_PROXY. Throws if the proxy's URL is invalid.
 */
export function usesProxy(target: URL): boolean {
  return chooseProxy(target, process.env) !== null;
}

/** Returns true if a URL leads to this machine. */
export function isLoopback(url: URL): boolean {
  return isLoopbackHost(url.hostname);
}

/** Returns true if a host name or address denotes this machine. Does not resolve names. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Returns the proxy variables that are set. The lower-case variable takes precedence, as usual. */
export function readProxyVariables(env: Variables): readonly { name: string; scheme: string; value: string }[] {
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
  return names.flatMap((name) => {
    const value = env[name]?.trim();
    return value ? [{ name, scheme: `${name.toLowerCase().slice(0, -'_proxy'.length)}:`, value }] : [];
  });
}

/** Returns a proxy's URL in the format of the library. The default scheme is http. Returns null if it is invalid. */
export function parseProxyUrl(value: string): string | null {
  const text = value.includes('://') ? value : `http://${value}`;
  if (!URL.canParse(text)) return null;
  const { protocol, host } = new URL(text);
  return /^https?:$/.test(protocol) && host ? text : null;
}

function chooseProxy(target: URL, env: Variables): string | null {
  if (isLoopback(target)) return null;
  const variable = readProxyVariables(env).find(({ scheme }) => scheme === target.protocol);
  if (variable === undefined) return null;
  const url = parseProxyUrl(variable.value);
  // An invalid proxy must not be bypassed.
  if (url === null) throw new Error(`${variable.name} is no http or https URL`);
  return url;
}

type Agents = Map<string | null, Promise<Dispatcher>>;
const agents: Agents = new Map();
const bounded = new WeakMap<NetworkRestriction, Agents>();

/**
 * Returns the connection pool for a proxy and a restriction. The library reads NO_PROXY. `reach` restricts the
 * connections that do not use the proxy. The proxy resolves the names of the others.
 */
function findOrCreateAgent(proxy: string | null, reach: NetworkRestriction | undefined): Promise<Dispatcher> {
  const known = reach === undefined ? agents : (bounded.get(reach) ?? new Map());
  if (reach !== undefined) bounded.set(reach, known);
  let agent = known.get(proxy);
  if (agent === undefined) {
    agent = import('undici').then(({ Agent, buildConnector, EnvHttpProxyAgent }) => {
      const own = reach === undefined ? {} : { connect: createRestrictedConnector(reach, buildConnector) };
      return proxy === null ? new Agent(own) : new EnvHttpProxyAgent({ httpProxy: proxy, httpsProxy: proxy, ...own });
    });
    known.set(proxy, agent);
  }
  return agent;
}

/**
 * Returns a connector that connects only to allowed addresses. It resolves through `reach`, and checks the address of
 * the connection again.
 */
function createRestrictedConnector(reach: NetworkRestriction, build: typeof buildConnector): buildConnector.connector {
  const connect = build({ lookup: reach.lookup });
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      if (reach.allows(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      return callback(new ForbiddenAddressError('is in a private network'), null);
    });
  };
}
