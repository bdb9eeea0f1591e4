// Clients disconnect while they send a sign-in, or while the server processes it. Afterwards no connection is busy,
// later requests succeed, and no error is logged.

import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { confirmedUser, startStack } from '../support/processes/stack.ts';

const POINTS = 20;
const stack = await startStack();
const user = await confirmedUser(stack);
const { port } = new URL(stack.url);

/** Sends a password sign-in without its last `part` bytes, and disconnects after `after_ms`. */
async function disconnectAfter(after_ms: number, part: number): Promise<void> {
  const body = JSON.stringify({ email: user.email, password: user.password });
  const text = `POST /token?grant_type=password HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  socket.on('error', () => socket.destroy());
  socket.write(text.slice(0, text.length - part));
  await sleep(after_ms);
  if (after_ms % 2 === 0) socket.destroy();
  else socket.resetAndDestroy();
}

const atWork = async (): Promise<number> => {
  const [row] = await stack.db.sql<{ count: number }[]>`
    select count(*)::int from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`;
  return row?.count ?? -1;
};

test(`clients that disconnect at ${POINTS} points of a sign-in keep no connection and cause no fault`, async () => {
  const before = stack.log().length;
  for (const part of [0, 10]) {
    await Promise.all(Array.from({ length: POINTS }, (_, point) => disconnectAfter(point * 2, part)));
  }
  const until = Date.now() + 60_000;
  // Polls, because abandoned sign-ins may still run, and short statements of the worker also appear as active.
  while ((await atWork()) > 0) {
    if (Date.now() > until) throw new Error('a connection stays at work');
    await sleep(20);
  }
  // Sends more requests than the pools have connections.
  const answers = await Promise.all(
    Array.from({ length: 24 }, () =>
      stack.post('/token?grant_type=password', { email: user.email, password: user.password }),
    ),
  );
  assert.equal([...new Set(answers.map((answer) => answer.status))], [200]);
  assert.not.match(stack.log().slice(before), /"level":"(error|fatal|panic)"/);
});

test.after(() => stack.close());

test.run();
