// Sizes and costs of the SDK compared with the reference client: bundles, import, tsc, package. Fails if a limit is
// exceeded.
import { execFileSync, spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { measureAllCosts } from './sdk_convert.ts';

const here = fileURLToPath(new URL('./', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'bench-sdk-'));

interface Client {
  name: string;
  className: string;
  folder: string;
}

const theirs: Client = { name: '@vercel/sdk', className: 'Vercel', folder: join(here, 'node_modules/@vercel/sdk') };
const ours: Client = { name: '@postern/platform', className: 'Platform', folder: join(project, 'packed') };

function prepareProjects(): void {
  const output = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', project], {
    cwd: join(here, '../sdk'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const report = Object.values(
    JSON.parse(output.slice(output.search(/^[[{]/m))) as Record<string, { filename: string }>,
  )[0];
  mkdirSync(ours.folder);
  execFileSync('tar', ['-xzf', join(project, report!.filename), '-C', ours.folder, '--strip-components=1']);
  for (const { name, folder } of [ours, theirs]) {
    mkdirSync(join(project, 'node_modules', name, '..'), { recursive: true });
    symlinkSync(folder, join(project, 'node_modules', name));
  }
  symlinkSync(join(here, 'node_modules/zod'), join(project, 'node_modules/zod'));
  symlinkSync(join(here, 'node_modules/@types'), join(project, 'node_modules/@types'));
  writeFileSync(join(project, 'package.json'), '{"type":"module","sideEffects":false}');
}

interface Bundle {
  entry: number;
  entryGzip: number;
  later: number;
  laterGzip: number;
  schemas: number;
  schemasGzip: number;
}

const FOR_BROWSERS = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  write: false,
} as const;

/**
 * Bundles with code splitting. Returns the sizes of the chunks that are loaded at once, and of those that are loaded
 * later: schemas and other code.
 */
async function measureBundle(label: string, code: string): Promise<Bundle> {
  const source = join(project, `${label}.js`);
  writeFileSync(source, code);
  const result = await build({
    ...FOR_BROWSERS,
    entryPoints: [source],
    outdir: join(project, `out-${label}`),
    splitting: true,
    metafile: true,
    logLevel: 'error',
    absWorkingDir: project,
  });
  const first = reachableFiles(result.metafile.outputs, `out-${label}/${label}.js`);
  const sum: Bundle = { entry: 0, entryGzip: 0, later: 0, laterGzip: 0, schemas: 0, schemasGzip: 0 };
  for (const { path, contents } of result.outputFiles) {
    const [name, { inputs }] = Object.entries(result.metafile.outputs).find(([output]) => path.endsWith(output))!;
    const isSchema = Object.keys(inputs).some((input) => input.includes('/schemas/'));
    const kind = first.has(name) ? 'entry' : isSchema ? 'schemas' : 'later';
    sum[kind] += contents.length;
    sum[`${kind}Gzip`] += gzipSync(contents, { level: 9 }).length;
  }
  return sum;
}

/** Returns the compressed size in bytes of a function with its core, schemas and all lazy code in a single file. */
async function bundledFunctionSize({ name, className }: Client, fn = 'webhooksGetWebhook'): Promise<number> {
  const contents = `export { ${className}Core } from '${name}/core.js'; export { ${fn} } from '${name}/funcs/${fn}.js';`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: project, sourcefile: 'one.js' },
    ...FOR_BROWSERS,
  });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
}

function reachableFiles(outputs: Metafile['outputs'], start: string, found = new Set<string>()): Set<string> {
  if (found.has(start)) return found;
  found.add(start);
  for (const { path, kind } of outputs[start]?.imports ?? [])
    if (kind === 'import-statement') reachableFiles(outputs, path, found);
  return found;
}

const whole = ({ name, className }: Client) => `export { ${className} } from '${name}';`;
const one = ({ name, className }: Client) =>
  `export { ${className}Core } from '${name}/core.js'; export { webhooksGetWebhooks } from '${name}/funcs/webhooksGetWebhooks.js';`;

/** Returns the median time in milliseconds of `import()` in a new process. */
function measureImportTime({ name }: Client): number {
  const code = `const t = performance.now(); await import('${name}'); console.log(performance.now() - t);`;
  writeFileSync(join(project, 'import.js'), code);
  const times = Array.from({ length: 7 }, () =>
    Number(execFileSync(process.execPath, ['import.js'], { cwd: project, encoding: 'utf8' })),
  );
  return times.sort((a, b) => a - b)[3]!;
}

interface Check {
  reported: number;
  resident: number;
  lines: number;
}

/**
 * Runs tsc on a program of four lines. Returns the memory that it reports, its peak memory in MB, and the number of
 * lines read.
 */
async function measureTscMemory({ name, className }: Client): Promise<Check> {
  const lines = [
    `import { ${className} } from '${name}';`,
    `const client = new ${className}({ bearerToken: 't' });`,
    'const answer = await client.user.getAuthUser();',
    'console.log(answer?.user);',
  ];
  writeFileSync(join(project, 'program.mts'), lines.join('\n'));
  const flags = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--extendedDiagnostics',
  ];
  const tsc = globSync('node_modules/@typescript/typescript-*/lib/tsc', { cwd: here })[0];
  if (!tsc) throw new Error('the compiler is not installed for this platform');
  const child = spawn(join(here, tsc), [...flags, 'program.mts'], { cwd: project });
  let out = '';
  let resident = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  const poll = setInterval(() => {
    resident = Math.max(resident, peakMemoryMb(child.pid!));
  }, 2);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(poll);
  if (code !== 0) throw new Error(out);
  const read = (label: string) => Number(new RegExp(`${label}:\\s+(\\d+)`).exec(out)?.[1]);
  return { reported: read('Memory used') / 1000, resident, lines: read('Lines') };
}

function peakMemoryMb(pid: number): number {
  try {
    const kb = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kb ?? 0) / 1000;
  } catch {
    return 0; // the process has just exited, or this system has no /proc
  }
}

function measurePackageSize({ folder }: Client): number {
  const files = globSync('**/*', { cwd: folder }).map((path) => statSync(join(folder, path)));
  return files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0);
}

const rows: string[][] = [];
let failed = false;

function printRow(measure: string, our: number, their: number, limit: number | undefined, unit: string): void {
  const show = (value: number) => (Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(1));
  const kept = limit === undefined || our < limit;
  failed ||= !kept;
  const verdict = limit === undefined ? '' : `< ${show(limit)} ${kept ? 'kept' : 'PASSED'}`;
  rows.push([
    measure,
    `${show(our)} ${unit}`,
    `${show(their)} ${unit}`,
    their ? `${(their / our).toFixed(1)} x` : '',
    verdict,
  ]);
}

/** Prints the sizes of the chunks that calls load later: the runtime, and all schemas together. */
function printLoadedChunks(label: string, our: Bundle, their: Bundle): void {
  printRow(`${label}, runtime loaded by the first call`, our.later, their.later, undefined, 'B');
  printRow('the same, gzip', our.laterGzip, their.laterGzip, undefined, 'B');
  printRow(`${label}, schemas loaded by calls`, our.schemas, their.schemas, undefined, 'B');
  printRow('the same, gzip', our.schemasGzip, their.schemasGzip, undefined, 'B');
}

async function main(): Promise<void> {
  prepareProjects();
  const wholeOurs = await measureBundle('whole-ours', whole(ours));
  const wholeTheirs = await measureBundle('whole-theirs', whole(theirs));
  printRow('whole client, entry chunks', wholeOurs.entry, wholeTheirs.entry, 100_000, 'B');
  printRow('whole client, entry chunks, gzip', wholeOurs.entryGzip, wholeTheirs.entryGzip, 24_000, 'B');
  printLoadedChunks('whole client', wholeOurs, wholeTheirs);
  const oneOurs = await measureBundle('one-ours', one(ours));
  const oneTheirs = await measureBundle('one-theirs', one(theirs));
  printRow('core and one function, entry chunks', oneOurs.entry, oneTheirs.entry, 14_000, 'B');
  printRow('core and one function, entry chunks, gzip', oneOurs.entryGzip, oneTheirs.entryGzip, 5200, 'B');
  printLoadedChunks('core and one function', oneOurs, oneTheirs);
  printRow(
    'one function with everything, gzip',
    await bundledFunctionSize(ours),
    await bundledFunctionSize(theirs),
    12_000,
    'B',
  );
  const every = globSync('dist/generated/funcs/*.js', { cwd: ours.folder }).map((path) => basename(path, '.js'));
  const sizes = [];
  for (const fn of every) sizes.push(await bundledFunctionSize(ours, fn));
  sizes.sort((a, b) => a - b);
  printRow(`the middle of all ${sizes.length} functions`, sizes[Math.floor(sizes.length / 2)]!, 0, 12_000, 'B');
  printRow('functions of 12,000 B and more', sizes.filter((size) => size >= 12_000).length, 0, undefined, '');
  printRow('import of the root', measureImportTime(ours), measureImportTime(theirs), 100, 'ms');
  const costs = await measureAllCosts();
  // The ten most expensive operations.
  for (const { operation, parse, lenient } of costs.slice(0, 10))
    printRow(`${operation}, 8 KB: read and checked, times JSON.parse`, lenient / parse, 0, 3, 'x');
  const middle = costs[Math.floor(costs.length / 2)]!;
  printRow(`the middle of ${costs.length} operations`, middle.lenient / middle.parse, 0, 3, 'x');
  const [ourTsc, theirTsc] = [await measureTscMemory(ours), await measureTscMemory(theirs)];
  printRow('tsc, four lines: memory it reports', ourTsc.reported, theirTsc.reported, 130, 'MB');
  printRow('tsc, four lines: most memory resident', ourTsc.resident, theirTsc.resident, 130, 'MB');
  printRow('tsc, four lines: lines read', ourTsc.lines, theirTsc.lines, undefined, '');
  printRow('package, unpacked', measurePackageSize(ours), measurePackageSize(theirs), 2_000_000, 'B');
  const head = ['', 'ours', 'reference', 'ratio', 'limit'];
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((cells) => cells[at]!.length)));
  for (const cells of [head, ...rows])
    console.log(
      cells
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    );
  if (failed) process.exitCode = 1;
}

try {
  await main();
} finally {
  rmSync(project, { recursive: true });
}
