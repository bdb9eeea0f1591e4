// Calls that share a statement: each gets its own result, and a failed call does not affect the others.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createBatcher } from '../../../worker/queue/batch.ts';

const codeError = (code: string) => Object.assign(new Error(code), { code });
const reasonOf = (error: unknown) => (error as Error).message;

test('calls of one moment share a statement; those that come while it runs share the next', async () => {
  const statements: number[][] = [];
  let release: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    release = resolve;
  });
  const started: { resolve?: () => void } = {};
  const starts = new Promise<void>((resolve) => {
    started.resolve = resolve;
  });
  const double = createBatcher(async (items: readonly number[]) => {
    statements.push([...items]);
    started.resolve?.();
    if (statements.length === 1) await first;
    return items.map((item) => item * 2);
  });
  const early = [double(1), double(2)];
  await starts;
  const later = [double(3), double(4), double(5)];
  release();
  assert.equal(await Promise.all([...early, ...later]), [2, 4, 6, 8, 10]);
  assert.equal(statements, [
    [1, 2],
    [3, 4, 5],
  ]);
});

test('an item that fails does not fail the others: each runs again in its own statement', async () => {
  const statements: number[][] = [];
  const double = createBatcher(async (items: readonly number[]) => {
    statements.push([...items]);
    if (items.includes(2)) throw codeError('22000');
    return items.map((item) => item * 2);
  });
  assert.equal(await Promise.all([double(1), double(2).catch(reasonOf), double(3)]), [2, '22000', 6]);
  assert.equal(statements, [[1, 2, 3], [1], [2], [3]]);
});

test('after an outage nothing runs again: the statement may have been committed', async () => {
  let statements = 0;
  const double = createBatcher(async () => {
    statements += 1;
    throw codeError('CONNECTION_CLOSED');
  });
  const reasons = await Promise.all([1, 2].map((item) => double(item).catch(reasonOf)));
  assert.equal([reasons, statements], [['CONNECTION_CLOSED', 'CONNECTION_CLOSED'], 1]);
});

test('a statement that hangs delays no later call', async () => {
  const never = new Promise<number[]>(() => undefined);
  const double = createBatcher((items: readonly number[]) =>
    items.includes(1) ? never : Promise.resolve(items.map((item) => item * 2)),
  );
  void double(1);
  await new Promise((resolve) => setImmediate(resolve));
  assert.is(await double(2), 4);
});

test.run();
