// The packed command, run as npx runs it, without anything else installed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { absent, nodeOf, pack, run } from '../../test/support/pack.ts';

const packed = pack(fileURLToPath(new URL('../', import.meta.url)), '@postern/platform-migrate');
const bin = join(packed.folder, 'dist/bin.js');

test.after(() => rmSync(packed.project, { recursive: true }));

for (const major of [20, 24]) {
  test(`runs on Node ${major}`, async () => {
    const node = nodeOf(major);
    if (!node) return absent(`Node ${major}`);
    const file = join(packed.project, `a${major}.ts`);
    writeFileSync(file, `import { Vercel } from '@vercel/sdk';\nnew Vercel();\n`);
    assert.match(await run(node, [bin, file], packed.project), /1 files changed, 0 places to look at/);
    assert.is(readFileSync(file, 'utf8'), `import { Platform } from '@postern/platform';\nnew Platform();\n`);
  });
}

test('is one small file without dependencies', () => {
  const manifest = JSON.parse(readFileSync(join(packed.folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  assert.is(manifest.dependencies, undefined);
  assert.equal(packed.files.map(({ path }) => path).sort(), ['LICENSE', 'README.md', 'dist/bin.js', 'package.json']);
  assert.ok(packed.packedSize < 300_000, `${packed.packedSize}`);
  assert.match(readFileSync(bin, 'utf8'), /^#!\/usr\/bin\/env node\n/);
});

test.run();
