// An operation that exceeds its timeout is abandoned and leaves nothing that keeps the process alive.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openRenamingPool } from '../support/database/db.ts';
import { queryNewConnection, withTimeout } from './with_timeout.ts';

test('abandons a statement that the server never answers, and closes its connection', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const came = once(silent, 'connection') as Promise<[Socket]>;
  const asked = queryNewConnection(
    { connect: (max) => openRenamingPool(`postgres://a@127.0.0.1:${port}/a`, max) },
    (sql) => sql`select 1`,
    200,
  );
  const outcome = asked.then(
    () => 'answered',
    (error: Error) => error.message,
  );
  const [socket] = await came;
  const closed = once(socket.resume(), 'close');
  assert.is(await outcome, 'a statement: not within 200 ms');
  await withTimeout('the end of its connection', 60_000, closed);
  silent.close();
});

test.run();
