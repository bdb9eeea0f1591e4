// Finds the address and port to listen on for hyper-express, which does not report errors as Node does.
import { createServer, SocketAddress } from 'node:net';

/** Returns the first host on which the port can be opened. Throws Node's error if none can, and EADDRINUSE at once. */
export async function probePort(hosts: readonly string[], port: number): Promise<{ host: string; port: number }> {
  let fault: unknown;
  for (const host of hosts) {
    try {
      return { host, port: await probeHostPort(host, port) };
    } catch (error) {
      fault = error;
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') break;
    }
  }
  throw fault;
}

function probeHostPort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(port)));
  });
}

/** Formats the bytes of an IPv4 or IPv6 address in the notation of node:net. */
export function formatAddress(bytes: ArrayBuffer): string {
  const view = new Uint8Array(bytes);
  if (view.length === 4) return view.join('.');
  if (view.length !== 16) return '';
  const groups = Array.from({ length: 8 }, (_, at) =>
    (((view[2 * at] ?? 0) << 8) | (view[2 * at + 1] ?? 0)).toString(16),
  );
  return new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address;
}
