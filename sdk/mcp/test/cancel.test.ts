// Cancel messages over HTTP: they reach only the client's own call.
import type { ServerResponse } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Loopback } from '../../test/support/server.ts';
import { ClientNames } from '../client_names.ts';
import { readFlags, type Settings } from '../flags.ts';
import { listen } from '../http.ts';
import { serverFactory } from '../server.ts';
import { overStdio } from './support.ts';

const api = await Loopback.start();
const settings = readFlags(
  ['start', '--transport', 'http', '--port', '0', '--server-url', api.url, '--access-token', 'door'],
  {},
) as Settings;
const http = await listen(settings, serverFactory(settings));
const url = `http://127.0.0.1:${(http.address() as { port: number }).port}/mcp`;
test.after(async () => {
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
  await api.stop();
});

/** A request that reached the API, answered when the test says so. */
interface Upstream {
  response: ServerResponse;
  closed: Promise<void>;
}

const upstream = new Map<string, Upstream>();
const arrivals = new Map<string, (call: Upstream) => void>();
api.reply = (seen, response) => {
  const closed = new Promise<void>((resolve) => response.on('close', resolve));
  const id = seen.path.split('/').at(-1)!;
  upstream.set(id, { response, closed });
  arrivals.get(id)?.({ response, closed });
  return undefined;
};

/** Waits until the call for this webhook has reached the API. */
async function arrived(id: string): Promise<Upstream> {
  return upstream.get(id) ?? new Promise((resolve) => arrivals.set(id, resolve));
}

function answer({ response }: Upstream): void {
  const webhook = { id: 'done', events: [], url: 'u', ownerId: 'o', createdAt: 1, updatedAt: 1 };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(webhook));
}

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

async function post(message: unknown, name?: string, signal?: AbortSignal): Promise<Response> {
  const own = { ...headers, authorization: 'Bearer door', ...(name ? { 'mcp-session-id': name } : {}) };
  return fetch(url, { method: 'POST', headers: own, body: JSON.stringify(message), signal: signal ?? null });
}

async function initialize(): Promise<string> {
  const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  const response = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  await response.text();
  return response.headers.get('mcp-session-id')!;
}

const calling = (id: number | string, webhook: string) => {
  const params = { name: 'webhooks-get-webhook', arguments: { id: webhook } };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
};

async function cancel(requestId: number | string, name?: string): Promise<void> {
  const response = await post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }, name);
  assert.equal([response.status, await response.text()], [202, '']);
}

const textOf = (response: Promise<Response>) => response.then((found) => found.text());

test('every initialize returns another name, and no other response contains one', async () => {
  const names = [await initialize(), await initialize()];
  assert.is(new Set(names).size, 2);
  for (const name of names) assert.match(name, /^[\x21-\x7e]{40,}$/);
  const listed = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, names[0]);
  assert.is(listed.headers.get('mcp-session-id'), null);
  await listed.body!.cancel();
});

test('a cancel message ends the call of its own client, not the one with the same id of another', async () => {
  const [one, two] = [await initialize(), await initialize()];
  const texts = [textOf(post(calling(1, 'one'), one)), textOf(post(calling(1, 'two'), two))];
  const calls = [await arrived('one'), await arrived('two')] as const;
  await cancel(1, one);
  await calls[0].closed;
  assert.not.match(await texts[0]!, /"id":1/, 'the stream ends without an answer');
  assert.is(calls[1].response.destroyed, false);
  answer(calls[1]);
  assert.match(await texts[1]!, /done/);
});

test('without an issued name nothing is cancelled: all clients share the access token', async () => {
  const name = await initialize();
  const [id, seal] = name.split('.') as [string, string];
  const made = [
    undefined,
    '1',
    'x.y',
    `${id}.${seal.slice(0, -2)}AA`,
    `${crypto.randomUUID()}.${seal}`,
    `${name}.x`,
    `${name}=`,
  ];
  for (const [at, caller] of [...made, name].entries()) {
    const text = textOf(post(calling(7, `kept-${at}`), caller));
    const call = await arrived(`kept-${at}`);
    for (const other of made) await cancel(7, other);
    // A cancel acts before its response; a closed connection is detected a moment later.
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.is(call.response.destroyed, false, String(caller));
    answer(call);
    assert.match(await text, /done/);
  }
});

test('ids are compared exactly: 7 is not "7", a finished or unknown id ends nothing', async () => {
  const name = await initialize();
  const first = textOf(post(calling(6, 'over'), name));
  answer(await arrived('over'));
  assert.match(await first, /done/);
  const text = textOf(post(calling(7, 'typed'), name));
  const call = await arrived('typed');
  for (const id of ['7', 6, 8, '']) await cancel(id, name);
  const malformed = await post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: {} }, name);
  assert.is(malformed.status, 202);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.is(call.response.destroyed, false);
  answer(call);
  assert.match(await text, /done/);
});

test('of several requests in one POST only the named one is cancelled; the stream ends with the last', async () => {
  const name = await initialize();
  for (const order of ['cancel-first', 'answer-first']) {
    const text = textOf(post([calling('a', `${order}-a`), calling('b', `${order}-b`)], name));
    const [a, b] = [await arrived(`${order}-a`), await arrived(`${order}-b`)];
    if (order === 'answer-first') {
      answer(b);
      await b.closed;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await cancel('a', name);
    await a.closed;
    if (order === 'cancel-first') answer(b);
    const got = await text;
    assert.match(got, /"id":"b"/);
    assert.not.match(got, /"id":"a"/);
  }
});

test('closing the request ends the call, with and without a name', async () => {
  for (const [at, name] of [undefined, await initialize()].entries()) {
    const controller = new AbortController();
    const sent = textOf(post(calling(1, `closed-${at}`), name, controller.signal)).catch((error: Error) => error.name);
    const call = await arrived(`closed-${at}`);
    controller.abort();
    await call.closed;
    assert.is(await sent, 'AbortError');
  }
});

test('the official client: aborting a call reaches the API over both transports, and the client continues', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: 'Bearer door' } };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
  await client.connect(transport as Transport);
  const stdio = await overStdio(['--server-url', api.url]);
  for (const [kind, one] of Object.entries({ http: client, stdio: stdio.client })) {
    const controller = new AbortController();
    const params = { name: 'webhooks-get-webhook', arguments: { id: `official-${kind}` } };
    const sent = one.callTool(params, undefined, { signal: controller.signal }).then(
      () => 'answered',
      () => 'aborted',
    );
    const call = await arrived(`official-${kind}`);
    controller.abort();
    assert.is(await sent, 'aborted');
    await call.closed;
    const next = one.callTool({ name: 'webhooks-get-webhook', arguments: { id: `next-${kind}` } });
    answer(await arrived(`next-${kind}`));
    assert.match(JSON.stringify(await next), /done/);
  }
  // There is no session to end; the client expects this error.
  await transport.terminateSession();
  await client.close();
  await stdio.stop();
});

test('a name of another process is served, but identifies no client', () => {
  const [here, there] = [new ClientNames(), new ClientNames()];
  const name = there.issue();
  assert.is(there.read(name), name);
  assert.is(here.read(name), undefined);
  assert.is(there.read([name]), undefined);
});

test.run();
