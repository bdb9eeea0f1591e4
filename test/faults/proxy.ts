// A TCP proxy with faults that a test switches on: it stalls (drops all data and closes nothing), refuses, resets or
// delays connections, or cuts them just before Postgres reports that a statement has completed.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type ProxyMode = 'pass' | 'stall' | 'refuse';

export interface FaultProxy {
  readonly port: number;
  /** Returns a database URL that leads through the proxy. */
  url(direct: string): string;
  mode: ProxyMode;
  /** Delay of each chunk in ms, in both directions. */
  delay_ms: number;
  /** Called before each CommandComplete message of Postgres is forwarded. If it returns true, the connection is cut. */
  cutsAt: (() => boolean) | null;
  readonly connections: number;
  reset(): void;
  close(): Promise<void>;
}

interface ProxiedConnection {
  client: Socket;
  server: Socket;
  /** True if data was dropped during a stall. The connection then delivers nothing more. */
  broken: boolean;
}

/** Starts a proxy to a host (by default 127.0.0.1) and port. */
export async function createFaultProxy(to: { host?: string; port: number }): Promise<FaultProxy> {
  const pairs = new Set<ProxiedConnection>();
  const end = (pair: ProxiedConnection): void => {
    pairs.delete(pair);
    pair.client.resetAndDestroy();
    pair.server.resetAndDestroy();
  };
  const carry = (
    pair: ProxiedConnection,
    from: Socket,
    into: Socket,
    commits: ((chunk: Buffer) => number) | null,
  ): void => {
    from.on('data', (chunk: Buffer) => {
      if (proxy.mode === 'stall') pair.broken = true;
      if (pair.broken) return;
      for (let seen = commits?.(chunk) ?? 0; seen > 0; seen -= 1) {
        if (proxy.cutsAt?.()) {
          end(pair);
          return;
        }
      }
      if (proxy.delay_ms === 0) into.write(chunk);
      else setTimeout(() => into.destroyed || into.write(chunk), proxy.delay_ms);
    });
    from.on('end', () => pair.broken || into.end());
    from.on('error', () => pair.broken || end(pair));
    from.on('close', () => {
      if (!pair.broken) end(pair);
    });
  };
  const listener = createServer((client) => {
    if (proxy.mode === 'refuse') {
      client.resetAndDestroy();
      return;
    }
    const pair: ProxiedConnection = { client, server: connect(to.port, to.host ?? '127.0.0.1'), broken: false };
    pairs.add(pair);
    carry(pair, client, pair.server, null);
    carry(pair, pair.server, client, commitCounter());
  });
  const proxy: FaultProxy = {
    port: 0,
    url(direct) {
      const url = new URL(direct);
      url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
      return url.href;
    },
    mode: 'pass',
    delay_ms: 0,
    cutsAt: null,
    get connections() {
      return pairs.size;
    },
    reset() {
      for (const pair of [...pairs]) end(pair);
    },
    async close() {
      proxy.reset();
      const closed = once(listener, 'close');
      listener.close();
      await closed;
    },
  };
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  Object.defineProperty(proxy, 'port', { value: (listener.address() as AddressInfo).port });
  return proxy;
}

/** Returns a function that counts the CommandComplete messages ("C") that end in a chunk of a server's stream. */
function commitCounter(): (chunk: Buffer) => number {
  let rest = Buffer.alloc(0);
  let begun = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    // Skips the single byte that responds to an SSLRequest.
    if (!begun && (rest[0] === 0x4e || rest[0] === 0x53) && rest.length === 1) rest = Buffer.alloc(0);
    begun = true;
    let count = 0;
    while (rest.length >= 5) {
      const length = rest.readUInt32BE(1) + 1;
      if (rest.length < length) break;
      if (rest[0] === 0x43) count += 1;
      rest = rest.subarray(length);
    }
    return count;
  };
}
