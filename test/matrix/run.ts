// npm run test:matrix: runs the test files of each cell and prints a table. Arguments are cell names or parts of them.
// Cells that passed for this state of the source tree are skipped (`--again` runs them). CI_STRICT=1 fails if a cell
// cannot run. `--files=PART,PART` runs the test files whose paths contain these parts instead of the cell's own files,
// and neither reads nor stores results.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLUSTER_VARIABLE, removeAbandonedServers } from '../support/database/cluster.ts';
import { LAYOUT_VARIABLE } from '../support/database/layout.ts';
import { CELLS, chooseCells, type MatrixCell, type PreparedEnvironment } from './cells.ts';
import { openResultStore } from './result_store.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUDGET_S = 180;
const DEADLINE_S = 900;
const FILES = '--files=';

interface TableRow {
  cell: string;
  tests: string;
  result: 'ok' | 'FAIL' | 'cannot run';
  seconds: string;
  remark: string;
}

interface CellOutput {
  code: number;
  output: string;
}

const running = new Set<number>();

function killAllRuns(): void {
  for (const pid of running) process.kill(-pid, 'SIGTERM');
}

/** Runs the files of a cell and passes their output through. */
function runFiles(cell: MatrixCell, env: NodeJS.ProcessEnv): Promise<CellOutput> {
  const timeout = cell.file_deadline_s === undefined ? [] : [`--timeout=${cell.file_deadline_s}`];
  const [program, ...args] = cell.script
    ? ['npm', 'run', '--silent', cell.script, '--', ...cell.files]
    : [process.execPath, 'test/run.ts', ...timeout, ...cell.files];
  const child = spawn(program ?? '', args, { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  const late = setTimeout(
    () => pid !== undefined && process.kill(-pid, 'SIGTERM'),
    (cell.deadline_s ?? DEADLINE_S) * 1000,
  );
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk: string) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  return new Promise((resolve) => {
    // A cell that fails to start must not prevent the table.
    child.on('error', (error) => {
      clearTimeout(late);
      console.log(error.message);
      resolve({ code: 1, output });
    });
    child.on('close', (code) => {
      clearTimeout(late);
      if (pid !== undefined) running.delete(pid);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Adds up the summary lines in an output. */
function countTests(output: string): { passed: number; all: number } {
  let [passed, failed] = [0, 0];
  for (const [, good, bad] of output.matchAll(/^(\d+) passed, (\d+) failed$/gm)) {
    passed += Number(good);
    failed += Number(bad);
  }
  return { passed, all: passed + failed };
}

async function runCell(cell: MatrixCell, prepared: PreparedEnvironment): Promise<{ row: TableRow; notes: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), `postern-matrix-${process.pid}-`));
  const started = performance.now();
  try {
    const env: NodeJS.ProcessEnv = { ...process.env, [LAYOUT_VARIABLE]: JSON.stringify(prepared.layout) };
    delete env[CLUSTER_VARIABLE];
    if (prepared.server) {
      const { stop: _, ...facts } = prepared.server;
      env[CLUSTER_VARIABLE] = join(folder, 'server.json');
      writeFileSync(env[CLUSTER_VARIABLE], JSON.stringify(facts), { mode: 0o600 });
    }
    const { code, output } = await runFiles(cell, env);
    const { passed, all } = countTests(output);
    const seconds = (performance.now() - started) / 1000;
    const good = code === 0 && passed > 0 && passed === all;
    const row: TableRow = {
      cell: cell.name,
      tests: `${passed}/${all}`,
      result: good ? 'ok' : 'FAIL',
      seconds: seconds.toFixed(0),
      remark: seconds > BUDGET_S ? `over ${BUDGET_S} s` : '',
    };
    return { row, notes: [...output.matchAll(/^(?:cannot|not) run: .*$/gm)].map(([line]) => line) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the requested files. For a cell with the whole suite, returns only files of the cell. */
function selectFilesOfCell(cell: MatrixCell, parts: readonly string[]): readonly string[] {
  return cell.on_request ? cell.files.filter((file) => parts.some((part) => file.includes(part))) : parts;
}

function formatTable(rows: readonly TableRow[]): string {
  const lines = [
    ['cell', 'tests', 'result', 'seconds', ''],
    ...rows.map((row) => [row.cell, row.tests, row.result, row.seconds, row.remark]),
  ];
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const cells = (line: string[]) =>
    line.map((text, at) => (at === 3 ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)));
  return lines.map((line) => cells(line).join('  ').trimEnd()).join('\n');
}

async function main(args: string[]): Promise<number> {
  const filters = args.filter((arg) => !arg.startsWith('--'));
  const unknown = args.find((arg) => arg.startsWith('--') && arg !== '--again' && !arg.startsWith(FILES));
  const files = args
    .filter((arg) => arg.startsWith(FILES))
    .flatMap((arg) => arg.slice(FILES.length).split(','))
    .filter((part) => part !== '');
  const cells = chooseCells(filters).map((cell) =>
    files.length > 0 ? { ...cell, files: selectFilesOfCell(cell, files) } : cell,
  );
  if (unknown || cells.length === 0) {
    console.log(
      `usage: npm run test:matrix -- [--again] [--files=PART,PART] [part of a cell's name …]; cells: ${CELLS.map((cell) => cell.name).join(', ')}`,
    );
    return 2;
  }
  const memory = openResultStore(ROOT, { forget: args.includes('--again') ? cells.map((cell) => cell.name) : [] });
  const rows: TableRow[] = [];
  const printed = new Set<string>();
  for (const cell of cells) {
    const known = files.length > 0 ? null : memory.recall(cell.name);
    if (known !== null) {
      rows.push({
        cell: cell.name,
        tests: known.tests,
        result: 'ok',
        seconds: known.seconds.toFixed(0),
        remark: 'passed before',
      });
      continue;
    }
    console.log(`\n== ${cell.name}: ${cell.about}\n`);
    const prepared = await cell.prepare().catch((error: Error) => error);
    if (prepared instanceof Error) {
      console.log(prepared.stack);
      rows.push({ cell: cell.name, tests: '', result: 'FAIL', seconds: '', remark: 'it does not come up' });
      continue;
    }
    if (typeof prepared === 'string') {
      printed.add(`cannot run: ${cell.name}: ${prepared}`);
      rows.push({ cell: cell.name, tests: '', result: 'cannot run', seconds: '', remark: prepared });
      continue;
    }
    try {
      const ran = await runCell(cell, prepared);
      rows.push(ran.row);
      for (const line of ran.notes) printed.add(line);
      if (ran.row.result === 'ok' && files.length === 0)
        memory.keep(cell.name, { tests: ran.row.tests, seconds: Number(ran.row.seconds) });
    } finally {
      await prepared.stop();
    }
  }
  removeAbandonedServers();
  console.log(`\n${formatTable(rows)}`);
  if (printed.size > 0) console.log(`\n${[...printed].join('\n')}`);
  const strict = process.env.CI_STRICT === '1';
  return rows.some((row) => row.result === 'FAIL' || (strict && row.result === 'cannot run')) ? 1 : 0;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    killAllRuns();
    process.exit(1);
  });
}
const code = await main(process.argv.slice(2));
// Exits after the output is written, because a slow reader of the pipe would lose the table.
process.stdout.write('', () => process.exit(code));
