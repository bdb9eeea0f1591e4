// The primary is killed and its standby promoted. With a synchronous standby nothing acknowledged is lost. An
// asynchronous one lacks what it had not received, and nothing else fails. Needs pg_basebackup from Debian's packages.
// runner: timeout=300 when=cli,dev,install,core,gateway,worker,sql
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { createPair, type Pair, withPair } from './pair.ts';
import { hasDebian } from './server.ts';
import { chance, longRow, row, runFault } from './stand.ts';

async function failOver({ primary, after }: Pair): Promise<void> {
  await primary.kill();
  await sleep(chance(500));
  await after`select pg_promote(true, 20)`;
}

if (!hasDebian()) {
  test('F-06: failover', () => cannotRun('F-06 failover', 'no pg_basebackup'));
} else {
  row('F-06', 'failover to a synchronous standby', async () =>
    withPair(await createPair({ synchronous: true }), (pair) =>
      runFault('F-06 synchronous', {
        stack: pair.stack,
        sql: () => pair.after,
        fault: () => failOver(pair),
      }),
    ),
  );

  longRow('F-06', 'failover to an asynchronous standby that lags', async () =>
    withPair(await createPair({ synchronous: false }), (pair) =>
      runFault('F-06 asynchronous', {
        stack: pair.stack,
        sql: () => pair.after,
        // Users who signed up, signed in or used a code in the last half second must repeat it; no other error is
        // excused.
        excused:
          /^(lost: |refresh: 400 refresh_token_not_found|user: 403|logout: 403|verify: 403|password: 400 invalid_credentials|\d sessions (by one code|of)|\d copies of )|signed out by the fault: .*refresh_token_not_found/,
        async fault() {
          pair.wire.mode = 'stall';
          await sleep(500);
          await failOver(pair);
        },
      }),
    ),
  );
}

test.run();
