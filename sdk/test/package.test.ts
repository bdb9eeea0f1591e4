// The packed, compiled package: its contents and its types. runtimes.test.ts runs it in every runtime.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { everyPlace, readCatalogue } from '../generator/catalogue.ts';
import { nodeOf, pack, run, sdkFolder } from './support/pack.ts';

const packed = pack(sdkFolder, '@postern/platform');

writeFileSync(join(packed.project, 'package.json'), '{"private":true}');
test.after(() => rmSync(packed.project, { recursive: true }));

test('CommonJS loads it by dynamic import', async () => {
  const code = `import('@postern/platform').then(({ Platform }) => console.log(typeof new Platform().projects.getProject));`;
  writeFileSync(join(packed.project, 'common.cjs'), code);
  for (const node of [nodeOf(20), nodeOf(24)]) {
    if (node) assert.is((await run(node, ['common.cjs'], packed.project)).trim(), 'function');
  }
});

test('fromPath works from /node without a warning', async () => {
  const code = `import { fromPath } from '@postern/platform/node'; console.log(String((await fromPath('package.json')).size));`;
  writeFileSync(join(packed.project, 'path.mjs'), `${code} process.on('warning', (w) => { throw w });`);
  for (const node of [nodeOf(20), nodeOf(24)]) {
    if (node) assert.is((await run(node, ['path.mjs'], packed.project)).trim(), '16');
  }
});

test('has no dependency, source or side effect, and less than 2 MB', () => {
  const manifest = JSON.parse(readFileSync(join(packed.folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies', 'bundledDependencies']) {
    assert.is(manifest[kind], undefined, kind);
  }
  assert.equal([manifest.type, manifest.sideEffects], ['module', false]);
  const total = packed.files.reduce((sum, { path }) => sum + statSync(join(packed.folder, path)).size, 0);
  assert.ok(total < 2_000_000, `${total} bytes`);
  assert.is(readFileSync(join(packed.folder, 'LICENSE'), 'utf8'), readFileSync(join(sdkFolder, '../LICENSE'), 'utf8'));
  for (const { path } of packed.files) {
    assert.match(path, /^(dist\/.*\.(js|js\.map|d\.ts)|package\.json|README\.md|CHANGELOG\.md|LICENSE)$/);
    if (!path.endsWith('.js')) continue;
    const text = readFileSync(join(packed.folder, path), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)) {
      assert.match(specifier!, path.endsWith('runtime/node.js') ? /^node:/ : /^\.{1,2}\/.*\.js$/, path);
    }
  }
});

test('every function has its own entry, under its names', async () => {
  const { entries } = readCatalogue(new URL('../catalogue/', import.meta.url));
  const names = entries.flatMap((entry) => everyPlace(entry).map(({ fn }) => fn));
  assert.is(names.length, 435);
  const code = `const names = ${JSON.stringify(names)};
    for (const name of names) {
      const module = await import('@postern/platform/funcs/' + name + '.js');
      if (Object.keys(module).join() !== name || typeof module[name] !== 'function') throw new Error(name);
    }
    console.log(String(names.length));`;
  writeFileSync(join(packed.project, 'all.mjs'), code);
  assert.is((await run(process.execPath, ['all.mjs'], packed.project)).trim(), '435');
});

test('deprecated operations and parameters are marked in the types', () => {
  const read = (path: string) => readFileSync(join(packed.folder, 'dist/generated', path), 'utf8');
  const groups = read('groups.d.ts');
  const classText = (name: string) => new RegExp(`^export declare class ${name} \\{[^]*?\n\\}`, 'm').exec(groups)![0];
  const mark = /@deprecated\s+\*\/\s+(export declare const marketplaceU|u)pdateResourceSecrets[(:]/;
  assert.match(classText('Marketplace'), mark);
  assert.match(read('functions.d.ts'), mark);
  assert.match(read('types/projects.d.ts'), /@deprecated \*\/\s+decrypt\?/);
  assert.is(classText('Marketplace').match(/@deprecated/g)?.length, 3, 'one operation and two former names');
  assert.match(classText('EdgeConfig'), /@deprecated Its name is globalConfig\.getEdgeConfigs now\./);
  assert.match(classText('Domains'), /@deprecated No longer in the description of the API\.\s+\*\/\s+buyDomain\(/);
});

const tscFile = () => join(sdkFolder, '../node_modules/.bin/tsc');

const program = `
import { Platform, pages, type GetProjectsResponseBody } from '@postern/platform';
import { projectsGetProjects } from '@postern/platform/funcs/projectsGetProjects.js';
import { PlatformCore, type Result } from '@postern/platform/core.js';
const platform = new Platform({ bearerToken: 't', teamId: 'x' });
const result: Result<GetProjectsResponseBody> = await projectsGetProjects(new PlatformCore(), { limit: '1' });
if (result.ok && 'projects' in result.value) result.value.projects.map((project) => project.id);
const events = await platform.deployments.getDeploymentEvents({ idOrUrl: 'd' }, { stream: true });
for await (const event of events) console.log(event);
for await (const page of pages(platform, projectsGetProjects, {})) if ('projects' in page) page.projects.at(0);
const deployment = await platform.deployments.getDeployment({ idOrUrl: 'd' });
const state: string = deployment.readyState;
const known: typeof deployment.readyState = 'READY';
const open: typeof deployment.readyState = 'STATE_OF_TOMORROW';
const { data, response } = await platform.user.getAuthUser().withResponse();
console.log(state, known, open, data.user, response.status);
// @ts-expect-error an argument is missing
await platform.projects.getProject({});
// @ts-expect-error an argument has the wrong type
await platform.projects.getProjects({ limit: 5 });
// @ts-expect-error arguments know their enums
await platform.integrations.getConfigurations({ view: 'other' });
// @ts-expect-error a string is no upload
await platform.deployments.uploadFile({ requestBody: 'text' });
// @ts-expect-error groups are read-only
platform.projects = platform.projects;
// @ts-expect-error not every list has pages
for await (const _ of pages(platform, platform.security.getBypassIp, {}));
`;

for (const [module, resolution, lib] of [
  ['nodenext', 'nodenext', '"es2024"'],
  ['esnext', 'bundler', '"es2024", "dom", "dom.asynciterable"'],
] as const) {
  test(`its types compile in a strict program (${resolution})`, async () => {
    writeFileSync(join(packed.project, 'program.mts'), program);
    const types = lib.includes('dom') ? [] : ['node'];
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      target: 'es2024',
      module,
      moduleResolution: resolution,
      types,
    };
    const config = {
      compilerOptions: {
        ...compilerOptions,
        lib: JSON.parse(`[${lib}]`),
        typeRoots: [join(sdkFolder, '../node_modules/@types')],
      },
      files: ['program.mts'],
    };
    writeFileSync(join(packed.project, 'tsconfig.json'), JSON.stringify(config));
    await run(tscFile(), ['-p', 'tsconfig.json'], packed.project);
  });
}

test('every TypeScript example of the README compiles', async () => {
  const readme = readFileSync(join(sdkFolder, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
  assert.ok(blocks.length >= 6, `${blocks.length} examples`);
  const names = blocks.map((code, at) => {
    writeFileSync(join(packed.project, `readme${at}.mts`), code);
    return `readme${at}.mts`;
  });
  const flags = [
    '--strict',
    '--noEmit',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--lib',
    'esnext,dom,dom.iterable',
  ];
  await run(tscFile(), ['--ignoreConfig', ...flags, '--types', '', ...names], packed.project);
});

test.run();
