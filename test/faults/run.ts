// npm run test:faults: the rows of the fault matrix in full, one after another, with a table at the end. A row that passed for
// this state of the tree is not run again (`--again` forgets); arguments are names of rows: `npm run test:faults -- F-05`.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openMemory } from '../matrix/memory.ts';
import { FAULT_ROWS, type FaultRow } from './rows.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DEADLINE_S = 1_500;

interface Line {
  row: FaultRow;
  tests: string;
  result: 'ok' | 'FAIL';
  seconds: number;
  said: string[];
}

/** Runs the files of a row; those of other folders hold it as they are, and are not filtered. */
function runRow(row: FaultRow): Promise<Line> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    POSTERN_FAULT_FULL: '1',
    POSTERN_FAULT_ROWS: row.id,
    POSTERN_FAULT_REPEATS: String(row.repeats ?? 1),
    POSTERN_FUZZ_REQUESTS: '20000',
  };
  const started = performance.now();
  const args = ['test/run.ts', `--timeout=${DEADLINE_S}`, ...row.files];
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk: string) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const [, passed = '0', failed = '1'] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
      resolve({
        row,
        tests: `${passed}/${Number(passed) + Number(failed)}`,
        result: code === 0 && Number(passed) > 0 ? 'ok' : 'FAIL',
        seconds: (performance.now() - started) / 1000,
        said: [...output.matchAll(/^(?:cannot|not) run: .*$/gm)].map(([line]) => line),
      });
    });
  });
}

async function main(args: string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('--'));
  const rows = FAULT_ROWS.filter(({ id }) => names.length === 0 || names.includes(id));
  const wrong = args.find((arg) => arg.startsWith('--') && arg !== '--again');
  if (wrong !== undefined || names.some((name) => !rows.some(({ id }) => id === name))) {
    console.log('usage: npm run test:faults -- [--again] [F-01 …]');
    return 2;
  }
  const forget = args.includes('--again') ? rows.map(({ id }) => id) : [];
  const memory = openMemory(ROOT, { name: 'faults', forget });
  const lines: string[] = [];
  const said = new Set<string>();
  let failed = 0;
  for (const row of rows) {
    const known = memory.recall(row.id);
    if (known !== null) {
      lines.push(`${row.id}  ok    ${known.tests.padStart(7)}  ${row.fault} (passed before)`);
      continue;
    }
    console.log(`\n== ${row.id}: ${row.fault}\n`);
    const { tests, result, seconds, said: more } = await runRow(row);
    if (result === 'ok') memory.keep(row.id, { tests, seconds });
    else failed += 1;
    for (const line of more) said.add(line);
    lines.push(`${row.id}  ${result.padEnd(4)}  ${tests.padStart(7)}  ${row.fault} (${seconds.toFixed(0)} s)`);
  }
  console.log(`\n${lines.join('\n')}`);
  if (said.size > 0) console.log(`\n${[...said].join('\n')}`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
