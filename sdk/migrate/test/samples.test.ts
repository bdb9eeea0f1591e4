// The other package's README examples, migrated: each program compiles against the packed package and runs against a
// server.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { goodAnswer } from '../../test/support/answering.ts';
import { pack, run, sdkFolder } from '../../test/support/pack.ts';
import { Loopback } from '../../test/support/server.ts';
import { main } from '../main.ts';
import { samples } from './samples.ts';

const packed = pack(sdkFolder, '@postern/platform');
const code = join(packed.project, 'code');
const server = await Loopback.start();
server.reply = goodAnswer;
const said: string[] = [];
mkdirSync(join(code, 'node_modules/other'), { recursive: true });
for (const [name, text] of Object.entries(samples)) writeFileSync(join(code, `${name}.ts`), text);
writeFileSync(join(code, 'node_modules/other/index.js'), "import '@vercel/sdk';\n");
const manifest =
  '{\n\t"name": "shop",\n\t"type": "module",\n\t"dependencies": { "@vercel/sdk": "^1.28.35", "zod": "4" }\n}\n';
writeFileSync(join(code, 'package.json'), manifest);

test.after(async () => {
  rmSync(packed.project, { recursive: true });
  await server.stop();
});

test('a dry run changes nothing and reports what it would do', () => {
  const lines: string[] = [];
  assert.is(
    main(['--dry-run', 'code'], packed.project, (line) => lines.push(line)),
    0,
  );
  for (const [name, text] of Object.entries(samples)) {
    assert.is(readFileSync(join(code, `${name}.ts`), 'utf8'), text);
    assert.ok(lines.includes(`code/${name}.ts: would be changed`), name);
  }
});

test("migrates all of them, including the dependency, and leaves dependencies' code unchanged", () => {
  assert.is(
    main([], code, (line) => said.push(line)),
    0,
  );
  for (const name of readdirSync(code).filter((file) => file.endsWith('.ts'))) {
    const text = readFileSync(join(code, name), 'utf8');
    assert.not.match(text, /@vercel|\bVercel(Core|Error)?\b|SDKOptions|unwrapAsync/, name);
    assert.match(text, /@postern\/platform/, name);
  }
  const version = (JSON.parse(readFileSync(join(packed.folder, 'package.json'), 'utf8')) as { version: string })
    .version;
  assert.is(
    readFileSync(join(code, 'package.json'), 'utf8'),
    manifest.replace('"@vercel/sdk": "^1.28.35"', `"@postern/platform": "${version}"`),
  );
  assert.match(readFileSync(join(code, 'node_modules/other/index.js'), 'utf8'), /@vercel/);
  assert.is(
    said.at(-1),
    `${Object.keys(samples).length + 1} files changed, 2 places to look at, 0 files that cannot be read`,
  );
  assert.ok(said.some((line) => /^errors\.ts:4: CreateApiKeysResponseResponseBody became PlatformError/.test(line)));
});

test('a second run has nothing to do', () => {
  const lines: string[] = [];
  assert.is(
    main([], code, (line) => lines.push(line)),
    0,
  );
  assert.equal(lines, ['0 files changed, 0 places to look at, 0 files that cannot be read']);
});

test('every program compiles', () => {
  const types = join(sdkFolder, '../node_modules/@types');
  const options = { target: 'esnext', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true };
  const compilerOptions = { ...options, lib: ['dom', 'esnext'], typeRoots: [types], types: ['node'] };
  writeFileSync(join(code, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const tsc = join(sdkFolder, '../node_modules/.bin/tsc');
  const { stdout, stderr } = spawnSync(tsc, ['-p', code], { encoding: 'utf8' });
  assert.is(`${stdout}${stderr}`.slice(0, 3000), '');
});

test('every program runs, and sends a request to the API', async () => {
  symlinkSync(join(packed.project, 'node_modules/@postern'), join(code, 'node_modules/@postern'));
  writeFileSync(join(code, 'build.tgz'), 'bytes');
  // One process runs them one after the other; each sends its own request.
  const driver = `const send = globalThis.fetch;
    let sent = 0;
    globalThis.fetch = (request) => {
      sent++;
      const { pathname, search } = new URL(request.url);
      return send(new Request(new URL(pathname + search, ${JSON.stringify(server.url)}), request));
    };
    const counts = {};
    const say = console.log;
    for (const name of ['log', 'error', 'group', 'groupEnd']) console[name] = () => undefined;
    for (const name of ${JSON.stringify(Object.keys(samples))}) {
      const before = sent;
      await import('./' + name + '.ts');
      counts[name] = sent - before;
    }
    say(JSON.stringify(counts));`;
  writeFileSync(join(code, 'driver.mjs'), driver);
  const strict = ['--unhandled-rejections=strict', '--no-warnings', 'driver.mjs'];
  const counts = JSON.parse(await run(process.execPath, strict, code)) as Record<string, number>;
  for (const name of Object.keys(samples)) assert.ok(counts[name]! > 0, name);
  assert.is(
    server.seen.length,
    Object.values(counts).reduce((sum, count) => sum + count, 0),
  );
});

test.run();
