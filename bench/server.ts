// What a request costs beside the least it could cost: CPU of gateway and Postgres, throughput, latency; the ratios are
// what to compare, since both sides run in turn in the same minutes. npm run bench; SECONDS and ROUNDS shorten it.
import { cpus } from 'node:os';
import type { Load } from './server/load.ts';
import { median, percentile } from './server/load.ts';
import { CONNECTIONS, type Measured, measure, type Server } from './server/measure.ts';
import { fairnessOfSignIns, latencyUnderSignIns, passwordThroughput, timingOfUnknown } from './server/passwords.ts';
import { prepare, type Setting } from './server/setting.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 2);

interface Case {
  name: string;
  ours: Load;
  floor: Load;
}

function cases(setting: Setting): Case[] {
  const { people, admin_token } = setting;
  const one = (path: string, method = 'GET'): Load => ({ next: () => ({ method, path }) });
  return [
    {
      name: 'GET /user',
      ours: {
        next: (at) => ({ method: 'GET', path: '/user', headers: bearer(people[at]?.access_token) }),
      },
      floor: one('/user'),
    },
    {
      name: 'refresh',
      ours: {
        next: (at) => ({
          method: 'POST',
          path: '/token?grant_type=refresh_token',
          body: JSON.stringify({ refresh_token: people[at]?.refresh_token }),
        }),
        done: (at, { text }) => {
          const person = people[at];
          if (person) person.refresh_token = (JSON.parse(text) as { refresh_token: string }).refresh_token;
        },
      },
      floor: one('/refresh', 'POST'),
    },
    {
      name: 'PUT /user',
      ours: {
        next: (at) => ({
          method: 'PUT',
          path: '/user',
          headers: bearer(people[at]?.access_token),
          body: '{"data":{"n":1}}',
        }),
      },
      floor: one('/update', 'PUT'),
    },
    {
      name: 'admin list',
      ours: { next: () => ({ method: 'GET', path: '/admin/users', headers: bearer(admin_token) }) },
      floor: one('/list'),
    },
  ];
}

function bearer(token: string | undefined): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

async function compare(setting: Setting): Promise<void> {
  print(['route', 'req/s', 'p50 ms', 'p99 ms', 'gateway µs', 'postgres µs', 'sum µs', 'floor µs', 'ratio']);
  for (const one of cases(setting).filter(({ name }) => name.includes(process.env.ONLY ?? ''))) {
    const ours: Measured[] = [];
    const floor: Measured[] = [];
    const shoot = (server: Server, load: Load) => measure(server, setting.postmaster, load, SECONDS);
    await shoot(setting.gateway, one.ours); // warm-up
    await shoot(setting.floor, one.floor);
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await shoot(setting.gateway, one.ours));
      floor.push(await shoot(setting.floor, one.floor));
    }
    const sum = (measured: Measured): number => measured.gateway_us + measured.postgres_us;
    const of = (list: Measured[], read: (measured: Measured) => number): number => median(list.map(read));
    const ratios = ours.map((measured, round) => sum(measured) / sum(floor[round] as Measured));
    print([
      one.name,
      of(ours, (m) => m.requests / m.seconds).toFixed(0),
      of(ours, (m) => percentile(m.times, 0.5)).toFixed(2),
      of(ours, (m) => percentile(m.times, 0.99)).toFixed(2),
      of(ours, (m) => m.gateway_us).toFixed(0),
      of(ours, (m) => m.postgres_us).toFixed(0),
      of(ours, sum).toFixed(0),
      of(floor, sum).toFixed(0),
      median(ratios).toFixed(2),
    ]);
  }
}

function print(cells: readonly string[]): void {
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(22) : cell.padStart(12))).join(''));
}

console.log(`${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, ${cpus().length} cores\n`);
const setting = await prepare();
let failed = false;
try {
  await compare(setting);
  console.log('');
  if (!process.env.ONLY) await passwordThroughput(setting, { seconds: SECONDS * 2, rounds: ROUNDS, print });
  console.log('');
  if (!process.env.ONLY) await latencyUnderSignIns(setting, { seconds: SECONDS * 2, rounds: ROUNDS, print });
  console.log('');
  failed = !process.env.ONLY && !(await fairnessOfSignIns(setting, { print }));
  console.log('');
  failed = (!process.env.ONLY && !(await timingOfUnknown(setting, { tries: 300, print }))) || failed;
} finally {
  await setting.close();
}
process.exit(failed ? 1 : 0);
