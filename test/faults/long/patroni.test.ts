// runner: timeout=900

// Patroni performs a switchover, and then its leader is killed, with synchronous standbys and during user activity. No
// acknowledged sign-up, refresh or sign-out is lost, and requests fail only with 503. The members are also configured
// as Postern's standbys.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, LOGIN_ROLES, openRenamingPool } from '../../support/database/db.ts';
import { cannotRun } from '../../support/processes/cannot_run.ts';
import { faultTest, randomBelow, runFault, startFaultStack } from '../fault_test.ts';
import { missingForPatroni, type PatroniMember, startPatroni } from '../patroni.ts';
import { untilTrue } from '../with_timeout.ts';

const missing = missingForPatroni();

faultTest('F-38', 'Patroni: a switchover, and a killed leader', async () => {
  if (missing !== null) return cannotRun('F-38 Patroni', `no ${missing}`);
  const cluster = await startPatroni();
  const first = await cluster.leader();
  const superuser_url = `postgres://postgres:${cluster.password}@127.0.0.1:${first.port}/postgres`;
  const db = await createDatabase({ server: { source: 'embedded', superuser_url, log_file: '' } });
  const at = (url: string, where: string): string => url.replace(`127.0.0.1:${first.port}`, where);
  const all = cluster.members.map(({ port }) => `127.0.0.1:${port}`);
  const env = Object.fromEntries(
    LOGIN_ROLES.map((role) => [
      `DATABASE_URL_${role.toUpperCase()}`,
      `${at(db.url(role), all.join())}?target_session_attrs=read-write`,
    ]),
  );
  const replicas = all.map((where) => at(db.url('gateway'), where)).join();
  const stack = await startFaultStack({ db, env: { ...env, DATABASE_URL_REPLICAS: replicas } });
  let sql: Sql = db.sql;
  const moveTo = (leader: PatroniMember): void => {
    sql = openRenamingPool(at(db.superuser_url, `127.0.0.1:${leader.port}`), 2);
  };
  const used = (): number => stack.log().split('the standby is used').length - 1;
  try {
    await untilTrue('both standbys are used', () => used() >= 2);
    const faults: [string, () => Promise<PatroniMember>][] = [
      ['switch-over', () => cluster.switchover()],
      [
        'killed leader',
        async () => {
          const leader = await cluster.leader();
          leader.kill();
          return cluster.leader(leader);
        },
      ],
    ];
    for (const [name, fault] of faults) {
      const before = sql;
      const ledger = await runFault(`F-38 ${name}`, {
        stack,
        sql: () => sql,
        ledger: { passwords: true },
        async fault() {
          await sleep(randomBelow(500));
          moveTo(await fault());
        },
      });
      assert.is(ledger.count(/ (504|gone)$/), 0, `${name}: something else than 503`);
      await before.end({ timeout: 1 });
    }
    assert.ok(used() > 2, 'the standbys of the new leader are used');
  } finally {
    await sql.end({ timeout: 1 });
    await stack.close().catch(() => undefined); // its database was lost with the first leader
    cluster.stop();
  }
});

test.run();
