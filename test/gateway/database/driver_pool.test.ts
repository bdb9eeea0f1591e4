// The replaceable connection pool is replaced once for all statements that were lost together. The old pool finishes
// its statements, and all pools are closed at the end.
import type { Sql } from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createDriverPool,
  LostStatementError,
  onlyRow,
  withResultDeadline,
} from '../../../core/database/driver_pool.ts';

function createFakeDriver() {
  const timeouts: number[][] = [];
  const open = () => {
    const ends: number[] = [];
    timeouts.push(ends);
    return { end: async ({ timeout }: { timeout: number }) => void ends.push(timeout) } as unknown as Sql;
  };
  return { open, timeouts };
}

test('replaces a pool once for all statements that it lost', async () => {
  const { open, timeouts } = createFakeDriver();
  const pool = createDriverPool(open);
  const first = pool.sql;
  pool.replace(first);
  const second = pool.sql;
  pool.replace(first);
  assert.is(pool.sql, second);
  assert.is.not(second, first);
  assert.equal(timeouts, [[5], []], 'what still runs on the old one gets a while');
  await pool.close();
  assert.equal(timeouts, [[5], [2]]);
});

test('returns the row of a statement; without a row the connection is broken', () => {
  assert.is(onlyRow([null]), null);
  assert.equal(onlyRow([{ answer: null }]), { answer: null });
  assert.throws(
    () => onlyRow([]),
    (error: unknown) => error instanceof LostStatementError && error.code === 'CONNECTION_CLOSED',
  );
});

test('answered() passes on what ends in time and rejects what does not', async () => {
  assert.is(await withResultDeadline(Promise.resolve(1), 20), 1);
  assert.is(await withResultDeadline(Promise.reject(new Error('no')), 20).catch((error: Error) => error.message), 'no');
  const late = withResultDeadline(new Promise(() => undefined), 10);
  assert.ok((await late.catch((error: unknown) => error)) instanceof LostStatementError);
});

test.run();
