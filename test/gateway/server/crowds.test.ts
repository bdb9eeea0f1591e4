// runner: when=gateway,core

// More connections than the limit, and more bytes of bodies than the limit.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DEFAULT_LIMITS } from '../../../gateway/server/types.ts';
import { HOST_HEADER } from './faults.ts';
import {
  engine,
  handleTestRequest,
  logLines,
  MIB,
  NEXT_REQUEST,
  receivedRequests,
  slowRequestHook,
  startServer,
} from './harness.ts';
import { sendRaw } from './raw.ts';

/** Opens a connection that stays open, and collects the received data. */
async function openConnection(port: number): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect({ port, host: '127.0.0.1' });
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, received: () => text };
}

async function untilTrue(holds: () => boolean): Promise<void> {
  for (let looks = 0; looks < 4000 && !holds(); looks += 1) await sleep(5);
  assert.ok(holds(), 'it did not come to that');
}

/** Size in bytes of the pieces in which Node.js reads a socket. */
const PIECE_BYTES = 64 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Returns the number of bytes in buffers that are still referenced. V8 frees buffers in another thread after a
 * collection, and sockets may still read, so this collects until the number has not fallen five times in a row.
 */
async function liveBuffers(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let same = 0; same < 5; ) {
    collectGarbage();
    await sleep(20);
    const bytes = process.memoryUsage().arrayBuffers;
    same = bytes < least ? 0 : same + 1;
    least = Math.min(least, bytes);
  }
  return least;
}

const linesWith = (words: string): string[] => logLines.filter((line) => line.includes(words));

test('F-29: if all connections are busy, a new one is closed unanswered, and logged once', async () => {
  const { server, port } = await startServer({ limits: { connections: 3 } });
  logLines.length = 0;
  let begun = 0;
  slowRequestHook.started = () => {
    begun += 1;
  };
  const running = [1, 2, 3].map(() => sendRaw(port, [`GET /slow HTTP/1.1\r\n${HOST_HEADER}\r\n`], { until: /true/ }));
  await untilTrue(() => begun === 3);
  for (let time = 0; time < 3; time += 1) {
    const answer = await sendRaw(port, [NEXT_REQUEST]);
    assert.is(answer.text, '');
    assert.ok(answer.closed);
  }
  for (const { statuses } of await Promise.all(running)) assert.equal(statuses, [200]);
  await untilTrue(() => linesWith('below their limit').length === 1);
  assert.is(linesWith('SVC_API_MAX_CONNECTIONS').length, 1, logLines.join(''));
  assert.match(linesWith('below their limit')[0] ?? '', /"ended":3/);
  assert.equal((await sendRaw(port, [NEXT_REQUEST], { until: /addr/ })).statuses, [200]);
  await server.close({ deadline_ms: 0 });
});

test('F-29: an idle client, or one that sends no whole request, does not keep others out', async () => {
  const { server, port } = await startServer({ limits: { connections: 3 } });
  const idle = await openConnection(port);
  idle.socket.write(NEXT_REQUEST);
  await untilTrue(() => idle.received().includes('/next'));
  const slow_head = await openConnection(port);
  slow_head.socket.write('GET / HTTP/1.1\r\nHos');
  const slow_body = await openConnection(port);
  slow_body.socket.write(`POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: 9\r\n\r\nabc`);
  await sleep(50);
  const answers = [];
  for (let time = 0; time < 3; time += 1) answers.push(await sendRaw(port, [NEXT_REQUEST], { until: /addr/ }));
  // hyper-express does not report idle connections, so the server closes the new connection instead.
  assert.equal(
    answers.map(({ statuses }) => statuses),
    engine === 'hyper-express' ? [[], [], []] : [[200], [200], [200]],
  );
  for (const { socket } of [idle, slow_head, slow_body]) socket.destroy();
  await server.close({ deadline_ms: 0 });
});

/** Opens a connection that requests much data and reads none of it. */
async function openWithoutReading(port: number, o: { begun: () => boolean }): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET /long HTTP/1.1\r\n${HOST_HEADER}\r\n`);
  await untilTrue(o.begun);
  return socket;
}

const asked = (path: string): number => receivedRequests.filter((entry) => entry.path === path).length;

test('F-29: a client that does not read its response keeps no other out', async () => {
  const { server, port } = await startServer({ limits: { connections: 3 } });
  receivedRequests.length = 0;
  const clients: Socket[] = [];
  for (const count of [1, 2, 3])
    clients.push(await openWithoutReading(port, { begun: () => asked('/long') === count }));
  await sleep(50);
  const answers = [];
  for (let time = 0; time < 3; time += 1) answers.push(await sendRaw(port, [NEXT_REQUEST], { until: /addr/ }));
  assert.equal(
    answers.map(({ statuses }) => statuses),
    engine === 'hyper-express' ? [[], [], []] : [[200], [200], [200]],
  );
  for (const socket of clients) socket.destroy();
  await server.close({ deadline_ms: 0 });
});

test('F-29: ends a connection whose response is not read, and keeps one that waits for its response', async () => {
  const { server, port } = await startServer({ limits: { request_timeout_ms: 100, headers_timeout_ms: 100 } });
  receivedRequests.length = 0;
  const waiting = await sendRaw(port, [`GET /slow HTTP/1.1\r\n${HOST_HEADER}\r\n`], { until: /true/ });
  assert.equal(waiting.statuses, [200]);
  const socket = await openWithoutReading(port, { begun: () => asked('/long') === 1 });
  for (let looks = 0; looks < 50 && !socket.destroyed; looks += 1) {
    await sleep(300);
    socket.write(NEXT_REQUEST); // a write lets a paused client notice
  }
  assert.ok(socket.destroyed, 'the connection is still open');
  await server.close({ deadline_ms: 0 });
});

test('F-31: if bodies exceed the limit together, the largest gets an error to retry, the others are served', async () => {
  const { server, port } = await startServer({ limits: { bodies_bytes: MIB } });
  const size = 900_000;
  const part = (bytes: number): string => 'a'.repeat(bytes);
  const head = (bytes: number): string => `POST /big HTTP/1.1\r\n${HOST_HEADER}Content-Length: ${bytes}\r\n\r\n`;
  const large = await openConnection(port);
  const small = await openConnection(port);
  try {
    large.socket.write(head(size) + part(700_000));
    await sleep(100);
    small.socket.write(head(size) + part(400_000));
    await untilTrue(() => large.received().includes('refused'));
    assert.match(large.received(), /^HTTP\/1\.1 503 /);
    small.socket.write(part(size - 400_000));
    await untilTrue(() => small.received().includes(`${size} bytes`));
    // The memory of a request is free again after its end.
    for (let time = 0; time < 3; time += 1) {
      const answer = await sendRaw(port, [head(size) + part(size)], { until: /addr/ });
      assert.equal(answer.statuses, [200]);
    }
  } finally {
    for (const { socket } of [large, small]) socket.destroy();
    await server.close({ deadline_ms: 0 });
  }
});

test('F-31: a complete body counts until its response, so bodies that arrive meanwhile are refused', async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let complete = 0;
  const { server, port } = await startServer({
    limits: { bodies_bytes: MIB },
    handler: async (request) => {
      const response = await handleTestRequest(request);
      if (request.path !== '/held' || response.status !== 200) return response;
      complete += 1;
      await answered;
      return response;
    },
  });
  const post = (path: string, bytes: number): string =>
    `POST ${path} HTTP/1.1\r\n${HOST_HEADER}Content-Length: ${bytes}\r\n\r\n${'a'.repeat(bytes)}`;
  const held = await Promise.all([openConnection(port), openConnection(port)]);
  try {
    for (const { socket } of held) socket.write(post('/held', 500_000));
    await untilTrue(() => complete === 2);
    const refused = await sendRaw(port, [post('/next', 100_000)], { until: /refused/ });
    assert.equal(refused.statuses, [503]);
    answer();
    for (const { received } of held) await untilTrue(() => received().includes('500000 bytes'));
    const served = await sendRaw(port, [post('/next', 100_000)], { until: /addr/ });
    assert.equal(served.statuses, [200]);
  } finally {
    answer();
    for (const { socket } of held) socket.destroy();
    await server.close({ deadline_ms: 0 });
  }
});

test('F-31: 200 parallel bodies of nearly 1 MiB occupy no more memory than the limit of all bodies', async () => {
  const { server, port } = await startServer();
  const size = 900_000;
  const part = Buffer.alloc(size - 1, 'a');
  const before = await liveBuffers();
  const flood = await Promise.all(Array.from({ length: 200 }, () => openConnection(port)));
  try {
    for (const { socket } of flood) {
      socket.write(`POST /big HTTP/1.1\r\n${HOST_HEADER}Content-Length: ${size}\r\n\r\n`);
      socket.write(part);
    }
    const kept = Math.floor(DEFAULT_LIMITS.bodies_bytes / size);
    await untilTrue(() => flood.filter(({ received }) => received().includes('503')).length >= flood.length - kept);
    const held = (await liveBuffers()) - before;
    // Each connection may have an uncounted small body, and a piece that was just read.
    const most = DEFAULT_LIMITS.bodies_bytes + flood.length * 2 * PIECE_BYTES;
    assert.ok(held < most, `${held} bytes are held, ${most} are permitted`);
  } finally {
    for (const { socket } of flood) socket.destroy();
    await server.close({ deadline_ms: 0 });
  }
});

test('F-31: a flood of large bodies keeps no usual one out', async () => {
  const { server, port } = await startServer({ limits: { bodies_bytes: 64 * 1024 } });
  const flood = await Promise.all(Array.from({ length: 20 }, () => openConnection(port)));
  for (const { socket } of flood)
    socket.write(`POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: 900000\r\n\r\n${'a'.repeat(60_000)}`);
  await untilTrue(() => flood.filter(({ received }) => received().includes('503')).length === 19);
  const answer = await sendRaw(
    port,
    [`POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: 10000\r\n\r\n${'a'.repeat(10_000)}`],
    {
      until: /addr/,
    },
  );
  assert.equal(answer.statuses, [200]);
  for (const { socket } of flood) socket.destroy();
  await server.close({ deadline_ms: 0 });
});

test.run();
