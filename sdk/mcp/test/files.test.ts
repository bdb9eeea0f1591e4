// Files: none without --files, and with it only those below that folder, never through a link.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { json, Loopback } from '../../test/support/server.ts';
import { readFile, saveFile } from '../files.ts';
import { readFlags } from '../flags.ts';
import { Progress } from '../progress.ts';
import { call, inProcess, overHttp, overStdio } from './support.ts';

const api = await Loopback.start();
const home = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-files-')));
const [inside, outside] = [join(home, 'inside'), join(home, 'outside')];
test.after(async () => {
  await api.stop();
  rmSync(home, { recursive: true });
});

test.before.each(() => {
  for (const folder of [inside, outside]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(inside, 'sub'), { recursive: true });
  mkdirSync(outside);
  mkdirSync(`${inside}-neighbour`, { recursive: true });
  for (const file of [join(inside, 'own'), join(outside, 'secret'), join(`${inside}-neighbour`, 'secret')])
    writeFileSync(file, 'before');
  symlinkSync(join(outside, 'secret'), join(inside, 'link'));
  symlinkSync(join(outside, 'new'), join(inside, 'dangling'));
  symlinkSync(outside, join(inside, 'door'));
  symlinkSync('own', join(inside, 'near'));
  linkSync(join(outside, 'secret'), join(inside, 'hard'));
  execFileSync('mkfifo', [join(inside, 'pipe')]);
  api.reply = (seen) =>
    seen.method === 'GET'
      ? { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: Buffer.from('after') }
      : json({ urls: [] }, 202);
});

/** Paths that must be neither read nor written. */
const attacks = [
  '../outside/secret',
  'sub/../../outside/secret',
  './../outside/secret',
  '../inside-neighbour/secret',
  '../inside/../outside/secret',
  join(outside, 'secret'),
  `${inside}-neighbour/secret`,
  `${inside}/../outside/secret`,
  '/etc/passwd',
  '/proc/self/environ',
  `/proc/self/root${join(outside, 'secret')}`,
  '/proc/self/cwd/package.json',
  '/proc/self/fd/0',
  '/dev/fd/0',
  '/dev/zero',
  '~/.profile',
  pathToFileURL(join(outside, 'secret')).href,
  'link',
  'dangling',
  'door/secret',
  'door/new',
  'sub/../link',
  'hard',
  'pipe',
  'near',
  '',
  '.',
  '..',
  '/',
  inside,
  'sub',
  'own\0',
  '../outside/secret\0.txt',
  7,
  null,
  ['own'],
  { path: 'own' },
];

/** Returns everything below the test's folder with its content; the links themselves must still be links. */
function state(): string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      if (entry.isSymbolicLink()) return `${path} link`;
      return `${path} ${entry.isFile() ? readFileSync(path, 'utf8') : 'other'}`;
    })
    .sort();
}

async function attack(client: Client): Promise<void> {
  const before = state();
  for (const path of attacks) {
    const sent = api.seen.filter(({ method }) => method === 'PUT').length;
    const upload = await call(client, 'artifacts-upload-artifact', { hash: 'h', requestBody: { path } });
    assert.is(upload.isError, true, `read ${String(path)}`);
    assert.is(api.seen.filter(({ method }) => method === 'PUT').length, sent, `sent ${String(path)}`);
    for (const more of [{}, { overwrite: true }]) {
      const saved = await call(client, 'artifacts-download-artifact', { hash: 'h', saveTo: path, ...more });
      assert.is(saved.isError, true, `wrote ${String(path)}`);
    }
  }
  const again = await call(client, 'artifacts-download-artifact', { hash: 'h', saveTo: 'own' });
  assert.is(again.isError, true, 'an existing file');
  assert.equal(state(), before);
}

for (const [kind, start] of [
  ['stdio', overStdio],
  ['HTTP', overHttp],
] as const) {
  test(`over ${kind}, no path leads out of the folder of --files`, async () => {
    const { client, stop } = await start(['--server-url', api.url, '--files', inside]);
    try {
      await attack(client);
    } finally {
      await stop();
    }
  });

  test(`over ${kind}, no file is read or written without --files`, async () => {
    const { client, stop } = await start(['--server-url', api.url]);
    try {
      const before = state();
      for (const path of [join(inside, 'own'), 'own', 'new', join(inside, 'new'), ...attacks]) {
        const requestBody = { path };
        const sent = await call(client, 'artifacts-upload-artifact', { hash: 'h', requestBody });
        const saved = await call(client, 'artifacts-download-artifact', { hash: 'h', saveTo: path });
        assert.equal([sent.isError, saved.isError], [true, true], String(path));
      }
      assert.equal(state(), before);
    } finally {
      await stop();
    }
  });
}

// Replaces the folder `sub` by a link to an outside folder and back, as fast as possible, until it is stopped.
const exchange = `
  const { renameSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  const at = (name) => workerData + '/' + name;
  const swap = (from, to) => { renameSync(at('sub'), at(from)); renameSync(at(to), at('sub')); };
  const pause = () => { for (const end = performance.now() + Math.random() / 5; performance.now() < end; ); };
  let on = true;
  parentPort.once('message', () => { on = false; });
  (function round() {
    for (let count = 0; count < 100; count++) { swap('kept', 'door'); pause(); swap('door', 'kept'); pause(); }
    if (on) setImmediate(round);
    else parentPort.close();
  })();`;

test('a folder replaced by a link between check and use is not followed', async () => {
  // Other systems cannot address an open folder, as the README says.
  if (process.platform !== 'linux')
    return void console.log('\ncannot run: the exchange of a folder for a link: needs Linux');
  writeFileSync(join(inside, 'sub', 'secret'), 'own');
  const worker = new Worker(exchange, { eval: true, workerData: inside });
  const gone = once(worker, 'exit');
  const [signal, progress] = [AbortSignal.timeout(60_000), new Progress(undefined, 1000)];
  const found = { read: 0, written: 0, refused: 0 };
  const texts = new Set<string>();
  const read = async () => {
    const { blob, close } = await readFile(inside, 'sub/secret');
    try {
      texts.add(await blob.text());
      found.read++;
    } finally {
      await close();
    }
  };
  const write = async () => {
    await saveFile(inside, `sub/new-${found.written}`, false, { a: 1 }, signal, progress);
    found.written++;
  };
  const refused = () => {
    found.refused++;
  };
  for (const end = Date.now() + 4000; Date.now() < end; ) {
    await read().catch(refused);
    await write().catch(refused);
  }
  worker.postMessage('stop');
  await gone;
  assert.equal([[...texts], readdirSync(outside)], [['own'], ['secret']], JSON.stringify(found));
  assert.ok(found.read > 20 && found.written > 20 && found.refused > 20, JSON.stringify(found));
});

test('below the folder, reads uploads and writes downloads; replaces an existing file only on request', async () => {
  const { client, stop } = await inProcess(['--server-url', api.url, '--files', inside]);
  for (const path of ['own', './own', 'sub/../own', join(inside, 'own')]) {
    const sent = await call(client, 'artifacts-upload-artifact', { hash: 'h', requestBody: { path } });
    assert.equal([sent.isError, api.last().body.toString()], [false, 'before'], path);
  }
  for (const saveTo of ['new', 'sub/new', join(inside, 'sub', 'newer')]) {
    const saved = await call(client, 'artifacts-download-artifact', { hash: 'h', saveTo });
    assert.equal([saved.isError, saved.data.bytes], [false, 5], saveTo);
  }
  assert.is(readFileSync(join(inside, 'sub', 'new'), 'utf8'), 'after');
  const replaced = await call(client, 'artifacts-download-artifact', { hash: 'h', saveTo: 'own', overwrite: true });
  assert.equal([replaced.isError, readFileSync(join(inside, 'own'), 'utf8')], [false, 'after']);
  await stop();
});

test('a broken download with overwrite leaves the old file unchanged', async () => {
  const { client, stop } = await inProcess(['--server-url', api.url, '--files', inside]);
  api.reply = (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': '100' }).write('half');
    setTimeout(() => response.destroy(), 50);
    return undefined;
  };
  const before = state();
  const broken = await call(client, 'artifacts-download-artifact', { hash: 'h', saveTo: 'own', overwrite: true });
  assert.equal([broken.isError, state()], [true, before]);
  await stop();
});

test('tools offer paths only with --files, and describe that they write them', async () => {
  for (const [flags, uploads, saves] of [
    [[], false, false],
    [['--files', inside], true, true],
    [['--files', inside, '--read-only'], false, false],
  ] as const) {
    const { client, stop } = await inProcess([...flags]);
    const { tools } = await client.listTools();
    const properties = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {};
    const download = tools.find(({ name }) => name === 'artifacts-download-artifact')!;
    const names = Object.keys(properties(download.name));
    assert.equal([names.includes('saveTo'), names.includes('overwrite')], [saves, saves], flags.join(' '));
    assert.is(download.annotations?.readOnlyHint, !saves);
    const body = JSON.stringify(properties('artifacts-upload-artifact'));
    assert.is(body.includes('"path"'), uploads, flags.join(' '));
    await stop();
  }
});

test('--read-only writes no file, not even through call-operation', async () => {
  for (const flags of [[], ['--dynamic']]) {
    const { client, stop } = await inProcess(['--server-url', api.url, '--files', inside, '--read-only', ...flags]);
    const args = { hash: 'h', saveTo: 'new' };
    const name = 'artifacts-download-artifact';
    const { isError } = await (flags.length
      ? call(client, 'call-operation', { name, arguments: args })
      : call(client, name, args));
    assert.equal([isError, existsSync(join(inside, 'new'))], [true, false]);
    await stop();
  }
});

test('--files must name an existing folder; it may be a link itself', () => {
  const start = (dir: string) => () => readFlags(['start', '--files', dir], {});
  assert.throws(start(join(home, 'none')), /--files/);
  assert.throws(start(join(inside, 'own')), /--files/);
  assert.not.throws(start(join(inside, 'door')));
});

test.run();
