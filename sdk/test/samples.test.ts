// Every sample of the documentation is a program: it compiles against the packed package, and runs, on its own.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { goodAnswer } from './support/answering.ts';
import { pack, run, sdkFolder } from './support/pack.ts';
import { Loopback } from './support/server.ts';

interface Sample {
  name: string;
  kind: string;
  code: string;
}

const docs = join(sdkFolder, 'docs');
const pages = readdirSync(docs).map((name) => join(docs, name));
const samples: Sample[] = [join(sdkFolder, 'README.md'), ...pages].flatMap((file) => {
  const blocks = [...readFileSync(file, 'utf8').matchAll(/^```(ts|js)\n([\s\S]*?)^```$/gm)];
  const page = file.split('/').at(-1)!.replace('.md', '');
  return blocks.map(([, kind, code], at) => ({ name: `${page}-${at}`, kind: kind!, code: code! }));
});
const packed = pack(sdkFolder, '@postern/platform');
const server = await Loopback.start();
server.reply = goodAnswer;

const folder = join(packed.project, 'samples');
mkdirSync(folder);
for (const { name, kind, code } of samples) writeFileSync(join(folder, `${name}.${kind}`), code);

test.after(async () => {
  rmSync(packed.project, { recursive: true });
  await server.stop();
});

test('there is a sample for every method, for the functions of each group, and in the README', () => {
  assert.ok(samples.length > 470, `${samples.length}`);
  const methods = pages.flatMap((file) => readFileSync(file, 'utf8').match(/^## (?!Errors$)/gm) ?? []);
  const groups = pages.length - 1;
  const inReadme = samples.filter(({ name }) => name.startsWith('README')).length;
  assert.is(samples.length, methods.length + groups + inReadme);
  assert.ok(inReadme >= 6);
});

test('every sample compiles on its own, with the libraries of a browser', () => {
  const config = {
    compilerOptions: {
      ...{ target: 'esnext', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true },
      ...{ lib: ['dom', 'dom.iterable', 'esnext'], types: [], moduleDetection: 'force' },
    },
    include: ['samples/*.ts'],
  };
  writeFileSync(join(packed.project, 'package.json'), '{"type":"module"}');
  writeFileSync(join(packed.project, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(sdkFolder, '../node_modules/.bin/tsc');
  const { stdout, stderr } = spawnSync(tsc, ['-p', packed.project], { encoding: 'utf8' });
  assert.is(`${stdout}${stderr}`.slice(0, 3000), '');
});

// Samples use the API's own URL; only the connection is redirected.
const driver = `
import { readdirSync } from 'node:fs';
const [, , base] = process.argv;
const send = globalThis.fetch;
let sent = 0;
globalThis.fetch = (request) => {
  sent++;
  const { pathname, search } = new URL(request.url);
  return send(new Request(new URL(pathname + search, base), request));
};
const say = console.log;
for (const name of ['log', 'error', 'group', 'groupEnd']) console[name] = () => undefined;
const wrong = [];
for (const file of readdirSync('samples').filter((name) => /\\.(ts|js)$/.test(name))) {
  const before = sent;
  try {
    await import('./samples/' + file);
    // A sample without await continues after its module has ended.
    for (let turn = 0; turn < 200 && sent === before; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
    if (sent === before) wrong.push(file + ' sent nothing');
  } catch (error) {
    wrong.push(file + ': ' + (error.pretty?.() ?? error.stack));
  }
}
say(JSON.stringify(wrong));
`;

test('every sample runs on its own against a server', async () => {
  writeFileSync(join(packed.project, 'driver.mjs'), driver);
  writeFileSync(join(packed.project, 'build.tgz'), 'bytes');
  const strict = ['--unhandled-rejections=strict', '--no-warnings', 'driver.mjs', server.url];
  const wrong = JSON.parse(await run(process.execPath, strict, packed.project)) as string[];
  assert.is(wrong.slice(0, 8).join('\n'), '');
});

test('no sample has a value to fill in, except for the token', () => {
  for (const { name, code } of samples) assert.not.match(code.replaceAll('<BEARER_TOKEN>', ''), /<[a-z_]+>/i, name);
});

test.run();
