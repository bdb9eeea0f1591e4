// Finds free TCP ports and detects ports in use.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { canSkipAddress, parseHosts } from './multi_address.ts';

/** Ports below those that Linux gives to outgoing connections (32768 to 60999). */
const FREE_PORTS = { from: 20_000, to: 32_768 };
const FREE_PORT_TRIES = 100;

/**
 * Returns a TCP port that is free on 127.0.0.1 at this moment. A port that the system chooses (port 0) could be given to
 * an outgoing connection before the server starts, or while it restarts.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < FREE_PORT_TRIES; tries += 1) {
    const port = randomInt(FREE_PORTS.from, FREE_PORTS.to);
    if (!(await isPortInUse(port, '127.0.0.1'))) return port;
  }
  throw new Error(`${FREE_PORT_TRIES} ports from ${FREE_PORTS.from} on are in use`);
}

/** Returns true if a process listens on the port of a host, or of one of several comma-separated hosts. */
export async function isPortInUse(port: number, host = ''): Promise<boolean> {
  const hosts = parseHosts(host);
  let absent = 0;
  for (const one of hosts) {
    try {
      if (await isInUseOnHost(port, one)) return true;
    } catch (error) {
      absent += 1;
      if (!canSkipAddress(error, hosts) || absent === hosts.length) throw error;
    }
  }
  return false;
}

async function isInUseOnHost(port: number, host: string): Promise<boolean> {
  const server = createServer();
  server.listen({ port, host: host || undefined, exclusive: true });
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return true;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return false;
}
