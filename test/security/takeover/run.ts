// npm run test:takeover: runs many sequences of the takeover model and stores a counterexample of each new violation in
// takeover/counterexamples.jsonl, which takeover_model.test.ts replays. Options: `--sequences 100000` (the default),
// `--seed 1` (the same seed gives the same sequences), `--replay` (run only the stored counterexamples), `--again` (do
// not resume an interrupted run).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { exploreRandomly, formatSequence, runSequence } from '../takeover_model.ts';
import { readCounterexamples, storeCounterexample } from './counterexamples.ts';
import { type SystemUnderTest, startSystem } from './system.ts';

const PROGRESS = fileURLToPath(new URL('../../../.tmp/takeover.progress', import.meta.url));

/** Number of sequences in a batch. Each batch has its own seed. */
const BATCH = 250;
/** Batches that run concurrently: one computes while another waits for the database. */
const LANES = 6;
/** Number of batches after which the queries over all rows run. */
const TABLES_EVERY = 8;

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
    replay: { type: 'boolean', default: false },
  },
});

async function main(): Promise<number> {
  const system = await startSystem();
  try {
    if (values.replay) return await replayCounterexamples(system);
    return await runSequences(system, Number(values.seed), Math.ceil(Number(values.sequences) / BATCH));
  } finally {
    await system.close();
  }
}

async function replayCounterexamples(system: SystemUnderTest): Promise<number> {
  let broken = 0;
  for (const { fault, seed, sequence } of readCounterexamples()) {
    const { faults } = await runSequence(system, sequence);
    if (faults.size > 0) broken += 1;
    console.log(
      `${faults.size === 0 ? 'holds ' : 'BROKEN'} ${[...faults].join('; ') || fault} (seed ${seed})\n${formatSequence(sequence)}`,
    );
  }
  return broken === 0 ? 0 : 1;
}

async function runSequences(system: SystemUnderTest, first: number, batches: number): Promise<number> {
  const done = values.again ? 0 : readCompletedBatches(first);
  const known = new Set<string>();
  const started = performance.now();
  let next = done;
  let finished = 0;
  const running = new Set<number>();
  const lane = async (): Promise<void> => {
    while (next < batches) {
      const batch = next;
      const seed = first + batch;
      next += 1;
      running.add(batch);
      for (const one of await exploreRandomly(system, { seed, sequences: BATCH, known })) {
        storeCounterexample(one);
        console.log(`FAULT ${one.fault} (seed ${seed})\n${formatSequence(one.sequence)}`);
      }
      finished += 1;
      running.delete(batch);
      writeProgress(first, Math.min(next, ...running));
      if (finished % TABLES_EVERY === 0) await tables();
    }
  };
  const tables = async (): Promise<void> => {
    // The test server has no autovacuum. Without new statistics, Postgres would keep plans for empty tables while the
    // tables grow.
    await system.db.sql.unsafe('vacuum (analyze)');
    const all = [...(await system.tables.rows(null)), ...(await system.tables.schema())].map(
      (what) => `tables: ${what}`,
    );
    for (const fault of all.filter((one) => !known.has(one))) {
      known.add(fault);
      console.log(`FAULT ${fault}`);
    }
    const seconds = (performance.now() - started) / 1_000;
    const rate = ((finished * BATCH) / seconds).toFixed(1);
    console.log(
      `${finished * BATCH} sequences, ${system.requests} requests, ${seconds.toFixed(0)} s, ${rate} sequences a second`,
    );
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await tables();
  rmSync(PROGRESS, { force: true });
  console.log(`${known.size} kinds of fault`);
  for (const fault of [...known].sort()) console.log(`  ${fault}`);
  return known.size === 0 ? 0 : 1;
}

/** Returns the number of batches of this seed that a resumed run can skip. */
function readCompletedBatches(first: number): number {
  try {
    const { seed, batches } = JSON.parse(readFileSync(PROGRESS, 'utf8')) as { seed: number; batches: number };
    return seed === first ? batches : 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

/** Stores the number of batches before the first unfinished batch. A resumed run may repeat batches after that one. */
function writeProgress(seed: number, batches: number): void {
  mkdirSync(dirname(PROGRESS), { recursive: true });
  writeFileSync(PROGRESS, JSON.stringify({ seed, batches: Math.max(0, batches) }));
}

process.exitCode = await main();
