// Cost of a request compared with a baseline server (floor_process.ts): CPU time of gateway and Postgres, throughput,
// latency. Gateway and baseline run alternately, so compare their ratios. Usage: npm run bench; SECONDS and ROUNDS
// shorten it, ONLY=refresh selects cases. npm run bench -- --against COMMIT also runs the gateway of that commit.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchmarkCases } from './server/cases.ts';
import type { Load } from './server/load.ts';
import { median, percentile } from './server/load.ts';
import { CONNECTIONS, type Measurement, measure, type Server } from './server/measure.ts';
import {
  checkSignInFairness,
  comparePasswordThroughput,
  compareUnknownUserTiming,
  latencyUnderSignIns,
} from './server/passwords.ts';
import { type BenchmarkSetup, type MeasuredGateway, prepareBenchmark } from './server/setup.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 2);

const { values: asked } = parseArgs({ options: { against: { type: 'string' } } });

async function compareServers(setting: BenchmarkSetup): Promise<void> {
  const head = ['route', 'req/s', 'p50 ms', 'p99 ms', 'gateway µs', 'postgres µs', 'sum µs', 'floor µs', 'ratio'];
  printRow([...head, ...(setting.against ? ['gateway then', 'postgres then', 'sum then', 'now / then'] : [])]);
  for (const one of benchmarkCases(setting).filter(({ name }) => new RegExp(process.env.ONLY ?? '').test(name))) {
    const against = setting.against && (await hasTable(setting.against, one.table)) ? setting.against : undefined;
    const [ours, then, floor]: [Measurement[], Measurement[], Measurement[]] = [[], [], []];
    const shoot = async (server: Server, load: Load, side?: MeasuredGateway) => {
      if (side) await one.before?.(side);
      return measure(server, setting.postmaster, load, SECONDS);
    };
    const turns: (() => Promise<void>)[] = [
      async () => void ours.push(await shoot(setting.gateway, one.ours(setting), setting)),
      async () => {
        if (against) then.push(await shoot(against.gateway, one.ours(against), against));
      },
      async () => {
        if (one.floor) floor.push(await shoot(setting.floor, one.floor));
      },
    ];
    for (const turn of turns) await turn();
    for (const warm_up of [ours, then, floor]) warm_up.length = 0;
    // Each round has the reverse order of the previous one, because a server's CPU time depends on what ran before.
    for (let count = 0; count < ROUNDS; count += 1) {
      for (const turn of turns.reverse()) await turn();
    }
    printComparison(one.name, { ours, then, floor });
    if (setting.against && !against) console.log(`  left out at ${asked.against}, which has no ${one.table}`);
  }
}

async function hasTable({ db }: MeasuredGateway, table: string | undefined): Promise<boolean> {
  if (table === undefined) return true;
  const [row] = await db.sql`select to_regclass(${table}) is not null as here`;
  return row?.here === true;
}

function printComparison(name: string, { ours, then, floor }: Record<'ours' | 'then' | 'floor', Measurement[]>): void {
  const sum = (measured: Measurement): number => measured.gateway_us + measured.postgres_us;
  const of = (list: Measurement[], read: (measured: Measurement) => number, digits = 0): string =>
    list.length === 0 ? '' : median(list.map(read)).toFixed(digits);
  const ratio = (others: Measurement[]): string =>
    others.length === 0 ? '' : median(ours.map((one, at) => sum(one) / sum(others[at] as Measurement))).toFixed(2);
  printRow([
    name,
    of(ours, (m) => m.requests / m.seconds),
    of(ours, (m) => percentile(m.times, 0.5), 2),
    of(ours, (m) => percentile(m.times, 0.99), 2),
    of(ours, (m) => m.gateway_us),
    of(ours, (m) => m.postgres_us),
    of(ours, sum),
    of(floor, sum),
    ratio(floor),
    of(then, (m) => m.gateway_us),
    of(then, (m) => m.postgres_us),
    of(then, sum),
    ratio(then),
  ]);
}

function printRow(cells: readonly string[]): void {
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(22) : cell.padStart(12))).join(''));
}

console.log(`${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, ${cpus().length} cores\n`);
const setting = await prepareBenchmark(asked.against);
let failed = false;
try {
  await compareServers(setting);
  console.log('');
  if (!process.env.ONLY)
    await comparePasswordThroughput(setting, { seconds: SECONDS * 2, rounds: ROUNDS, print: printRow });
  console.log('');
  if (!process.env.ONLY) await latencyUnderSignIns(setting, { seconds: SECONDS * 2, rounds: ROUNDS, print: printRow });
  console.log('');
  failed = !process.env.ONLY && !(await checkSignInFairness(setting, { print: printRow }));
  console.log('');
  failed = (!process.env.ONLY && !(await compareUnknownUserTiming(setting, { tries: 300, print: printRow }))) || failed;
} finally {
  await setting.close();
}
process.exit(failed ? 1 : 0);
