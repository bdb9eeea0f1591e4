// The files of the console: compression, size and references.
import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createFiles } from '../../console/server/files.ts';

test('compresses a file once, outside of the event loop', async () => {
  const files = createFiles();
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  const [one, other] = await Promise.all([files.find('/libraries/uplot.js'), files.find('/libraries/uplot.js')]);
  clearImmediate(next);
  assert.ok(turns > 0, 'the event loop stood still');
  assert.ok(one);
  assert.is(one, other);
  assert.equal(brotliDecompressSync(one?.brotli ?? ''), one?.body);
});

test('all files are smaller than 150 KB compressed, and pages name no file that is not served', async () => {
  const files = createFiles();
  let bytes = 0;
  for (const path of files.paths) {
    const file = await files.find(path);
    assert.ok(file, path);
    bytes += (file?.brotli ?? file?.body)?.length ?? 0;
    const text = file?.body.toString('utf8') ?? '';
    if (!path.startsWith('/libraries/') && path.endsWith('.ts'))
      for (const [, name = ''] of text.matchAll(/(?:from|import\()\s*'\.\/([^']+)'/g))
        assert.ok(files.find(`/${name}`), name);
    if (path.endsWith('.html'))
      for (const [, name = ''] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) assert.ok(files.find(name), name);
    assert.not.match(text, /\binnerHTML\b(?!.{0,80}dangerously)[^=]{0,3}=[^=].*`/, path);
  }
  assert.ok(bytes > 50_000 && bytes < 150_000, `${bytes} bytes`);
});

test('no line of a text in a template ends with punctuation, because the server removes the line end after it', () => {
  for (const name of readdirSync('console/pages').filter((file) => file.endsWith('.ts'))) {
    const lines = readFileSync(`console/pages/${name}`, 'utf8').split('\n');
    const text = /<\/?(a|b|code|d[dt]|div|h\d|li|p|span|strong|q)\b[^`]*>[^<>$`{}()]*[,;:?]$/;
    assert.equal(
      lines.filter((line) => text.test(line)),
      [],
      name,
    );
  }
});

test.run();
