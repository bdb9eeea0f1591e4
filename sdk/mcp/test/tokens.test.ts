// HTTP clients with tokens of their own, and OAuth discovery.
import { once } from 'node:events';
import { request } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { json, Loopback } from '../../test/support/server.ts';
import { readFlags, type Settings } from '../flags.ts';
import { call, startHttp } from './support.ts';

const api = await Loopback.start();
const login = 'https://login.example.com/';
const { url, child } = await startHttp(['--server-url', api.url, '--authorization-server', login]);
const http = (...flags: string[]) => readFlags(['start', '--transport', 'http', ...flags], {}) as Settings;

test.after(async () => {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
  await api.stop();
});

const post = (headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' });

async function connect(token: string) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }) as Transport);
  return client;
}

test('each client uses its own token, concurrently', async () => {
  const clients = await Promise.all(['token-a', 'token-b'].map(connect));
  api.reply = ({ headers }) => json({ records: [{ comment: headers.authorization }] });
  const seen = await Promise.all(
    [0, 1, 0, 1].map(async (which) => {
      const { data } = await call(clients[which]!, 'dns-get-records', { domain: 'a.b' });
      return (data.records as { comment: string }[])[0]!.comment;
    }),
  );
  assert.equal(seen, ['Bearer token-a', 'Bearer token-b', 'Bearer token-a', 'Bearer token-b']);
  await Promise.all(clients.map((client) => client.close()));
});

test('without a token: 401, with the metadata URL', async () => {
  for (const headers of [
    {},
    { authorization: 'Bearer' },
    { authorization: 'Basic eDp5' },
    { authorization: 'Bearer a b' },
  ]) {
    api.seen.length = 0;
    const answer = await post(headers as Record<string, string>);
    assert.is(answer.status, 401, JSON.stringify(headers));
    const metadata = new URL('/.well-known/oauth-protected-resource/mcp', url).href;
    assert.is(answer.headers.get('www-authenticate'), `Bearer resource_metadata="${metadata}"`);
    assert.is(api.seen.length, 0);
  }
});

test('the resource metadata names its address and the authorization server', async () => {
  for (const [path, asked] of [
    ['/.well-known/oauth-protected-resource', new URL(url).origin],
    ['/.well-known/oauth-protected-resource/mcp', url],
  ] as const) {
    const answer = await fetch(new URL(path, url));
    assert.is(answer.status, 200);
    const { resource, authorization_servers } = (await answer.json()) as Record<string, unknown>;
    assert.equal([resource, authorization_servers], [asked, [login]]);
    const strange = await fetch(new URL(path, url), { headers: { origin: 'https://evil.example' } });
    assert.is(strange.status, 403);
    assert.is((await fetch(new URL(path, url), { method: 'POST' })).status, 405);
  }
});

test('no metadata without an authorization server', async () => {
  const plain = await startHttp(['--client-tokens']);
  const gone = once(plain.child, 'exit');
  assert.is((await fetch(new URL('/.well-known/oauth-protected-resource', plain.url))).status, 404);
  const answer = await fetch(plain.url, { method: 'POST', body: '{}' });
  assert.equal([answer.status, answer.headers.get('www-authenticate')], [401, 'Bearer']);
  plain.child.kill('SIGTERM');
  await gone;
});

function statusOf(to: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(to, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end('{}');
  });
}

test('tokens of clients and of the server exclude each other', () => {
  assert.throws(() => readFlags(['start', '--client-tokens'], {}), /--transport http/);
  assert.throws(() => http('--client-tokens', '--bearer-token', 'x'), /no token of its own/);
  assert.throws(() => http('--client-tokens', '--access-token', 'x'), /--access-token/);
  assert.throws(() => http('--authorization-server', 'login'), /http or https/);
  assert.is(http('--authorization-server', login).clientTokens, true);
  assert.is(http('--client-tokens', '--host', '0.0.0.0').host, '0.0.0.0');
  assert.is(http().clientTokens, false);
});

test('behind a proxy, the public URL is the resource, and pages of its origin may connect', async () => {
  const proxied = await startHttp(['--authorization-server', login, '--public-url', 'https://mcp.example.com/mcp']);
  const gone = once(proxied.child, 'exit');
  const answer = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', proxied.url));
  assert.is(((await answer.json()) as { resource: string }).resource, 'https://mcp.example.com/mcp');
  const host = 'mcp.example.com';
  assert.is(
    await statusOf(proxied.url, { host, origin: 'https://mcp.example.com' }),
    401,
    'let in, but without a token',
  );
  assert.is(await statusOf(proxied.url, { host, origin: 'https://evil.example' }), 403);
  assert.is(await statusOf(proxied.url, { host: 'evil.example' }), 403);
  proxied.child.kill('SIGTERM');
  await gone;
});

test.run();
