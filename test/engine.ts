// npm run test:engine: runs the HTTP tests and flows with both HTTP engines and prints a table. Arguments are parts of
// test file paths.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { KNOWN_FAILURES } from './gateway/server/known_failures.ts';
import { findNodeWithHyperExpress } from './support/processes/newer_libc.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILTERS = ['test/gateway/server/', 'test/flows/', 'test/cli/workers'];

interface EngineRun {
  /** Result by file: `passed/all`, and whether all tests passed. */
  files: Map<string, { count: string; good: boolean }>;
  code: number;
}

/** Runs the test files whose paths match the filters with one engine. Forwards the output of test/run.ts. */
function runWith(engine: string, node: string, filters: string[]): Promise<EngineRun> {
  console.log(`\n${engine}`);
  const child = spawn(node, ['test/run.ts', ...filters], {
    cwd: ROOT,
    env: { ...process.env, POSTERN_TEST_ENGINE: engine },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk: string) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const files: EngineRun['files'] = new Map();
      for (const [, verdict, file = '', count = ''] of output.matchAll(/^(ok {2}|FAIL) (\S+) {2}(\d+\/\d+)/gm)) {
        files.set(file, { count, good: verdict !== 'FAIL' });
      }
      resolve({ files, code: code ?? 1 });
    });
  });
}

function formatTable(runs: ReadonlyMap<string, EngineRun>): string {
  const files = [...new Set([...runs.values()].flatMap((run) => [...run.files.keys()]))].sort();
  const rows = [
    ['file', ...runs.keys()],
    ...files.map((file) => [
      file,
      ...[...runs.values()].map((run) => {
        const found = run.files.get(file);
        return found ? `${found.good ? 'ok' : 'FAIL'} ${found.count}` : 'not run';
      }),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')).join('\n');
}

const filters = process.argv.slice(2).map((path) => path.replace(/^\.\//, ''));
const chosen = filters.length > 0 ? filters : FILTERS;
const runs = new Map<string, EngineRun>();
runs.set('node', await runWith('node', process.execPath, chosen));
const found = findNodeWithHyperExpress();
if ('node' in found) runs.set('hyper-express', await runWith('hyper-express', found.node, chosen));
console.log(`\n${formatTable(runs)}`);
if (runs.has('hyper-express')) {
  console.log(
    `${KNOWN_FAILURES.size} of conformance.test.ts are known gaps of hyper-express: docs/adr/0004-http-engines.md`,
  );
}
if ('cannot' in found) console.log(`cannot run: the tests with hyper-express: ${found.cannot}`);
const failed = [...runs.values()].some((run) => run.code !== 0) || ('cannot' in found && process.env.CI_STRICT === '1');
// process.exit() would lose output that a slow reader of the pipe has not read yet.
process.exitCode = failed ? 1 : 0;
