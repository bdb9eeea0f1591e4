// npm run test:faults: runs the fault tests in full, one after another, and prints a table. Arguments select tests:
// `npm run test:faults -- F-05`. Tests that passed for this state of the working tree are skipped (`--again` runs
// them). `--times 20` repeats each test, because the time of a fault is random. `--seed 7` reproduces the times.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openResultStore } from '../matrix/result_store.ts';
import { type FaultOutcome, joinOutcomes, readOutcome } from './result.ts';
import { FAULT_ROWS, type FaultRow } from './rows.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DEADLINE_S = 1_500;

interface ResultLine extends FaultOutcome {
  row: FaultRow;
  seconds: number;
}

interface Repetition {
  times?: number;
  seed?: number;
}

/**
 * Runs a fault test repeatedly. Files of this folder repeat their test themselves; other files run again with another
 * seed.
 */
async function runRepeated(row: FaultRow, { times, seed }: Repetition): Promise<ResultLine> {
  if (times === undefined) return runRow(row, seed);
  const ours = row.files.filter((file) => file.startsWith('test/faults/'));
  const others = row.files.filter((file) => !ours.includes(file));
  const lines: ResultLine[] = [];
  if (ours.length > 0) lines.push(await runRow({ ...row, files: ours, repeats: times }, seed));
  for (let time = 0; others.length > 0 && time < times; time += 1) {
    lines.push(await runRow({ ...row, files: others }, seed === undefined ? undefined : seed + time));
  }
  return { row, ...joinOutcomes(lines), seconds: lines.reduce((all, { seconds }) => all + seconds, 0) };
}

/**
 * Runs the files of a fault test. Files of this folder run at full length and only for this id. Other files run as a
 * whole.
 */
function runRow(row: FaultRow, seed?: number): Promise<ResultLine> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    POSTERN_FAULT_FULL: '1',
    POSTERN_FAULT_ROWS: row.id,
    POSTERN_FAULT_REPEATS: String(row.repeats ?? 1),
    POSTERN_FUZZ_REQUESTS: '20000',
    ...(seed === undefined ? {} : { POSTERN_TEST_SEED: String(seed) }),
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
      resolve({ row, ...readOutcome(output, code), seconds: (performance.now() - started) / 1000 });
    });
  });
}

const RESULTS = new URL('./results.json', import.meta.url);

/** Writes the last result of a row, for docs/security-faults.md. */
function recordResult(id: string, { result, tests, notes }: FaultOutcome): void {
  const results = JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, object>;
  const why = result === 'not run' ? { why: notes.join('; ') } : {};
  results[id] = { day: new Date().toISOString().slice(0, 10), result, tests, ...why };
  const sorted = Object.fromEntries(Object.entries(results).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(RESULTS, `${JSON.stringify(sorted, null, 2)}\n`);
}

const OPTIONS = {
  again: { type: 'boolean' },
  times: { type: 'string' },
  seed: { type: 'string' },
} as const;

const USAGE = 'usage: npm run test:faults -- [--again] [--times 20] [--seed 7] [F-01 …]';

const wholeNumber = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

async function main(args: string[]): Promise<number> {
  const { values, positionals: names } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const [times, seed] = [wholeNumber(values.times), wholeNumber(values.seed)];
  const rows = FAULT_ROWS.filter(({ id }) => names.length === 0 || names.includes(id));
  const whole = [times ?? 1, seed ?? 0].every((number) => Number.isSafeInteger(number) && number >= 0);
  if (!whole || times === 0 || names.some((name) => !rows.some(({ id }) => id === name))) {
    console.log(USAGE);
    return 2;
  }
  // Results are stored separately per number of repetitions and seed.
  const name = ['faults', ...(times ? [`${times}-times`] : []), ...(seed ? [`seed-${seed}`] : [])].join('-');
  const memory = openResultStore(ROOT, { name, forget: values.again ? rows.map(({ id }) => id) : [] });
  const lines: string[] = [];
  const printed = new Set<string>();
  let failed = 0;
  for (const row of rows) {
    const known = memory.recall(row.id);
    if (known !== null) {
      lines.push(`${row.id}  ok       ${known.tests.padStart(7)}  ${row.fault} (passed before)`);
      continue;
    }
    console.log(`\n== ${row.id}: ${row.fault}\n`);
    const { seconds, ...outcome } = await runRepeated(row, { times, seed });
    const { tests, result, notes } = outcome;
    recordResult(row.id, outcome);
    if (result === 'ok') memory.keep(row.id, { tests, seconds });
    if (result === 'FAIL') failed += 1;
    for (const line of notes) printed.add(line);
    lines.push(`${row.id}  ${result.padEnd(7)}  ${tests.padStart(7)}  ${row.fault} (${seconds.toFixed(0)} s)`);
  }
  console.log(`\n${lines.join('\n')}`);
  if (printed.size > 0) console.log(`\n${[...printed].join('\n')}`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: NodeJS.ErrnoException) => {
  if (!error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
  console.log(`${error.message}\n${USAGE}`);
  return 2;
});
