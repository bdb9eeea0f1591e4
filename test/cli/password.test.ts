// postern password list build: options and errors. leak_check.test.ts builds lists and compares them with the range
// API.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runInside } from '../support/processes/inside.ts';

const folder = mkdtempSync(join(tmpdir(), 'ranges-'));
const to = join(folder, 'list.bin');
test.after(() => rmSync(folder, { recursive: true }));

const build = (from: string, ...more: string[]) =>
  runInside(['password', 'list', 'build', from, '--to', to, ...more], { env: {} });

test('a folder without all ranges, and one that does not exist, are errors that leave no file', async () => {
  const ranges = join(folder, 'ranges');
  mkdirSync(ranges);
  writeFileSync(join(ranges, '00000.txt'), `${'0'.repeat(35)}:1\r\n`);
  for (const from of [ranges, join(folder, 'absent')]) {
    const { code, stdout, stderr } = await build(from);
    assert.equal([code, stdout], [1, '']);
    assert.match(stderr, /^The list cannot be built: there is no .*0000\d/);
    assert.equal([existsSync(to), existsSync(`${to}.part`)], [false, false]);
  }
});

test('a file that is no range is named; a count is a number of at least 1', async () => {
  const ranges = join(folder, 'wrong');
  mkdirSync(ranges);
  writeFileSync(join(ranges, '00000.txt'), '<html>blocked</html>');
  const wrong = await build(ranges);
  assert.is(wrong.code, 1);
  assert.match(wrong.stderr, /^The list cannot be built: /);
  const few = await build(ranges, '--min-count', '0');
  assert.is(few.code, 2);
  assert.match(few.stderr, 'It must be a number of at least 1.');
});

test.run();
