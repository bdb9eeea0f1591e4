// One server on several addresses: an engine listens on one, so there is an engine for each, on the same port.
import type { HttpServer } from './types.ts';

/** What a machine says of an address that it does not have, such as [::1] where IPv6 is switched off. */
const NOT_HERE = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** The addresses of `SVC_API_HOST`; one empty text is all interfaces. */
export function hostsOf(setting: string): string[] {
  const hosts = setting.split(',').map((host) => host.trim().replace(/^\[(.*)\]$/, '$1'));
  const named = hosts.filter((host) => host !== '');
  return named.length === 0 ? [''] : named;
}

/** Whether an address can be left out: the machine lacks it, and others are named. */
export function isAbsent(error: unknown, hosts: readonly string[]): boolean {
  return hosts.length > 1 && NOT_HERE.has((error as NodeJS.ErrnoException).code ?? '');
}

/** A server for each address that `listen` is told, with commas between them. At least one must be there. */
export function severalServers(create: () => HttpServer): HttpServer {
  const open: HttpServer[] = [];
  // At once: an engine that this machine cannot run says so before anybody listens.
  let next: HttpServer | undefined = create();
  return {
    async listen({ host, port }) {
      const hosts = hostsOf(host);
      let listening: { port: number } | undefined;
      let absent: unknown;
      for (const one of hosts) {
        const server = next ?? create();
        next = undefined;
        try {
          listening = await server.listen({ host: one, port: listening?.port ?? port });
          open.push(server);
        } catch (error) {
          if (!isAbsent(error, hosts)) {
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
