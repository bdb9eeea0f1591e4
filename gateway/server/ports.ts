// Finds free TCP ports and detects ports in use.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { isMissingAddress, parseHosts } from './several.ts';

/** Returns a TCP port that is free at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the probe socket has no port');
  return address.port;
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
      if (!isMissingAddress(error, hosts) || absent === hosts.length) throw error;
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
