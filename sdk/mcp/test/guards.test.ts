// Requests and flags that the MCP server rejects: foreign pages, open networks, invalid flags; and the source of its
// token.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { json, Loopback } from '../../test/support/server.ts';
import { help, readFlags, type Settings, UsageError } from '../flags.ts';
import { main } from '../main.ts';
import { operations } from '../platform.ts';
import { bin, call, connectTo, overStdio, startHttp } from './support.ts';

const start = (...flags: string[]) => readFlags(['start', ...flags], {}) as Settings;

test('HTTP listens on loopback by default, and on another address only with an access token', () => {
  assert.is(start('--transport', 'http').host, '127.0.0.1');
  assert.throws(() => start('--transport', 'http', '--host', '0.0.0.0'), /--access-token/);
  assert.is(start('--transport', 'http', '--host', '0.0.0.0', '--access-token', 'x').host, '0.0.0.0');
});

test('refuses wrong flags with a usage error', () => {
  for (const flags of [
    ['--port', 'x'],
    ['--max-items', '0'],
    ['--nonsense'],
    ['--transport', 'tcp'],
    ['--max-items', '-1'],
  ]) {
    assert.throws(
      () => start(...flags),
      (error: unknown) => error instanceof UsageError,
      flags.join(' '),
    );
  }
  assert.throws(() => readFlags([], {}), /start/);
  assert.throws(() => readFlags(['stop'], {}), /start/);
  assert.is(readFlags(['--help'], {}), 'help');
  assert.is(readFlags(['start', '--version'], {}), 'version');
});

test('the command exits with 2 and help for a usage error, and prints nothing on standard output', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin], { encoding: 'utf8' });
  assert.is(status, 2);
  assert.is(stdout, '');
  assert.match(stderr, /Usage: platform-mcp start/);
});

test('an unknown tool or group and an invalid address are usage errors too', async () => {
  const [error, log, code] = [console.error, console.log, process.exitCode];
  for (const flags of [
    ['--tool', 'no-such-tool'],
    ['--group', 'nope'],
    ['--server-url', 'x'],
  ]) {
    const said: unknown[] = [];
    const printed: unknown[] = [];
    console.error = (text: unknown) => said.push(text);
    console.log = (text: unknown) => printed.push(text);
    process.exitCode = undefined;
    try {
      await main(['start', ...flags], {});
      assert.is(process.exitCode, 2, flags.join(' '));
    } finally {
      [console.error, console.log, process.exitCode] = [error, log, code];
    }
    assert.match(String(said), /Usage: platform-mcp start/);
    assert.equal(printed, []);
  }
});

test('takes the token from the environment', async () => {
  const api = await Loopback.start();
  api.reply = json({ tokens: [] });
  const { client, stop } = await overStdio(['--server-url', api.url, '--team-id', 'team_9'], {
    POSTERN_PLATFORM_TOKEN: 'from-env',
  });
  await call(client, 'webhooks-get-webhooks');
  const seen = api.last();
  assert.equal([seen.headers.authorization, seen.query], ['Bearer from-env', 'teamId=team_9']);
  await stop();
  await api.stop();
});

test('the README names every flag, and no other', () => {
  const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const flagsOf = (text: string) => [...new Set(text.match(/--[a-z][a-z-]+/g))].sort();
  const own = flagsOf(help).filter((flag) => !['--help', '--version'].includes(flag));
  assert.equal(flagsOf(page), own);
});

async function status(
  url: string,
  headers: Record<string, string>,
  more: { method?: string; path?: string } = {},
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const json = { 'content-type': 'application/json', ...headers };
    const sent = request(url, { method: 'POST', headers: json, ...more }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end('{}');
  });
}

test('over HTTP, rejects foreign hosts, foreign pages, other paths and methods', async () => {
  const { url, child } = await startHttp([]);
  assert.is(await status(url, { host: 'evil.example' }), 403);
  assert.is(await status(url, { origin: 'https://evil.example' }), 403);
  assert.is(await status(url, { origin: 'null' }), 403);
  assert.is(await status(new URL('/other', url).href, {}), 404);
  for (const path of ['//', '/mcp/', '*', '/%2e%2e']) assert.is(await status(url, {}, { path }), 404, path);
  assert.is(await status(url, {}, { method: 'GET' }), 405);
  assert.is(await status(url, { origin: 'http://localhost:3000', accept: 'application/json, text/event-stream' }), 400);
  child.kill('SIGTERM');
});

test('over HTTP with an access token, rejects all others', async () => {
  const { url, child } = await startHttp(['--access-token', 'door']);
  assert.is(await status(url, {}), 401);
  assert.is(await status(url, { authorization: 'Bearer wrong' }), 401);
  for (const headers of [{}, { authorization: 'Bearer wrong' }] as Record<string, string>[]) {
    const answer = await fetch(url, { method: 'POST', body: '{}', headers });
    assert.is(answer.headers.get('www-authenticate'), 'Bearer');
    await answer.body?.cancel();
  }
  for (const scheme of ['bearer', 'BEARER'])
    assert.is.not(await status(url, { authorization: `${scheme} door` }), 401, scheme);
  const client = await connectTo(url, { authorization: 'Bearer door' });
  assert.is((await client.listTools()).tools.length, operations.length);
  await client.close();
  child.kill('SIGTERM');
});

test.run();
