// A hook server that responds slowly or not at all, or whose response is too large or incomplete. The call ends in an
// error with a reason, in bounded time and memory.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { callHook, HookError, RESPONSE_LIMIT } from '../../../core/hooks/post.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
let asked = 0;
let answer: RequestListener = (_, response) => response.end();
const server = createServer((request, response) => {
  asked += 1;
  request.resume();
  answer(request, response);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
test.after(() => {
  server.closeAllConnections();
  server.close();
});

/** Returns the hook's result, or status, code and message of the error, and the number of requests. */
async function runHook(
  behaviour: RequestListener,
  more: { overall_ms?: number; stopping?: AbortSignal } = {},
): Promise<unknown[]> {
  asked = 0;
  answer = behaviour;
  const o = { overall_ms: 30_000, pause_ms: 1, ...more };
  try {
    return [await callHook({ url, keys: [] }, { a: 'question' }, o), asked];
  } catch (error) {
    if (!(error instanceof HookError)) throw error;
    return [error.status, error.code, error.message, asked];
  }
}

const OVERDUE = [422, 'hook_timeout', 'Failed to reach hook within maximum time of 0.400000 seconds', 1];
const UNREADABLE = [500, undefined, 'Error unmarshaling JSON output.', 1];
const TOO_MUCH = [422, 'hook_payload_over_size_limit', 'Payload size exceeded size limit of 204800 bytes', 1];

test('gives up a body sent one byte at a time at the deadline', async () => {
  const slow: RequestListener = (_, response) => {
    response.writeHead(200, JSON_TYPE);
    response.write('{"decision": "continue"');
    const drip = setInterval(() => response.write(' '), 10);
    response.on('close', () => clearInterval(drip));
  };
  assert.equal(await runHook(slow, { overall_ms: 400 }), OVERDUE);
});

test('does not read an endless body to its end, compressed or not', async () => {
  let written = 0;
  const endless: RequestListener = (_, response) => {
    response.writeHead(200, JSON_TYPE);
    const pour = (): void => {
      while (!response.destroyed && response.write(' '.repeat(16_384))) written += 16_384;
    };
    response.on('drain', pour);
    pour();
  };
  assert.equal(await runHook(endless), TOO_MUCH);
  assert.ok(written < 64 * RESPONSE_LIMIT, `${written} bytes`);
  const packed = gzipSync(' '.repeat(50 * 2 ** 20));
  const bomb: RequestListener = (_, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(packed);
  };
  assert.equal(await runHook(bomb), TOO_MUCH);
});

test('accepts a body as large as the limit', async () => {
  const body = JSON.stringify({ x: 'x'.repeat(RESPONSE_LIMIT - 8) });
  assert.is(body.length, RESPONSE_LIMIT);
  const full: RequestListener = (_, response) => response.writeHead(200, JSON_TYPE).end(body);
  assert.equal(await runHook(full), [JSON.parse(body), 1]);
});

test('rejects half an answer, and does not retry', async () => {
  const cut: RequestListener = (_, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' });
    response.write('{"decision": "continue"}', () => response.destroy());
  };
  assert.equal(await runHook(cut), UNREADABLE);
});

test('an answer must state its content type', async () => {
  const untyped: RequestListener = (_, response) => response.writeHead(200).end('{}');
  const missing = 'Invalid Content-Type: Missing Content-Type header';
  assert.equal(await runHook(untyped), [400, 'hook_payload_invalid_content_type', missing, 1]);
  for (const type of ['text/plain', 'application/jsonp', 'application/json-seq', 'x application/json']) {
    const odd: RequestListener = (_, response) => response.writeHead(200, { 'content-type': type }).end('{}');
    const message = `Invalid JSON response. Received content-type: ${type}`;
    assert.equal(await runHook(odd), [400, 'hook_payload_invalid_content_type', message, 1]);
  }
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON ;x=y']) {
    const good: RequestListener = (_, response) => response.writeHead(202, { 'content-type': type }).end('{"a": 1}');
    assert.equal(await runHook(good), [{ a: 1 }, 1]);
  }
});

test('retries a temporary error twice; does not follow a redirect, even to itself', async () => {
  const busy: RequestListener = (_, response) => response.writeHead(429, { 'retry-after': '1' }).end();
  assert.equal(await runHook(busy), [500, undefined, 'Service currently unavailable due to hook', 3]);
  const cut: RequestListener = (_, response) => response.destroy();
  assert.equal(await runHook(cut), [422, 'hook_timeout_after_retry', 'Failed to reach hook after maximum retries', 3]);
  for (const status of [301, 302, 303, 307, 308]) {
    const moved: RequestListener = (_, response) => response.writeHead(status, { location: url }).end();
    assert.equal(await runHook(moved), [500, undefined, `Unexpected status code returned from hook: ${status}`, 1]);
  }
});

test('the end of the process ends the wait', async () => {
  const stopping = new AbortController();
  const hangs: RequestListener = () => stopping.abort();
  assert.is((await runHook(hangs, { stopping: stopping.signal }))[1], 'hook_timeout');
});

test.run();
