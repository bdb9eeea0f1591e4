// Slow, broken and saved answers, in one process.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { json, Loopback } from '../../test/support/server.ts';
import { readFlags, type Settings } from '../flags.ts';
import { listen } from '../http.ts';
import { serverFactory } from '../server.ts';
import { call } from './support.ts';

const api = await Loopback.start();
const folder = mkdtempSync(join(tmpdir(), 'mcp-'));
const settings = (...more: string[]) => readFlags(['start', '--server-url', api.url, ...more], {}) as Settings;

async function connected(options: Settings): Promise<Client> {
  const made = new Client({ name: 'test', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([serverFactory(options)().connect(far), made.connect(near)]);
  return made;
}

const client = await connected(settings('--max-seconds', '1', '--timeout', '2', '--files', folder));
test.after(async () => {
  await client.close();
  await api.stop();
  rmSync(folder, { recursive: true });
});

const logs = { projectId: 'p', deploymentId: 'd' };

test('--max-seconds counts from the call, even before any header', async () => {
  api.reply = () => new Promise(() => undefined);
  // If --timeout came first, this would be an error.
  const { isError, data } = await call(client, 'logs-get-runtime-logs', logs);
  assert.equal([isError, data], [false, { items: [], stopped: '--max-seconds' }]);
});

test('--timeout ends an unanswered call', async () => {
  assert.is(settings().timeout, 120);
  api.reply = () => new Promise(() => undefined);
  const { isError, data } = await call(client, 'webhooks-get-webhooks');
  assert.equal([isError, data.code], [true, 'RequestTimeoutError']);
});

test('an invalid line does not discard the lines before it', async () => {
  const line = { level: 'info', message: 'm', rowId: '1' };
  const type = { 'content-type': 'application/stream+json' };
  api.reply = { status: 200, headers: type, body: `${JSON.stringify(line)}\nnot json\n` };
  const { isError, data } = await call(client, 'logs-get-runtime-logs', logs);
  assert.equal([isError, data.items, data.stopped], [false, [line], 'error']);
  assert.is((data.error as { code: string }).code, 'ResponseValidationError');
  api.reply = { status: 200, headers: type, body: 'not json\n' };
  assert.is((await call(client, 'logs-get-runtime-logs', logs)).isError, true, 'nothing but a bad line');
});

test('saveTo accepts JSON too, and writes no file for an error', async () => {
  const file = { id: 'i', fileId: 'f' };
  const saveTo = join(folder, 'file.json');
  api.reply = json({ a_b: [1] });
  const saved = await call(client, 'deployments-get-deployment-file-contents', { ...file, saveTo });
  assert.equal(saved.data, { savedTo: saveTo, bytes: 11 });
  assert.is(readFileSync(saveTo, 'utf8'), '{"a_b":[1]}');
  api.reply = json({ error: { code: 'not_found', message: 'Gone' } }, 404);
  const none = join(folder, 'none');
  const failed = await call(client, 'deployments-get-deployment-file-contents', { ...file, saveTo: none });
  assert.equal([failed.isError, existsSync(none)], [true, false]);
});

test('a broken download leaves no file and is a client error; an existing file stays', async () => {
  api.reply = (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': '100' }).write('half');
    setTimeout(() => response.destroy(), 100);
    return undefined;
  };
  const before = readdirSync(folder);
  for (const more of [{ saveTo: join(folder, 'broken') }, {}]) {
    const { isError, data } = await call(client, 'artifacts-download-artifact', { hash: 'h', ...more });
    assert.equal([isError, data.code], [true, 'ConnectionError']);
  }
  assert.equal(readdirSync(folder), before);
  const { isError } = await call(client, 'artifacts-download-artifact', {
    hash: 'h',
    saveTo: join(folder, 'file.json'),
  });
  assert.is(isError, true);
  assert.equal(readdirSync(folder), before);
});

test('--max-bytes limits the base64 result, and closes the download; saveTo saves all of it', async () => {
  const small = await connected(settings('--max-bytes', '1000', '--files', folder));
  let hungUp: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    hungUp = resolve;
  });
  api.reply = (_seen, response) => {
    response.on('close', hungUp);
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).write(Buffer.alloc(1001));
    return undefined;
  };
  const large = await call(small, 'artifacts-download-artifact', { hash: 'h' });
  assert.is(large.isError, true);
  assert.match(String(large.data.message), /larger than 1000 bytes; .* saveTo/);
  await gone;
  const reply = (size: number) => ({ status: 200, headers: { 'content-type': 'a/b' }, body: Buffer.alloc(size) });
  api.reply = reply(1000);
  assert.is((await call(small, 'artifacts-download-artifact', { hash: 'h' })).data.bytes, 1000);
  api.reply = reply(1001);
  const saved = await call(small, 'artifacts-download-artifact', { hash: 'h', saveTo: join(folder, 'large') });
  assert.is(saved.data.bytes, 1001);
  await small.close();
});

test('over HTTP, closing the request cancels the call to the API', async () => {
  const slow = settings('--transport', 'http', '--port', '0');
  const http = await listen(slow, serverFactory(slow));
  const { port } = http.address() as { port: number };
  const controller = new AbortController();
  const gone = new Promise<void>((resolve) => {
    api.reply = (_seen, response) => {
      response.on('close', resolve);
      controller.abort();
      return undefined;
    };
  });
  const params = { name: 'webhooks-get-webhooks', arguments: {} };
  const sent = fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    signal: controller.signal,
  });
  // An event stream's headers come before the answer, so either the call or its body may end.
  const ended = await sent
    .then((response) => response.text())
    .then(
      () => 'answered',
      () => 'aborted',
    );
  assert.is(ended, 'aborted');
  await gone;
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

test.run();
