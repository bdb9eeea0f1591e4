// call.ts with a driver that responds late, never, or without a row: it returns 503 and releases the connection slot.
import type postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCall, type Statement } from '../../../gateway/database/call.ts';
import { createPools } from '../../../gateway/database/pools.ts';
import { buildCombinedStatement } from '../../../gateway/database/shared_statement.ts';
import { ApiError } from '../../../gateway/http/errors.ts';

const STATEMENT: Statement = { text: 'select 1', pool: 'fast', creates_user: false };

/** Creates pools on a fake driver, whose results the test sets. */
function createFakePools(answer: (text: string) => Promise<unknown[]>, texts: string[] = []) {
  const opened: { ended: boolean; reject: ((error: Error) => void)[] }[] = [];
  const driver = () => {
    const pool = { ended: false, reject: [] as ((error: Error) => void)[] };
    opened.push(pool);
    return {
      unsafe: (text: string) =>
        new Promise((resolve, reject) => {
          texts.push(text);
          pool.reject.push(reject);
          answer(text).then(resolve, reject);
        }),
      end: async () => {
        pool.ended = true;
        for (const reject of pool.reject) reject(Object.assign(new Error('gone'), { code: 'CONNECTION_DESTROYED' }));
      },
    };
  };
  const made = createPools({
    driver: driver as unknown as typeof postgres,
    settings: {
      database_url: 'postgres://someone@127.0.0.1/x',
      database_url_gateway: '',
      database_url_admin: '',
      db_max_pool_size: 4,
      db_prepare: true,
      security_hash_concurrency: 1,
      security_bcrypt_cost: 10,
      hash_wait: 5,
      api_max_request_duration: 10,
    },
    roles: { gateway: 'auth_gateway', admin: 'auth_admin' },
    warn: () => undefined,
  });
  return { made, opened };
}

const status = (answer: Promise<string | null>): Promise<unknown> =>
  answer.catch((error: unknown) => (error instanceof ApiError ? error.status : error));

test('passes an answer on, null as well', async () => {
  const { made } = createFakePools(async () => [{ answer: null }]);
  assert.is(await createCall(made, { prepare: true })(STATEMENT, [], { hashes: false }), null);
});

test('no row means that nothing was run: 503, never an empty success', async () => {
  const { made } = createFakePools(async () => []);
  assert.is(await status(createCall(made, { prepare: true })(STATEMENT, [], { hashes: false })), 503);
});

test('503 if a migration locks tables or replaces the function during every attempt', async () => {
  for (const [code, message] of [
    ['55P03', 'canceling statement due to lock timeout'],
    ['XX000', 'cache lookup failed for function 21153'],
  ]) {
    let attempts = 0;
    const { made } = createFakePools(async () => {
      attempts += 1;
      throw Object.assign(new Error(message), { code });
    });
    assert.is(await status(createCall(made, { prepare: true })(STATEMENT, [], { hashes: false })), 503, code);
    assert.is(attempts, 4);
  }
});

test('a statement that never ends: 503 at the deadline, a new pool, and every slot is released', async () => {
  const { made, opened } = createFakePools(() => new Promise(() => undefined));
  const call = createCall(made, { prepare: true, patience_ms: 20 });
  const before = opened.length;
  assert.is(await status(call(STATEMENT, [], { hashes: true })), 503);
  // A slot is held until the connection of its statement has closed.
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(made.by_name.hash.line.load, { running: 0, waiting: 0 });
  assert.equal(made.hash_queue.load, { running: 0, waiting: 0 });
  assert.is(opened.length, before + 1);
  assert.is(opened.filter((pool) => pool.ended).length, 1);
});

test('F-07: a waiting call gets the slot when the broken connection before it has closed, not when it has failed', async () => {
  let closed = false;
  const seen: boolean[] = [];
  const { made } = createFakePools(async (text) => {
    seen.push(closed);
    if (text !== 'breaks') return [{ answer: 'second' }];
    // Sockets emit `close` at the end of the event loop iteration in which they emit `error`.
    setImmediate(() => {
      closed = true;
    });
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  });
  const call = createCall(made, { prepare: true });
  const ask = (text: string) => call({ ...STATEMENT, pool: 'admin', text }, [], { hashes: false });
  assert.is(made.by_name.admin.line.load.running, 0);
  const [first, second] = await Promise.all([status(ask('breaks')), ask('works')]);
  assert.equal([first, second, seen], [503, 'second', [false, true]]);
});

test('several statements lost together replace their pool once', async () => {
  const { made, opened } = createFakePools(() => new Promise(() => undefined));
  const call = createCall(made, { prepare: true, patience_ms: 20 });
  const before = opened.length;
  const both = [1, 2].map(() => status(call({ ...STATEMENT, pool: 'admin' }, [], { hashes: false })));
  assert.equal(await Promise.all(both), [503, 503]);
  assert.ok(opened.length - before <= 2);
  await made.close();
  assert.is(opened.filter((pool) => !pool.ended).length, 0);
});

test('a call shares a statement with calls of the same settings, and only if it may', async () => {
  const texts: string[] = [];
  const row = { answer: 'x' };
  const { made } = createFakePools(
    (text) => new Promise((resolve) => setImmediate(resolve, text === 'together' ? [row, row] : [row])),
    texts,
  );
  const call = createCall(made, { prepare: true });
  const parameters = [
    { name: 'a', form: 'text' },
    { name: 'settings', form: 'same' },
  ] as const;
  const statement = {
    ...STATEMENT,
    text: 'alone',
    shared: { ...buildCombinedStatement('auth_api', 'f', { writes: true, parameters }), text: 'together' },
  };
  const ask = (settings: string, how: { shares?: string }) =>
    call(statement, ['a', settings], { hashes: false, ...how });
  await Promise.all([
    ...[1, 2].map((at) => ask('{}', { shares: String(at) })),
    ask('{"other": 1}', { shares: '' }),
    ask('{}', {}),
  ]);
  assert.equal(texts.sort(), ['alone', 'alone', 'together']);
});

test.run();
