// runner: when=core,gateway,worker,optional/telemetry

// Outgoing requests, such as those for SMS and captchas, use the proxy in the environment and trust its private CA.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseProxyUrl } from '../../core/outgoing.ts';
import { readEnvironment, readSettings } from '../../core/settings/reading.ts';
import { createAuthority } from '../support/providers/certificates.ts';

const CHILD = fileURLToPath(new URL('./outgoing_child.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'postern-outgoing-'));
const authority = createAuthority('Postern test authority');
writeFileSync(join(folder, 'ca.pem'), authority.cert);

/** Host name that only the proxy can resolve. */
const HOST = 'sms.example.test';
const target = createTlsServer(authority.issue(HOST, [HOST]), (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{"success":true}');
});
const plain = createServer((_request, response) => response.end('{}'));

const tunnels: { to: string; login: string | undefined }[] = [];
let refuses = false;
const proxy = createServer();
proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
  tunnels.push({ to: request.url ?? '', login: request.headers['proxy-authorization'] });
  socket.on('error', () => undefined);
  if (refuses) {
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    return;
  }
  const { port } = (request.url?.endsWith(':443') ? target : plain).address() as AddressInfo;
  const inner = connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.pipe(inner).pipe(socket);
  });
  inner.on('error', () => socket.destroy());
});

for (const server of [target, plain, proxy]) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;
const PROXY = `http://127.0.0.1:${portOf(proxy)}`;

test.after(() => {
  for (const server of [target, plain, proxy]) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
});
test.before.each(() => {
  tunnels.length = 0;
  refuses = false;
});

/** Runs a task of outgoing_child.ts in a process with this environment. Returns its result. */
async function runInChild(what: string, url: string, env: Record<string, string>): Promise<string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const cached = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
  const own = { PATH, ...cached, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'), ...env };
  const child = spawn(process.execPath, [CHILD, what, url], { env: own, stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await text(child.stdout)) as string;
}

test('SMS and captcha go through the tunnel of HTTPS_PROXY, and trust the CA of NODE_EXTRA_CA_CERTS', async () => {
  assert.is(await runInChild('sms', `https://${HOST}/send`, { HTTPS_PROXY: PROXY }), 'sent');
  const login = PROXY.replace('//', '//user:pass%20word@');
  assert.is(await runInChild('captcha', `https://${HOST}/siteverify`, { https_proxy: login }), 'human');
  assert.equal(tunnels, [
    { to: `${HOST}:443`, login: undefined },
    { to: `${HOST}:443`, login: `Basic ${Buffer.from('user:pass word').toString('base64')}` },
  ]);
});

test('without the CA nothing is sent, and the message may be retried', async () => {
  const outcome = await runInChild('sms', `https://${HOST}/`, { HTTPS_PROXY: PROXY, NODE_EXTRA_CA_CERTS: '' });
  assert.match(outcome, /^SendError: the SMS gateway cannot be reached \(/);
  assert.is(tunnels.length, 1);
});

test('nothing is sent if the proxy refuses the tunnel', async () => {
  refuses = true;
  assert.match(await runInChild('sms', `https://${HOST}/`, { HTTPS_PROXY: PROXY }), /cannot be reached/);
});

test('NO_PROXY and this machine are reached directly; HTTP_PROXY is for http only', async () => {
  // 0.0.0.0 reaches this machine but is not in Postern's list of loopback names.
  const port = portOf(plain);
  assert.is(
    await runInChild('get', `http://0.0.0.0:${port}/`, { HTTP_PROXY: PROXY, NO_PROXY: 'a.example, 0.0.0.0' }),
    '200',
  );
  assert.is(await runInChild('get', `http://127.0.0.1:${port}/`, { HTTP_PROXY: PROXY }), '200');
  assert.is(await runInChild('get', `http://0.0.0.0:${port}/`, { HTTPS_PROXY: PROXY }), '200');
  assert.equal(tunnels, []);
  assert.is(await runInChild('get', `http://0.0.0.0:${port}/`, { HTTP_PROXY: PROXY }), '200');
  assert.equal(tunnels, [{ to: `0.0.0.0:${port}`, login: undefined }]);
});

test('an invalid proxy is reported at the start, and no request bypasses it', async () => {
  assert.is(parseProxyUrl('proxy.example.com:3128'), 'http://proxy.example.com:3128');
  assert.is(parseProxyUrl('socks5://proxy.example.com'), null);
  const env = {
    SVC_SITE_URL: 'http://localhost:3000',
    SVC_API_EXTERNAL_URL: 'http://localhost:9999',
    SVC_JWT_SECRET: 'a-secret-of-at-least-thirty-two-characters',
    DATABASE_URL: 'postgres://u@localhost/d',
    HTTPS_PROXY: 'socks5://user:secret@proxy.example.com',
  };
  const { warnings } = readSettings(readEnvironment({ env, file: null }));
  assert.equal(warnings, ['HTTPS_PROXY is no http or https URL: nothing that goes by it can be reached']);
  const outcome = await runInChild('get', `https://${HOST}/`, env);
  assert.is(outcome, 'Error: HTTPS_PROXY is no http or https URL');
});

test.run();
