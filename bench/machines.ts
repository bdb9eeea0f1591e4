// CPU cost of a request with one, two and four gateways and with zero, one and two replicas: milliseconds on the
// primary, on the replicas and in the gateways. CPU times are comparable even on a busy machine. Usage: SECONDS=3
// node machines.ts; ONLY='GET /user' runs only that request.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { createCluster } from '../test/support/database/cluster.ts';
import { createDatabase, openRenamingPool } from '../test/support/database/db.ts';
import { createStandby } from '../test/support/database/standby.ts';
import { GATEWAY_SETTINGS } from './server/gateway_settings.ts';
import { type Load, percentile, runLoad } from './server/load.ts';
import { treeCpu } from './server/proc.ts';

const SECONDS = Number(process.env.SECONDS ?? 3);
const CONNECTIONS = 16;
const PASSWORD = 'correct horse battery';

interface Person {
  email: string;
  access_token: string;
}

const primary = await createCluster({ settings: { fsync: 'on', full_page_writes: 'on' } });
const db = await createDatabase({ server: primary });
const standbys = [await createStandby(primary), await createStandby(primary)];

async function findPostmaster(sql: Sql): Promise<number> {
  const [row] = await sql`select pg_backend_pid() as pid`;
  const text = readFileSync(`/proc/${row?.pid}/stat`, 'utf8');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
}
const servers = [db.sql, ...standbys.map((standby) => openRenamingPool(standby.at(db.superuser_url), 1))];
const postmasters: number[] = [];
for (const sql of servers) postmasters.push(await findPostmaster(sql));

interface Gateway {
  port: number;
  child: ChildProcess;
}

async function startGateways(count: number, replicas: number): Promise<Gateway[]> {
  const urls = standbys.slice(0, replicas).map((standby) => standby.at(db.url('gateway')));
  const env = {
    PATH: process.env.PATH ?? '',
    ...db.environment(),
    ...(urls.length > 0 ? { DATABASE_URL_REPLICAS: urls.join() } : {}),
    ...GATEWAY_SETTINGS,
  };
  const gateways: Gateway[] = [];
  for (let at = 0; at < count; at += 1) {
    const child = fork(join(import.meta.dirname, 'server/gateway_process.ts'), { env });
    process.once('exit', () => child.kill());
    const [message] = (await once(child, 'message')) as [{ port: number }];
    gateways.push({ child, port: message.port });
  }
  await sleep(replicas > 0 ? 1_500 : 0); // until each gateway has checked its replicas
  return gateways;
}

async function signUp(port: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let at = 0; at < CONNECTIONS; at += 1) {
    const email = `person${at}@example.com`;
    const body = JSON.stringify({ email, password: PASSWORD, data: { name: 'Bench' } });
    const answer = await fetch(`http://127.0.0.1:${port}/signup`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`sign-up answered ${answer.status}`);
    people.push({ email, access_token: String(((await answer.json()) as Person).access_token) });
  }
  return people;
}

const [first] = await startGateways(1, 0);
const people = await signUp(first?.port ?? 0);
first?.child.kill();

const who = (at: number): Person => people[at % people.length] as Person;
const LOADS: [string, Load][] = [
  [
    'sign-in',
    {
      next: (at) => ({
        method: 'POST',
        path: '/token?grant_type=password',
        body: JSON.stringify({ email: who(at).email, password: PASSWORD }),
      }),
    },
  ],
  [
    'GET /user',
    { next: (at) => ({ method: 'GET', path: '/user', headers: { authorization: `Bearer ${who(at).access_token}` } }) },
  ],
];

const line = (cells: readonly string[]): string =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(12) : cell.padStart(11))).join('');
console.log(
  line([
    'ms of CPU',
    'gateways',
    'standbys',
    'on primary',
    'on standbys',
    'in gateways',
    'requests/s',
    'p50 ms',
    'p99 ms',
  ]),
);
for (const [name, load] of LOADS.filter(([name]) => [name, undefined].includes(process.env.ONLY))) {
  for (const replicas of [0, 1, 2]) {
    for (const count of [1, 2, 4]) {
      const gateways = await startGateways(count, replicas);
      const roots = [...postmasters, ...gateways.map(({ child }) => child.pid ?? 0)];
      const measure = async (seconds: number) =>
        Promise.all(
          gateways.map(({ port }) =>
            runLoad({
              port,
              connections: CONNECTIONS / count,
              seconds,
              load,
              ok: (status) => status < 300 || status === 503,
            }),
          ),
        );
      await measure(1);
      const before = roots.map(treeCpu);
      const outcomes = await measure(SECONDS);
      const spent = roots.map((root, at) => (treeCpu(root) - (before[at] ?? 0)) * 1_000);
      const requests = outcomes.reduce((sum, one) => sum + one.requests, 0);
      const times = outcomes.flatMap((one) => one.times).sort((a, b) => a - b);
      const cost = (of: readonly number[]): string => (of.reduce((sum, ms) => sum + ms, 0) / requests).toFixed(2);
      const rate = outcomes.reduce((sum, one) => sum + one.requests / one.seconds, 0);
      console.log(
        line([
          name,
          String(count),
          String(replicas),
          cost(spent.slice(0, 1)),
          cost(spent.slice(1, 3)),
          cost(spent.slice(3)),
          rate.toFixed(0),
          percentile(times, 0.5).toFixed(1),
          percentile(times, 0.99).toFixed(1),
        ]),
      );
      for (const { child } of gateways) {
        child.kill();
        if (child.exitCode === null) await once(child, 'exit');
      }
    }
  }
}
for (const sql of servers) await sql.end();
for (const standby of standbys) await standby.stop();
await primary.stop();
process.exit(0);
