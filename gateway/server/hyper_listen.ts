// Finds addresses and ports for hyper-express, which reports neither as Node does.
import { createServer, SocketAddress } from 'node:net';

/** Returns the first host that can be listened on. Throws Node's error otherwise, such as EADDRINUSE. */
export async function probePort(hosts: readonly string[], port: number): Promise<{ host: string; port: number }> {
  let fault: unknown;
  for (const host of hosts) {
    try {
      return { host, port: await probe(host, port) };
    } catch (error) {
      fault = error;
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') break;
    }
  }
  throw fault;
}

function probe(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(port)));
  });
}

/** Formats four or sixteen bytes as an address in the notation of node:net. */
export function textOfAddress(bytes: ArrayBuffer): string {
  const view = new Uint8Array(bytes);
  if (view.length === 4) return view.join('.');
  if (view.length !== 16) return '';
  const groups = Array.from({ length: 8 }, (_, at) =>
    (((view[2 * at] ?? 0) << 8) | (view[2 * at + 1] ?? 0)).toString(16),
  );
  return new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address;
}
