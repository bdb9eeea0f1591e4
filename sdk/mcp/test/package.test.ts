// The packed server, run as npx runs it, on the oldest and the newest Node.
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { absent, nodeOf, pack, run, sdkFolder } from '../../test/support/pack.ts';
import { json, Loopback } from '../../test/support/server.ts';
import { operations } from '../platform.ts';

const packed = pack(fileURLToPath(new URL('../', import.meta.url)), '@postern/platform-mcp');
const api = await Loopback.start();
const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
symlinkSync(join(modules, '@modelcontextprotocol'), join(packed.project, 'node_modules/@modelcontextprotocol'));
const bin = join(packed.folder, 'dist/bin.js');

test.after(async () => {
  rmSync(packed.project, { recursive: true });
  await api.stop();
});

for (const major of [20, 24]) {
  test(`runs on Node ${major}`, async () => {
    const node = nodeOf(major);
    if (!node) return absent(`Node ${major}`);
    assert.is((await run(node, [bin, '--version'], packed.project)).trim(), '0.1.0');
    api.reply = json({ records: [] });
    const client = new Client({ name: 'test', version: '1.0.0' });
    const args = ['--unhandled-rejections=strict', bin, 'start', '--bearer-token', 't', '--server-url', api.url];
    await client.connect(new StdioClientTransport({ command: node, args, stderr: 'ignore' }));
    assert.is((await client.listTools()).tools.length, operations.length);
    const { content } = await client.callTool({ name: 'dns-get-records', arguments: { domain: 'd' } });
    assert.equal(content, [{ type: 'text', text: '{"records":[]}' }]);
    await client.close();
  });
}

test('contains only the bundle, which starts as a command', () => {
  for (const { path } of packed.files) assert.match(path, /^(dist\/.*\.js|package\.json|README\.md|LICENSE)$/);
  const license = (folder: string) => readFileSync(join(folder, 'LICENSE'), 'utf8');
  assert.is(license(packed.folder), license(join(sdkFolder, '..')));
  assert.ok(packed.packedSize < 1_000_000, `${packed.packedSize} bytes`);
});

test.run();
