// runner: when=cli,dev,install,core,gateway,worker,sql

// The primary is killed and its standby promoted. With a synchronous standby no acknowledged write is lost. An
// asynchronous standby lacks only the writes that it had not received. Needs Debian's pg_basebackup.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { faultTest, longFaultTest, randomBelow, runFault } from './fault_test.ts';
import { createReplicatedPostern, type ReplicatedPostern, withReplicatedPostern } from './replicated_postern.ts';
import { hasDebian } from './server.ts';

async function promoteStandby({ primary, after }: ReplicatedPostern): Promise<void> {
  await primary.kill();
  await sleep(randomBelow(500));
  await after`select pg_promote(true, 20)`;
}

if (!hasDebian()) {
  test('F-06: failover', () => cannotRun('F-06 failover', 'no pg_basebackup'));
} else {
  faultTest('F-06', 'failover to a synchronous standby', async () =>
    withReplicatedPostern(await createReplicatedPostern({ synchronous: true }), (pair) =>
      runFault('F-06 synchronous', {
        stack: pair.stack,
        sql: () => pair.after,
        fault: () => promoteStandby(pair),
      }),
    ),
  );

  longFaultTest('F-06', 'failover to an asynchronous standby that lags', async () =>
    withReplicatedPostern(await createReplicatedPostern({ synchronous: false }), (pair) =>
      runFault('F-06 asynchronous', {
        stack: pair.stack,
        sql: () => pair.after,
        // Effects of losing the writes of half a second: missing sign-ups, sign-ins, sign-outs, refreshes and uses of
        // codes, and duplicate mails. No other deviation is permitted.
        excused:
          /^(lost: |refresh: 400 refresh_token_not_found|user: 403|logout: 403|verify: 403|password: 400 invalid_credentials|\d sessions (by one code|of)|\d copies of )|signed out by the fault: .*refresh_token_not_found/,
        async fault() {
          pair.wire.mode = 'stall';
          await sleep(500);
          await promoteStandby(pair);
        },
      }),
    ),
  );
}

test.run();
