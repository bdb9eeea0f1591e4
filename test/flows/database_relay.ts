// A TCP relay in front of the Postgres server. A test can break its connections while the server stays up for other
// clients.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DatabaseRelay {
  /** Returns a database URL that leads through the relay. */
  url(direct: string): string;
  /** Resets every connection and refuses new ones. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a relay to the host and port of a database URL. */
export async function startDatabaseRelay(to: string): Promise<DatabaseRelay> {
  const { hostname, port: to_port } = new URL(to);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Expected after cut(), which resets connections.
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const server = createServer((client) => {
    const upstream = keep(connect(Number(to_port), hostname));
    keep(client).pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };
  const port = await listen(0);
  return {
    url(direct) {
      const url = new URL(direct);
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    cut: stop,
    restore: async () => void (await listen(port)),
    close: stop,
  };
}
