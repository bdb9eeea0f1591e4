// Runtimes of the packed package, one per row: the same tour in every runtime, a typed program with every TypeScript.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import * as assert from 'uvu/assert';
import { nodeOf, pack, programs, run, runtimeFile, sdkFolder } from './pack.ts';
import { Loopback } from './server.ts';
import { serveTour } from './site.ts';
import { expected, tour } from './tour.ts';
import { typedProgram } from './typed_program.ts';

export interface Row {
  name: string;
  kind: 'runtime' | 'typescript';
  /** Returns the required program or module; undefined if it is not installed. */
  find(): string | undefined;
  run(program: string, place: Place): Promise<void>;
}

/** The packed package in a project, and the server that its tour calls. */
export interface Place {
  project: string;
  server: Loopback;
  /** Resolves to the next browser's report. */
  report(): Promise<string>;
  folder: string;
}

export async function makePlace(): Promise<Place> {
  const { project, folder } = pack(sdkFolder, '@postern/platform');
  const server = await Loopback.start();
  let reported: (text: string) => void = () => undefined;
  serveTour(server, folder, (text) => reported(text));
  writeFileSync(join(project, 'package.json'), '{"private":true}');
  writeFileSync(join(project, 'tour.mjs'), tour(JSON.stringify(server.url), 'console.log(JSON.stringify(found));'));
  const report = () =>
    new Promise<string>((resolve) => {
      reported = resolve;
    });
  return { project, folder, server, report };
}

function command(name: string, find: () => string | undefined, args: string[]): Row {
  const check = async (program: string, { project }: Place) =>
    assert.equal(JSON.parse(await run(program, args, project)), expected);
  return { name, kind: 'runtime', find, run: check };
}

async function inChromium(program: string, { project, server, report }: Place): Promise<void> {
  const found = report();
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  const profile = `--user-data-dir=${join(project, 'profile')}`;
  const browser = spawn(program, [...flags, profile, server.url], { stdio: 'ignore', detached: true });
  const gone = new Promise((resolve) => browser.once('exit', resolve));
  const late = new Promise<string>((resolve) => setTimeout(resolve, 60_000, 'no report within a minute').unref());
  const text = await Promise.race([found, late]);
  // The browser consists of several processes; this ends the whole group.
  process.kill(-browser.pid!, 'SIGKILL');
  await gone;
  assert.match(text, /^\{/, text);
  assert.equal(JSON.parse(text), expected);
}

interface MiniflareModule {
  Miniflare: new (
    options: object,
  ) => {
    dispatchFetch(url: string): Promise<{ text(): Promise<string> }>;
    dispose(): Promise<void>;
  };
}

/** A worker may send requests only while it handles one, so the tour becomes the body of its handler. */
async function inWorker(module: string, { project, server }: Place): Promise<void> {
  const lines = tour(JSON.stringify(server.url), 'return found;').split('\n');
  const isImport = (line: string) => line.startsWith('import ');
  const handler = `async function take() {${lines.filter((line) => !isImport(line)).join('\n')}}
    export default { fetch: () => take().then((found) => Response.json(found), (error) => new Response(error.stack)) };`;
  const contents = [...lines.filter(isImport), handler].join('\n');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: project, sourcefile: 'worker.js' },
    ...{ bundle: true, format: 'esm', platform: 'browser', target: 'es2022', write: false },
  });
  const { Miniflare } = (await import(pathToFileURL(module).href)) as MiniflareModule;
  const worker = new Miniflare({ modules: true, script: outputFiles[0]!.text, compatibilityDate: '2026-07-01' });
  try {
    const text = await (await worker.dispatchFetch('http://worker.test/')).text();
    assert.match(text, /^\{/, text);
    assert.equal(JSON.parse(text), expected);
  } finally {
    await worker.dispose();
  }
}

async function compile(compiler: string, { project }: Place): Promise<void> {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: false, types: [], lib: ['es2022', 'dom', 'dom.iterable'] },
    ...{ target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext' },
  };
  const folder = join(project, 'typed');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'program.mts'), typedProgram);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.mts'] }));
  await run(process.execPath, [compiler, '-p', 'tsconfig.json'], folder);
}

const { dependencies } = JSON.parse(readFileSync(join(sdkFolder, 'test/runtimes/package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
const compilers = Object.keys(dependencies).filter((name) => name.startsWith('typescript-'));

export const ROWS: Row[] = [
  ...[20, 22, 24].map((major) =>
    command(`Node ${major}`, () => nodeOf(major), ['--unhandled-rejections=strict', 'tour.mjs']),
  ),
  command('Bun', () => programs('bun')[0], ['tour.mjs']),
  command('Deno', () => programs('deno')[0], ['run', '--allow-net', 'tour.mjs']),
  { name: 'worker (workerd)', kind: 'runtime', find: () => runtimeFile('miniflare/dist/src/index.js'), run: inWorker },
  {
    name: 'browser (Chromium)',
    kind: 'runtime',
    find: () => programs('chromium', 'chromium-browser', 'google-chrome', 'chrome')[0],
    run: inChromium,
  },
  ...compilers.map(
    (name): Row => ({
      name: name.replace('typescript-', 'TypeScript '),
      kind: 'typescript',
      find: () => runtimeFile(`${name}/bin/tsc`),
      run: compile,
    }),
  ),
];
