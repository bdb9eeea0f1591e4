// Contents of the packed packages besides code: entries for migrated code, readable modules, provenance.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pack, run, sdkFolder } from './support/pack.ts';
import { ROWS } from './support/rows.ts';

const packed = pack(sdkFolder, '@postern/platform');
writeFileSync(join(packed.project, 'package.json'), '{"private":true}');
test.after(() => rmSync(packed.project, { recursive: true }));

async function printed(code: string): Promise<unknown> {
  writeFileSync(join(packed.project, 'entry.mjs'), code);
  return JSON.parse(await run(process.execPath, ['entry.mjs'], packed.project)) as unknown;
}

test('models/*.js export the errors, the same classes that the client throws', async () => {
  const found = await printed(`
    import * as root from '@postern/platform';
    import * as models from '@postern/platform/models/sdkerror.js';
    import * as others from '@postern/platform/models/httpclienterrors.js';
    const names = Object.keys(models).filter((name) => name !== 'SDKError');
    console.log(JSON.stringify({
      differing: names.filter((name) => models[name] !== root[name] || models[name] !== others[name]),
      some: ['PlatformError', 'ConnectionError', 'ResponseValidationError'].map((name) => typeof models[name]),
      sdkError: models.SDKError === root.PlatformError,
    }));`);
  assert.equal(found, { differing: [], some: ['function', 'function', 'function'], sdkError: true });
});

test('lib/*.js export the HTTP client and the results', async () => {
  const found = await printed(`
    import { Platform } from '@postern/platform';
    import { HTTPClient } from '@postern/platform/lib/http.js';
    import { unwrap } from '@postern/platform/lib/result.js';
    const fetcher = async () => Response.json([{ id: 'w' }]);
    const platform = new Platform({ httpClient: new HTTPClient({ fetcher }), responseValidation: 'off' });
    console.log(JSON.stringify([await platform.webhooks.getWebhooks({}), unwrap({ ok: true, value: 1 })]));`);
  assert.equal(found, [[{ id: 'w' }], 1]);
});

test('types/*.js export results: created, unwrapped, and of the same type as those of functions', async () => {
  const found = await printed(`
    import { PlatformCore } from '@postern/platform/core.js';
    import { webhooksGetWebhooks } from '@postern/platform/funcs/webhooksGetWebhooks.js';
    import { HTTPClient } from '@postern/platform/lib/http.js';
    import { ERR, OK, unwrap, unwrapAsync } from '@postern/platform/types/fp.js';
    import * as others from '@postern/platform/types/async.js';
    const fetcher = async () => Response.json([{ id: 'w' }]);
    const core = new PlatformCore({ httpClient: new HTTPClient({ fetcher }), responseValidation: 'off' });
    const failing = unwrapAsync(Promise.resolve(ERR(new Error('no')))).catch(({ message }) => message);
    console.log(JSON.stringify([
      await unwrapAsync(webhooksGetWebhooks(core, {})), unwrap(OK(1)), await failing, others.unwrap === unwrap,
    ]));`);
  assert.equal(found, [[{ id: 'w' }], 1, 'no', true]);
});

test('installing a published package runs no script', () => {
  for (const folder of [packed.folder, join(sdkFolder, 'mcp'), join(sdkFolder, 'migrate')]) {
    const { scripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts?: object };
    const run = Object.keys(scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name));
    assert.equal(run, [], folder);
  }
});

test('internal modules cannot be imported', async () => {
  const found = await printed(`
    const tries = ['runtime/plan.js', 'dist/index.js', 'generated/client.js'].map((path) => import('@postern/platform/' + path));
    console.log(JSON.stringify((await Promise.allSettled(tries)).map(({ reason }) => reason?.code)));`);
  assert.equal(found, Array(3).fill('ERR_PACKAGE_PATH_NOT_EXPORTED'));
});

test('handwritten modules are published with their lines and `//` comments, without doc comments and source maps', () => {
  const modules = packed.files.map(({ path }) => path).filter((path) => /^dist\/(?!generated\/).*\.js$/.test(path));
  assert.ok(modules.length > 20, `${modules.length} modules`);
  for (const path of modules) {
    const text = readFileSync(join(packed.folder, path), 'utf8');
    assert.not.match(text, /sourceMappingURL|\/\*\*/, path);
    const source = readFileSync(join(sdkFolder, path.replace('dist/', '').replace(/\.js$/, '.ts')), 'utf8');
    // A module with only types has no code.
    if (text.trim() === 'export {};') continue;
    const [head] = /^(?:\/\/.*\n)+/.exec(source) ?? [];
    assert.ok(head && text.startsWith(head), path);
  }
  assert.not.ok(packed.files.some(({ path }) => path.endsWith('.map')));
});

// V8 keeps the source of every module that was imported: one byte per character, two if any of them is not ASCII.
const sourceOf = (file: string, found = new Map<string, number>()): Map<string, number> => {
  if (found.has(file)) return found;
  const text = readFileSync(file, 'utf8');
  found.set(file, /[^\0-\x7f]/.test(text) ? 2 * text.length : text.length);
  for (const [, path] of text.matchAll(/(?:from|\bimport) ?['"](\.[^'"]+)['"]/g))
    sourceOf(join(dirname(file), path!), found);
  return found;
};

test('published modules are ASCII, so that each character takes one byte of memory', () => {
  for (const { path } of packed.files) {
    if (path.endsWith('.js')) assert.not.match(readFileSync(join(packed.folder, path), 'utf8'), /[^\0-\x7f]/, path);
  }
});

// Bytes: the sizes before methods and members had descriptions.
for (const [entry, bytes, modules] of [
  ['index.js', 171_227, 15],
  ['core.js', 15_955, 9],
  ['generated/funcs/aliasesAssignAlias.js', 18_664, 10],
] as const) {
  test(`importing ${entry} keeps at most ${bytes} bytes of source in memory, from at most ${modules} modules`, () => {
    const found = sourceOf(join(packed.folder, 'dist', entry));
    const sum = [...found.values()].reduce((total, size) => total + size, 0);
    assert.ok(found.size > 5 && found.size <= modules, `${found.size} modules`);
    assert.ok(sum <= bytes, `${sum} bytes`);
  });
}

test('an error in the runtime shows its line', async () => {
  const code = `
    import { unwrap } from '@postern/platform/lib/result.js';
    import { PlatformCore } from '@postern/platform/core.js';
    import { webhooksGetWebhook } from '@postern/platform/funcs/webhooksGetWebhook.js';
    const { error } = await webhooksGetWebhook(new PlatformCore(), { id: '..' });
    console.log(JSON.stringify(error.stack));`;
  writeFileSync(join(packed.project, 'stack.mjs'), code);
  const stack = await run(process.execPath, ['stack.mjs'], packed.project);
  assert.match(stack, /\/runtime\/\w+\.js:\d+:\d+/);
});

test('every package is published publicly and with provenance, and names no other repository', () => {
  for (const folder of ['.', 'mcp', 'migrate']) {
    const manifest = JSON.parse(readFileSync(join(sdkFolder, folder, 'package.json'), 'utf8')) as {
      publishConfig?: object;
      repository?: { url: string; directory: string };
    };
    assert.equal(manifest.publishConfig, { access: 'public', provenance: true }, folder);
    const { repository } = manifest;
    if (repository) assert.is(join(dirname(sdkFolder), repository.directory), join(sdkFolder, folder), folder);
    else assert.match(readFileSync(join(sdkFolder, '../CONTRIBUTING.md'), 'utf8'), /`repository`/);
  }
  const { publishConfig } = JSON.parse(readFileSync(join(packed.folder, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  assert.equal(publishConfig, { access: 'public', provenance: true }, 'packed');
});

test('the README names the oldest TypeScript of the matrix', () => {
  const lowest = ROWS.find(({ kind }) => kind === 'typescript')!.name;
  assert.ok(readFileSync(join(sdkFolder, 'README.md'), 'utf8').includes(`${lowest} and later`), lowest);
  assert.not.ok(existsSync(join(packed.folder, 'test')));
});

test.run();
