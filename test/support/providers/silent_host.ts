// A host that accepts connections and never responds, or that does not accept them, like one behind a firewall that
// drops packets.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SilentHost {
  port: number;
  /** Number of connections received; unknown if it accepts none. */
  readonly connections: number;
  close(): Promise<void>;
}

/** Accepts every connection and never responds. */
export async function silentHost(): Promise<SilentHost> {
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

/** Listens with a full backlog and never accepts: the kernel drops the first packet of every further connection. */
export async function droppingHost(): Promise<SilentHost> {
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
