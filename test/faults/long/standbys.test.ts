// Two streaming standbys hash passwords and serve reads. One is killed, frozen or promoted, both lag, or none is left.
// Every response is correct. The time of the fault is random. Runs on embedded Postgres, also through PgBouncer if it
// is installed.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCluster, rolePassword } from '../../support/database/cluster.ts';
import { createDatabase, LOGIN_ROLES } from '../../support/database/db.ts';
import { hasPooler, type Pooler, startPooler } from '../../support/database/pooler.ts';
import { createStandby, type StandbyServer } from '../../support/database/standby.ts';
import { cannotRun } from '../../support/processes/cannot_run.ts';
import type { Stack } from '../../support/processes/stack.ts';
import { faultTest, randomBelow, runFault, startFaultStack } from '../fault_test.ts';
import { untilTrue as becomes } from '../with_timeout.ts';

interface StandbyTest {
  stack: Stack;
  standbys: StandbyServer[];
  /** Returns the number of log lines that report a standby as `used` or `left out`. */
  timesLogged(what: 'used' | 'left out'): number;
}

async function withStandbys(o: { pooled?: boolean }, work: (stand: StandbyTest) => Promise<unknown>): Promise<void> {
  const primary = await createCluster();
  const db = await createDatabase({ server: primary });
  const standbys = [await createStandby(primary), await createStandby(primary)];
  const poolers: Pooler[] = [];
  const users = Object.fromEntries(LOGIN_ROLES.map((role) => [`auth_${role}`, rolePassword(primary)]));
  const behind = async (port: string): Promise<string> => {
    if (!o.pooled) return port;
    const pooler = await startPooler({ host: '127.0.0.1', port, mode: 'transaction', users, pool_size: 4 });
    poolers.push(pooler);
    return String(pooler.port);
  };
  const through = async (url: string): Promise<string> => {
    const moved = new URL(url);
    moved.port = await behind(moved.port);
    return moved.href;
  };
  const replicas = [];
  for (const standby of standbys) replicas.push(await through(standby.at(db.url('gateway'))));
  const env = {
    DATABASE_URL_REPLICAS: replicas.join(','),
    DATABASE_URL_GATEWAY: await through(db.url('gateway')),
    SVC_DB_PREPARE: o.pooled ? 'false' : 'true',
  };
  const stack = await startFaultStack({ db, env });
  const timesLogged = (what: string): number => stack.log().split(`the standby is ${what}`).length - 1;
  await becomes('every standby is used', () => timesLogged('used') >= standbys.length);
  try {
    await work({ stack, standbys, timesLogged });
  } finally {
    await stack.close();
    for (const pooler of poolers) await pooler.stop();
    for (const standby of standbys) await standby.stop();
    await primary.stop();
  }
}

/** Causes the fault during activity of users with passwords. Asserts that every response is correct. */
async function assertNoUserAffected(
  name: string,
  { stack }: StandbyTest,
  fault: () => Promise<unknown>,
): Promise<void> {
  const ledger = await runFault(name, { stack, fault, shows: null, users: 8, ledger: { passwords: true } });
  assert.is(ledger.count(/ (503|504|gone)$/), 0, `${name}: somebody noticed`);
}

async function runEveryFault(name: string, one: StandbyTest): Promise<void> {
  const { standbys, timesLogged } = one;
  const [first, second] = standbys as [StandbyServer, StandbyServer];
  const until = async (what: 'used' | 'left out', count: number): Promise<void> => {
    await becomes(`${count} times ${what}`, () => timesLogged(what) >= count);
  };
  await assertNoUserAffected(`${name}, killed`, one, async () => {
    const before = [timesLogged('left out'), timesLogged('used')] as const;
    await first.kill();
    await until('left out', before[0] + 1);
    await sleep(randomBelow(500));
    await first.start();
    await until('used', before[1] + 1);
  });
  await assertNoUserAffected(`${name}, stands still`, one, async () => {
    const before = [timesLogged('left out'), timesLogged('used')] as const;
    second.freeze();
    await until('left out', before[0] + 1);
    await sleep(randomBelow(500));
    second.thaw();
    await until('used', before[1] + 1);
  });
  await assertNoUserAffected(`${name}, both lag`, one, async () => {
    const before = [timesLogged('left out'), timesLogged('used')] as const;
    for (const standby of standbys) await standby.run('select pg_wal_replay_pause()');
    await until('left out', before[0] + 2);
    await sleep(randomBelow(500));
    for (const standby of standbys) await standby.run('select pg_wal_replay_resume()');
    await until('used', before[1] + 2);
  });
  await assertNoUserAffected(`${name}, promoted`, one, async () => {
    const before = timesLogged('left out');
    await first.run('select pg_promote()');
    await until('left out', before + 1);
    await sleep(500);
  });
  await assertNoUserAffected(`${name}, the other one gone as well`, one, async () => {
    const before = timesLogged('left out');
    await second.kill();
    await until('left out', before + 1);
    await sleep(500);
  });
}

faultTest('F-37', 'standbys die, freeze, lag and are promoted', () =>
  withStandbys({}, (one) => runEveryFault('F-37', one)),
);

faultTest('F-37', 'the same faults with every connection through PgBouncer in transaction mode', async () => {
  if (!hasPooler()) return cannotRun('F-37 through PgBouncer', 'pgbouncer is not installed');
  await withStandbys({ pooled: true }, (one) => runEveryFault('F-37 through PgBouncer', one));
});

test.run();
