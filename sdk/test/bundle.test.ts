// Bundles built with esbuild: the code that a page loads first, and the split of the schemas.
// runner: alone (esbuild's own process runs on)
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readCatalogue } from '../generator/catalogue.ts';
import { pack, sdkFolder } from './support/pack.ts';

const packed = pack(sdkFolder, '@postern/platform');
const out = join(packed.folder, 'dist');
test.after(() => rmSync(packed.project, { recursive: true }));

interface Bundle {
  entry: string;
  /** Size of the chunks loaded at once, plain and compressed. */
  size: number;
  gzip: number;
  outputs: Metafile['outputs'];
}

async function bundle(code: string): Promise<Bundle> {
  const result = await build({
    stdin: { contents: code, resolveDir: out, sourcefile: 'entry.js' },
    ...{
      outdir: '/out',
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
    },
    ...{ write: false, metafile: true, logLevel: 'error', absWorkingDir: '/', entryNames: 'entry' },
  });
  const { outputs } = result.metafile;
  const [start] = Object.entries(outputs).find(
    ([, { entryPoint }]) => entryPoint?.endsWith('entry.js') || entryPoint === '<stdin>',
  )!;
  const first = new Set<string>();
  const follow = (name: string): void => {
    if (first.has(name)) return;
    first.add(name);
    for (const { path, kind } of outputs[name]!.imports) if (kind === 'import-statement') follow(path);
  };
  follow(start);
  const files = result.outputFiles.filter(({ path }) => first.has(path.slice(1)));
  assert.is(files.length, first.size);
  return {
    entry: files.map(({ text }) => text).join(''),
    size: files.reduce((sum, { contents }) => sum + contents.length, 0),
    gzip: files.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0),
    outputs,
  };
}

const sourcesOf = (outputs: Metafile['outputs'], part: string) =>
  Object.entries(outputs).filter(([, { inputs }]) => Object.keys(inputs).some((path) => path.includes(part)));

test('the whole client stays below 100 KB, 24 KB compressed', async () => {
  const { size, gzip, outputs } = await bundle(`export { Platform } from './index.js';`);
  assert.ok(size < 100_000 && gzip < 24_000, `${size} / ${gzip}`);
  const { entries } = readCatalogue(new URL('../catalogue/', import.meta.url));
  for (const { fn } of entries) assert.is(sourcesOf(outputs, `schemas/${fn}.js`).length, 1, fn);
  assert.is(sourcesOf(outputs, 'schemas/shared.js').length, 1, 'shared nodes are in one chunk');
  const [schemas] = sourcesOf(outputs, 'schemas/projectsGetProjects.js')[0]!;
  assert.not.ok(
    sourcesOf(outputs, 'schemas/projectsGetProject.js').some(([name]) => name === schemas),
    'one chunk each',
  );
});

test('core and one function stay below 14 KB, 5.2 KB compressed, and include nothing else', async () => {
  const code = `export { PlatformCore } from './core.js'; export { webhooksGetWebhook } from './generated/funcs/webhooksGetWebhook.js';`;
  const { size, gzip, entry, outputs } = await bundle(code);
  assert.ok(size < 14_000 && gzip < 5200, `${size} / ${gzip}`);
  assert.match(entry, /GET \/v1\/webhooks\/\{id\}\?T/);
  assert.is(entry.match(/(GET|POST|PUT|PATCH|DELETE|HEAD) \//g)?.length, 1);
  assert.equal(sourcesOf(outputs, 'generated/funcs/').length, 1);
  assert.equal(sourcesOf(outputs, 'generated/functions.js').length, 0);
  assert.equal(
    sourcesOf(outputs, 'runtime/lines.js').length,
    0,
    'what reads logs comes with the functions that need it',
  );
  const [[, reading]] = sourcesOf(outputs, 'runtime/reading.js') as [[string, Metafile['outputs'][string]]];
  assert.not.ok(Object.keys(reading.inputs).some((path) => path.includes('schemas/')));
});

test('one function with everything it may load, in one file, stays below 12 KB compressed', async () => {
  const code = `export { PlatformCore } from './core.js'; export { webhooksGetWebhook } from './generated/funcs/webhooksGetWebhook.js';`;
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: out, sourcefile: 'entry.js' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
  });
  const gzip = gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
  assert.ok(gzip < 12_000, `${gzip}`);
  assert.match(outputFiles[0]!.text, 'has the wrong type');
  const shapes = 'matches none of the allowed shapes';
  assert.not.match(outputFiles[0]!.text, shapes, 'what tells shapes apart comes with the schemas that allow several');
});

test.run();
