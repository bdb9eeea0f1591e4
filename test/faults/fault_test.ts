// Runs a fault test: simulated users use a Postern, a fault occurs, and the users' records are compared with the server
// afterwards.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom, readSeed } from '../security/random.ts';
import { roleName } from '../support/database/layout.ts';
import { newEmail, type Stack, type StackOptions, startStack } from '../support/processes/stack.ts';
import { compareWithServer } from './compare_with_server.ts';
import {
  formatCounts,
  PASSWORD,
  type SimulationOptions,
  startUserSimulation,
  type UserSimulation,
} from './user_simulation.ts';
import { withTimeout } from './with_timeout.ts';

/** True in `npm run test:faults`, which runs longer faults, and tests that are too long for `npm test`. */
export const IS_FULL_RUN = process.env.POSTERN_FAULT_FULL === '1';
const REPEATS = Number(process.env.POSTERN_FAULT_REPEATS ?? 1);

const seed = readSeed();
/** Random numbers of the test file. POSTERN_TEST_SEED reproduces them. */
export const randomBelow = createRandom(seed);
console.log(`seed ${seed}`);

/** Ids of the fault tests to register; empty for all. test/faults/run.ts passes one id per process. */
const ROWS = (process.env.POSTERN_FAULT_ROWS ?? '').split(',').filter((row) => row !== '');

/** Registers a fault test REPEATS times, if ROWS contains its id or is empty. */
export function faultTest(id: string, title: string, run: () => Promise<unknown>): void {
  if (ROWS.length > 0 && !ROWS.includes(id)) return;
  for (let time = 1; time <= REPEATS; time += 1) {
    test(`${id}: ${title}${REPEATS > 1 ? ` (${time} of ${REPEATS})` : ''}`, async () => void (await run()));
  }
}

/** Registers a fault test that is too long for `npm test`. */
export function longFaultTest(id: string, title: string, run: () => Promise<unknown>): void {
  if (IS_FULL_RUN) faultTest(id, title, run);
}

/**
 * A client whose refresh succeeded without a response must be able to retry during the whole outage. The reuse interval
 * is therefore longer than by default.
 */
export const FAULT_ENV = { SVC_LOG_LEVEL: 'info', SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '120' };

/** Starts a stack with the settings of fault tests. */
export function startFaultStack(o: StackOptions): Promise<Stack> {
  return startStack({ keeps_time_limits: true, ...o, env: { ...FAULT_ENV, ...o.env } });
}

export interface FaultRun {
  stack: Stack;
  /** Causes the fault during user activity. */
  fault: () => Promise<unknown>;
  users?: number;
  ledger?: Partial<SimulationOptions>;
  more_copies?: number;
  /** Returns the database to check after the fault, if the fault replaces the database. */
  sql?: () => Sql;
  /** Deviations that the guarantee permits, such as writes that an asynchronous standby had not received. */
  excused?: RegExp;
  /**
   * Responses of which at least one must occur, so that a test cannot pass without a fault; by default 503 or a broken
   * connection. The value null permits a fault without visible effect.
   */
  shows?: RegExp | null;
}

/**
 * FAULT_MS: timeout in ms of the fault. END_MS: timeout of stopping the users, and of the query for open transactions.
 */
const FAULT_MS = IS_FULL_RUN ? 900_000 : 120_000;
const END_MS = 45_000;

/** Starts users, causes the fault, waits for recovery, stops the users and compares. */
export async function runFault(name: string, o: FaultRun): Promise<UserSimulation> {
  const { stack } = o;
  const ledger = startUserSimulation({ urls: () => [stack.url], sink: stack.sink, users: o.users ?? 12, ...o.ledger });
  let back_ms = 0;
  try {
    await ledger.more('refresh 200', 10);
    await ledger.more('verify 200', 2);
    await sleep(randomBelow(200));
    await withTimeout(`${name}: the fault`, FAULT_MS, o.fault());
    const over = performance.now();
    await ledger.more('refresh 200');
    back_ms = performance.now() - over;
    await ledger.more('signup 200', 2);
  } finally {
    await withTimeout(`${name}: users do not end: ${formatCounts(ledger)}`, END_MS, ledger.stop());
  }
  const { faults, copies, mails, mails_ms } = await compareWithServer(ledger, {
    sql: (o.sql ?? (() => stack.db.sql))(),
    sink: stack.sink,
    url: o.ledger?.urls?.()[0] ?? stack.url,
    ...(o.more_copies === undefined ? {} : { more_copies: o.more_copies }),
  });
  console.log(
    `${name}: back after ${back_ms.toFixed(0)} ms; ${mails} mails, ${copies} copies, the last after ${mails_ms.toFixed(0)} ms; ${formatCounts(ledger)}`,
  );
  const { excused } = o;
  for (const fault of excused ? faults : []) console.log(`  ${fault}`);
  assert.equal(excused ? faults.filter((fault) => !excused.test(fault)) : faults, [], name);
  if (o.shows !== null) assert.ok(ledger.count(o.shows ?? / (503|gone)$/) > 0, `${name}: nobody noticed the fault`);
  await assertNoOpenTransactions({ name: stack.db.name, sql: (o.sql ?? (() => stack.db.sql))() });
  return ledger;
}

/**
 * Waits until no transaction has been idle for more than a second and Postern's roles have at most 40 connections.
 * Throws after about five seconds.
 */
export async function assertNoOpenTransactions(db: { name: string; sql: Sql }): Promise<void> {
  for (let look = 0; ; look += 1) {
    const rows = await withTimeout(
      'what is left behind',
      END_MS,
      db.sql<{ state: string; seconds: number }[]>`
        select state, extract(epoch from clock_timestamp() - state_change)::float as seconds from pg_stat_activity
        where datname = ${db.name} and usename in (${roleName('gateway')}, ${roleName('admin')}, ${roleName('worker')})`,
    );
    const open = rows.filter(({ state, seconds }) => state.startsWith('idle in transaction') && seconds > 1);
    if (open.length === 0 && rows.length <= 40) return;
    if (look > 50) throw new Error(`left behind: ${JSON.stringify(rows)}`);
    await sleep(100);
  }
}

/** Creates an account before the fault, for single requests of a test. */
export async function createUserBeforeFault(
  stack: Stack,
): Promise<{ email: string; refresh_token: string; access_token: string }> {
  const email = newEmail();
  await stack.post('/signup', { email, password: PASSWORD });
  const { code } = await stack.mail(email);
  const { body } = await stack.post('/verify', { type: 'email', email, token: code });
  return { email, refresh_token: String(body.refresh_token), access_token: String(body.access_token) };
}
