// Runs one server on several addresses. An engine listens on one address, so there is one engine per address.
import type { HttpServer } from './types.ts';

/** Error codes for an address that the machine does not have, such as [::1] without IPv6. */
const NOT_HERE = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** Splits `SVC_API_HOST` into hosts. An empty host means all interfaces. */
export function parseHosts(setting: string): string[] {
  const hosts = setting.split(',').map((host) => host.trim().replace(/^\[(.*)\]$/, '$1'));
  const named = hosts.filter((host) => host !== '');
  return named.length === 0 ? [''] : named;
}

/** Returns true if an address can be skipped: the machine does not have it, and others are configured. */
export function canSkipAddress(error: unknown, hosts: readonly string[]): boolean {
  return hosts.length > 1 && NOT_HERE.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Creates a server for comma-separated addresses. At least one must exist. */
export function createMultiAddressServer(create: () => HttpServer): HttpServer {
  const open: HttpServer[] = [];
  // Creates the first server at once, so that an unusable engine fails before any port is opened.
  let next: HttpServer | undefined = create();
  return {
    async listen({ host, port }) {
      const hosts = parseHosts(host);
      let listening: { port: number } | undefined;
      let absent: unknown;
      for (const one of hosts) {
        const server = next ?? create();
        next = undefined;
        try {
          listening = await server.listen({ host: one, port: listening?.port ?? port });
          open.push(server);
        } catch (error) {
          if (!canSkipAddress(error, hosts)) {
            await Promise.all(open.map((other) => other.close({ deadline_ms: 0 })));
            throw error;
          }
          absent = error;
        }
      }
      if (listening === undefined) throw absent;
      return listening;
    },
    async close(o) {
      await Promise.all(open.map((server) => server.close(o)));
    },
  };
}
