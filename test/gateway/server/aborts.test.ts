// runner: alone (it listens to events of the process)

// Clients that disconnect at any point, while the handler waits or writes: no error, every handler ends, and the next
// client gets a response.

import { connect } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { HttpHandler } from '../../../gateway/server/types.ts';
import { HOST_HEADER } from './faults.ts';
import { logLines, NEXT_REQUEST, startServer } from './harness.ts';
import { sendRaw } from './raw.ts';

const POINTS = 20;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const faults: unknown[] = [];
process.on('uncaughtException', (error) => faults.push(error));
process.on('unhandledRejection', (error) => faults.push(error));

const counts = { begun: 0, ended: 0, aborted: 0 };
/** Waits before and after it reads the body, as a route with a database call does. */
const handler: HttpHandler = async (request) => {
  counts.begun += 1;
  try {
    await sleep(15);
    const body = await request.body(1_000_000).catch(() => Buffer.alloc(0));
    await sleep(15);
    if (request.aborted) counts.aborted += 1;
    return { status: 200, headers: { 'Content-Type': 'text/plain' }, body: Buffer.alloc(300_000 + body.length, 97) };
  } finally {
    counts.ended += 1;
  }
};

const { server, port } = await startServer({ handler });

/** Sends the pieces, and disconnects after `after_ms`, with or without a reset. */
async function disconnectAfter(pieces: readonly string[], after_ms: number, reset: boolean): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => socket.destroy());
  for (const piece of pieces) socket.write(piece);
  await sleep(after_ms);
  if (reset) socket.resetAndDestroy();
  else socket.destroy();
}

const length = 200_000;
const HEADERS = `POST /abort HTTP/1.1\r\n${HOST_HEADER}Content-Length: ${length}\r\n\r\n`;
const WAYS: Readonly<Record<string, readonly string[]>> = {
  'half a head': [HEADERS.slice(0, 30)],
  'a head': [HEADERS],
  'half a body': [HEADERS, 'a'.repeat(length / 2)],
  'a whole request': [HEADERS, 'a'.repeat(length)],
  'a small request': [`POST /abort HTTP/1.1\r\n${HOST_HEADER}Content-Length: 5\r\n\r\nhello`],
  'no body': [`GET /abort HTTP/1.1\r\n${HOST_HEADER}\r\n`],
};

for (const [name, pieces] of Object.entries(WAYS)) {
  for (const reset of [false, true]) {
    test(`${name}, then ${reset ? 'a reset' : 'the end'}, at ${POINTS} points in time`, async () => {
      logLines.length = 0;
      await Promise.all(Array.from({ length: POINTS }, (_, point) => disconnectAfter(pieces, point * 3, reset)));
      const until = Date.now() + 60_000;
      while (counts.begun > counts.ended && Date.now() < until) await sleep(10);
      assert.is(counts.begun, counts.ended, 'a handler waits for ever');
      const answer = await sendRaw(port, [NEXT_REQUEST], { until: /a{1000}/ });
      assert.equal(answer.statuses, [200]);
      assert.equal(faults, []);
      assert.equal(logLines, [], 'something was logged');
    });
  }
}

test('a handler can see that its client has disconnected', () => {
  assert.ok(counts.aborted > POINTS, `${counts.aborted} times`);
});

test('closing does not wait for disconnected clients', async () => {
  // The deadline exceeds the runner's timeout.
  await server.close({ deadline_ms: 600_000 });
});

test.run();
