// TCP servers that accept connections and never respond, or that never accept, like a host behind a firewall that drops
// packets.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SilentHost {
  port: number;
  /** Number of received connections; always 0 for a server that never accepts. */
  readonly connections: number;
  close(): Promise<void>;
}

/** Starts a server that accepts every connection and never responds. */
export async function startSilentHost(): Promise<SilentHost> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Starts a server with a full backlog that never accepts. The kernel drops the first packet of every further
 * connection.
 */
export async function startDroppingHost(): Promise<SilentHost> {
  const program = `const s = require('node:net').createServer();
    s.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port));`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(String(line));
  child.kill('SIGSTOP');
  const queued = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await once(queued[0] as Socket, 'connect');
  return {
    port,
    connections: 0,
    async close() {
      for (const socket of queued) socket.destroy();
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}
