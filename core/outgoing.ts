// The one way out: every HTTP request of ours to somebody else. It goes by the proxy that HTTPS_PROXY or HTTP_PROXY names,
// but for the hosts in NO_PROXY and for this machine. NODE_EXTRA_CA_CERTS Node reads by itself, for proxied requests too.
import type { buildConnector, Dispatcher } from 'undici';
import { type Reach, Unreachable } from './reach.ts';

/** What a caller may choose; a subset that Node's fetch() and the one behind a proxy understand alike. */
export interface OutgoingRequest {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | URLSearchParams;
  /** A redirect is an error, or an answer that the caller looks at; none is followed here. */
  redirect?: 'error' | 'manual';
  /** A deadline: without one a stalled answer holds the caller for ever. */
  signal: AbortSignal;
  /** The operator's own server: it is told which trace the request is part of. */
  traced?: boolean;
  /** Where it may go, if somebody else has chosen the address. Without it, everywhere. */
  reach?: Reach;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The machine itself, as the URL parser writes it: a proxy would look for it on its own machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/i;

/** Stands around every request that leaves, where spans are recorded; it sends with these headers besides. */
export type Around = (
  request: { target: URL; method: string; traced: boolean },
  send: (headers: Readonly<Record<string, string>>) => Promise<Response>,
) => Promise<Response>;

let around: Around | null = null;

/** Sets what stands around them; null is nothing. */
export function watchOutgoing(watch: Around | null): void {
  around = watch;
}

/** fetch() by the proxy of the environment, if it names one. */
export async function outgoing(url: string | URL, { traced = false, ...given }: OutgoingRequest): Promise<Response> {
  const target = new URL(url);
  const request = { redirect: 'error' as const, ...given };
  if (around === null) return sent(target, request);
  return around({ target, method: request.method ?? 'GET', traced }, (headers) =>
    sent(target, { ...request, headers: { ...request.headers, ...headers } }),
  );
}

async function sent(target: URL, { reach, ...request }: OutgoingRequest): Promise<Response> {
  reach?.judge(target);
  const proxy = proxyOf(target, process.env);
  if (proxy === null && reach === undefined) return globalThis.fetch(target, request);
  // Only here: a process without a proxy and without custom providers does not load the package.
  const { fetch } = await import('undici');
  try {
    return (await fetch(target, { ...request, dispatcher: await agentOf(proxy, reach) })) as unknown as Response;
  } catch (error) {
    throw tunnelFault(error) ?? error;
  }
}

/** What the proxy said instead of opening a tunnel; the library hides it behind a request that was cancelled. */
function tunnelFault(error: unknown): Error | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === 'UND_ERR_ABORTED') return new Error('the proxy opens no tunnel', { cause });
  }
  return null;
}

/** Whether a proxy is asked for this target, and so looks its name up and connects to it in our place. */
export function goesByProxy(target: URL): boolean {
  return proxyOf(target, process.env) !== null;
}

/** Whether a URL leads to this machine. */
export function isLoopback(url: URL): boolean {
  return isLoopbackHost(url.hostname);
}

/** Returns true if a host name or address is this machine by its spelling; nothing is resolved. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}

/** The variables that may name a proxy, with their values; as usual the one in lower case wins. */
export function proxyVariables(env: Variables): readonly { name: string; scheme: string; value: string }[] {
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
  return names.flatMap((name) => {
    const value = env[name]?.trim();
    return value ? [{ name, scheme: `${name.toLowerCase().slice(0, -'_proxy'.length)}:`, value }] : [];
  });
}

/** A proxy's URL as the library reads it: without a scheme it is http, as for other programs. Null where it is none. */
export function proxyUrl(value: string): string | null {
  const text = value.includes('://') ? value : `http://${value}`;
  if (!URL.canParse(text)) return null;
  const { protocol, host } = new URL(text);
  return /^https?:$/.test(protocol) && host ? text : null;
}

function proxyOf(target: URL, env: Variables): string | null {
  if (isLoopback(target)) return null;
  const variable = proxyVariables(env).find(({ scheme }) => scheme === target.protocol);
  if (variable === undefined) return null;
  const url = proxyUrl(variable.value);
  // Never past a proxy that is meant to be there.
  if (url === null) throw new Error(`${variable.name} is no http or https URL`);
  return url;
}

type Agents = Map<string | null, Promise<Dispatcher>>;
const agents: Agents = new Map();
const bounded = new WeakMap<Reach, Agents>();

/** One pool of connections per proxy and reach; it reads NO_PROXY itself, and what that lets past the proxy is bounded as well. */
function agentOf(proxy: string | null, reach: Reach | undefined): Promise<Dispatcher> {
  const known = reach === undefined ? agents : (bounded.get(reach) ?? new Map());
  if (reach !== undefined) bounded.set(reach, known);
  let agent = known.get(proxy);
  if (agent === undefined) {
    agent = import('undici').then(({ Agent, buildConnector, EnvHttpProxyAgent }) => {
      const own = reach === undefined ? {} : { connect: within(reach, buildConnector) };
      return proxy === null ? new Agent(own) : new EnvHttpProxyAgent({ httpProxy: proxy, httpsProxy: proxy, ...own });
    });
    known.set(proxy, agent);
  }
  return agent;
}

/** Connects to what the reach allows: by the addresses that it has judged, and looks once more at the one it has come to. */
function within(reach: Reach, build: typeof buildConnector): buildConnector.connector {
  const connect = build({ lookup: reach.lookup });
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      if (reach.allows(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      return callback(new Unreachable('is in a private network'), null);
    });
  };
}
