// The inbox over HTTP: its API for tests, its event stream and its access rules. It shows every link and code and has
// no sign-in.
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog } from '../../../core/log.ts';
import type { OutgoingMessage } from '../../../core/senders.ts';
import { serveInbox } from '../../../dev/inbox/server.ts';
import { createStore } from '../../../dev/inbox/store.ts';
import { readAsset } from '../../../dev/pages/files.ts';

const store = createStore();
const pages = new Map([
  ['/', readAsset('inbox/index.html', { api: 'http://localhost:1' })],
  ['/inbox.js', readAsset('inbox/inbox.js')],
]);
const log = createLog({ level: 'fatal' });
const inbox = await serveInbox({
  store,
  host: '127.0.0.1',
  port: 0,
  names: new Set(['devbox.example']),
  pages,
  log,
});
const url = `http://127.0.0.1:${inbox.port}`;
test.after(() => inbox.close());
test.before.each(() => void store.remove({}));

const mail = (id: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id,
  kind: 'magic_link',
  channel: 'mail',
  to: 'ada@example.com',
  subject: 'Your link',
  html: '<!doctype html><html><head><title>x</title></head><body><a href="http://localhost:1/verify">Sign in</a></body></html>',
  text: 'Sign in: http://localhost:1/verify',
  link: 'http://localhost:1/verify',
  code: '123456',
  created_at: '2031-01-01T00:00:00.000Z',
  ...more,
});

/** Sends a request with all headers unchanged. fetch() would replace the Host header. */
async function sendRequest(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = httpRequest({ host: '127.0.0.1', port: inbox.port, path, method, headers });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  let body = '';
  for await (const chunk of answer) body += String(chunk);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body };
}

const json = async (path: string, init?: RequestInit) => (await fetch(`${url}${path}`, init)).json() as Promise<never>;

test('GET /messages?to= returns link, code and text, newest first; a single message has HTML and source too', async () => {
  store.add(mail('a'), 'source of a');
  store.add(mail('b', { to: 'eve@example.com' }), '');
  store.add(mail('c'), '');
  const { total, messages }: { total: number; messages: Record<string, unknown>[] } = await json(
    '/messages?to=Ada@example.com&limit=1',
  );
  assert.is(total, 2);
  const { received_at, ...first } = messages[0] ?? {};
  assert.match(String(received_at), /^\d{4}-.*Z$/);
  assert.equal(first, {
    id: 'c',
    kind: 'magic_link',
    channel: 'mail',
    to: 'ada@example.com',
    subject: 'Your link',
    text: 'Sign in: http://localhost:1/verify',
    link: 'http://localhost:1/verify',
    code: '123456',
  });
  const one: Record<string, unknown> = await json('/messages/a');
  assert.match(String(one.html), 'Sign in');
  assert.is(one.source, 'source of a');
  assert.is((await fetch(`${url}/messages/a/source`)).headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.is((await fetch(`${url}/messages/none`)).status, 404);
  assert.is((await fetch(`${url}/messages?limit=x`)).status, 400);
  assert.is((await fetch(`${url}/messages`, { method: 'POST' })).status, 405);
});

test('wait returns when the mail arrives, and ignores mails to others', async () => {
  const asked = json('/messages?to=late@example.com&wait=20');
  store.add(mail('x'), '');
  store.add(mail('late', { to: 'late@example.com' }), '');
  const { messages }: { messages: { id: string }[] } = await asked;
  assert.equal(
    messages.map(({ id }) => id),
    ['late'],
  );
  assert.equal(await json('/messages?to=nobody@example.com&wait=1'), { total: 0, messages: [] });
});

test('DELETE removes one message, those of an address, or all', async () => {
  for (const id of ['a', 'b', 'c']) store.add(mail(id, { to: `${id}@example.com` }), '');
  assert.equal(await json('/messages/a', { method: 'DELETE' }), { deleted: 1 });
  assert.equal(await json('/messages?to=b@example.com', { method: 'DELETE' }), { deleted: 1 });
  assert.equal(await json('/messages', { method: 'DELETE' }), { deleted: 1 });
  assert.equal(await json('/messages'), { total: 0, messages: [] });
});

test('the stream reports each change, and the current state at once', async () => {
  const answer = await fetch(`${url}/events`);
  assert.is(answer.headers.get('content-type'), 'text/event-stream');
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  assert.match(await next(), 'event: change');
  store.add(mail('a'), '');
  assert.match(await next(), 'event: change');
  await reader.cancel();
});

test('rejects a host name that is neither localhost, an IP address nor configured (DNS rebinding)', async () => {
  store.add(mail('a'), '');
  const port = inbox.port;
  for (const host of [
    'localhost',
    `localhost:${port}`,
    `127.0.0.1:${port}`,
    `[::1]:${port}`,
    '192.168.1.7',
    'DEVBOX.example:1',
  ]) {
    assert.is((await sendRequest('/messages', { host })).status, 200, host);
  }
  for (const host of [
    `evil.example:${port}`,
    'localhost.evil.example',
    'localhost@evil.example',
    'evil.example#localhost',
  ]) {
    const { status, body } = await sendRequest('/messages', { host });
    assert.is(status, 403, host);
    assert.not.match(body, '123456');
  }
});

test('pages of other origins cannot read or delete, and may only open the inbox in a tab', async () => {
  store.add(mail('a'), '');
  const host = `127.0.0.1:${inbox.port}`;
  const foreign: Record<string, string>[] = [
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  ];
  for (const headers of foreign) {
    for (const path of ['/messages', '/messages/a', '/messages/a/html', '/events']) {
      assert.is((await sendRequest(path, { host, ...headers })).status, 403, `${path} ${JSON.stringify(headers)}`);
    }
    assert.is((await sendRequest('/messages', { host, ...headers }, 'DELETE')).status, 403);
  }
  const opened = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  assert.is((await sendRequest('/?search=ada', { host, ...opened })).status, 200);
  assert.is((await sendRequest('/messages/a/html', { host, ...opened })).status, 403);
  const own = await sendRequest('/messages', { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' });
  assert.is(own.status, 200);
  assert.not('access-control-allow-origin' in own.headers);
  assert.is(own.headers['cross-origin-resource-policy'], 'same-origin');
});

test('the HTML of a mail is sandboxed: no script, no form, no origin, pictures only on request', async () => {
  store.add(mail('a', { html: '<script>1</script><img src="https://pictures.example/x.png">' }), '');
  const { headers, body } = await sendRequest('/messages/a/html');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, "default-src 'none'");
  assert.match(policy, "form-action 'none'");
  assert.match(policy, 'img-src data:');
  assert.not.match(policy, /script-src|https?:|allow-scripts|allow-same-origin|allow-top-navigation|allow-forms/);
  assert.match(policy, /sandbox allow-popups allow-popups-to-escape-sandbox/);
  assert.match(body, /^<base target="_blank"><script>/);
  assert.is(((await json('/messages/a')) as { remote_images: boolean }).remote_images, true);
  const wanted = await sendRequest('/messages/a/html?images=remote');
  assert.match(String(wanted.headers['content-security-policy']), 'img-src data: http: https:');
  store.add(mail('b'), '');
  assert.match((await sendRequest('/messages/b/html')).body, '<head><base target="_blank"><title>');
  assert.is((await fetch(`${url}/messages/b/html`, { method: 'DELETE' })).status, 404);
});

test('the page: nothing inline, nothing from other origins, no text becomes markup', async () => {
  const { headers, body } = await sendRequest('/');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, "default-src 'none'; script-src 'self'; style-src 'self'");
  assert.match(policy, "require-trusted-types-for 'script'");
  assert.match(policy, "frame-ancestors 'none'");
  assert.not.match(policy, 'unsafe');
  assert.not.match(body, /<script(?![^>]* src=")|<style| style=| on\w+=|\{\{/);
  assert.is((await sendRequest('/', {}, 'HEAD')).body, '');
});

test('invalid requests do not end the server', async () => {
  const host = 'Host: localhost\r\n';
  const requests = [
    ['GET http://[ HTTP/1.1', host],
    ['GET //[ HTTP/1.1', host],
    ['DELETE * HTTP/1.1', host],
    ['nonsense', host],
    ['GET /messages HTTP/1.0', ''],
    ['GET /messages HTTP/1.1', 'Host:\r\n'],
  ] as const;
  for (const [line, headers] of requests) {
    const socket = connect(inbox.port, '127.0.0.1');
    socket.end(`${line}\r\n${headers}Connection: close\r\n\r\n`);
    let response = '';
    for await (const chunk of socket) response += String(chunk);
    assert.match(response, /^HTTP\/1\.1 4\d\d/, line);
  }
  assert.is((await sendRequest('/messages')).status, 200);
});

test.run();
