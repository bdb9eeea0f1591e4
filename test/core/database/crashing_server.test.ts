// A server crashes while it runs the statement after the driver's check of the connection, refuses the next connection
// because it recovers, and accepts the third. The caller's statement fails, and no promise is rejected without a
// handler, which would end the process.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseDatabaseUrl, postgresOptions } from '../../../core/database/url.ts';

const unhandled: unknown[] = [];
const keep = (error: unknown): void => void unhandled.push(error);
process.on('unhandledRejection', keep);
test.after(() => void process.off('unhandledRejection', keep));

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
/** Response to the first statement of a connection, which asks whether the server is a standby. */
const PRIMARY = message('D', Buffer.from([0, 1, 0, 0, 0, 1, 'f'.charCodeAt(0)]));
const RECOVERING = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is not yet accepting connections\0\0'),
);

/**
 * Starts a server that ends its first connection at the statement after the check of the connection, and refuses its
 * second connection.
 */
async function startCrashingServer(): Promise<{ url: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const count = sockets.size;
    socket.on('error', () => undefined);
    socket.once('data', () => {
      if (count === 2) return void socket.end(RECOVERING);
      socket.write(Buffer.concat([AUTHENTICATED, READY]));
      socket.once('data', () => {
        socket.write(Buffer.concat([PRIMARY, READY]));
        if (count === 1) socket.once('data', () => socket.end());
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `postgres://somebody@127.0.0.1:${(server.address() as AddressInfo).port}/db?sslmode=disable`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Sends one statement. Returns its error code and the errors that nothing handled. */
async function queryCrashingServer(): Promise<{ code: string; left: string[] }> {
  const server = await startCrashingServer();
  unhandled.length = 0;
  const options = postgresOptions(parseDatabaseUrl(server.url, {}), { application_name: 'test', max: 1 });
  const sql = postgres(options);
  const code = await sql`select 1`.then(
    () => 'none',
    (error: NodeJS.ErrnoException) => String(error.code),
  );
  await sleep(50);
  await sql.end({ timeout: 0 });
  server.close();
  return { code, left: unhandled.map((error) => (error as Error).message) };
}

test('a statement fails, and nothing else is rejected', async () => {
  assert.equal(await queryCrashingServer(), { code: 'CONNECTION_CLOSED', left: [] });
});

test.run();
