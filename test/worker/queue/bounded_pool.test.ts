// The worker's connection pool recovers when its connections were lost without notice or lead to a read-only server.
import type { Sql } from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createBoundedPool } from '../../../worker/queue/bounded_pool.ts';

/** Creates a fake driver, whose pools respond as the test specifies. */
function createFakeDriver(answers: ((text: string) => Promise<unknown>)[]) {
  const opened: { texts: string[]; ended: boolean }[] = [];
  const open = (): Sql => {
    const pool = { texts: [] as string[], ended: false };
    const answer = answers[opened.length] ?? (async () => []);
    opened.push(pool);
    const unsafe = (text: string) => {
      pool.texts.push(text);
      return answer(text);
    };
    const end = async () => {
      pool.ended = true;
    };
    return Object.assign((parts: string[]) => unsafe(parts.join('?')), { unsafe, end }) as unknown as Sql;
  };
  return { open, opened };
}

const failure = (running: Promise<unknown>): Promise<string> =>
  running.then(
    () => 'none',
    (error: Error) => error.message,
  );

test('F-36: gives up a statement that is never answered, and the next one gets a new pool', async () => {
  const { open, opened } = createFakeDriver([() => new Promise(() => undefined), async () => [{ n: 1 }]]);
  const sql = createBoundedPool(open, { max: 2, late_ms: 20 });
  assert.is(await failure(Promise.resolve(sql.unsafe('select 1'))), 'the statement was lost with its connection');
  assert.is(opened[0]?.ended, true);
  assert.equal([...(await sql.unsafe('select 1'))], [{ n: 1 }]);
  assert.equal([...(await sql`select 2`)], [{ n: 1 }]);
  await sql.end();
});

test('F-06: ends a read-only connection after its first error; other errors end nothing', async () => {
  const refused = async (text: string): Promise<unknown> => {
    if (text.includes('pg_terminate_backend')) throw new Error('terminated');
    throw Object.assign(new Error(text), { code: text === 'write' ? '25006' : '23505' });
  };
  const { open, opened } = createFakeDriver([refused]);
  const sql = createBoundedPool(open, { max: 2 });
  assert.is(await failure(Promise.resolve(sql.unsafe('unique'))), 'unique');
  assert.is(opened[0]?.texts.length, 1);
  assert.is(await failure(Promise.resolve(sql.unsafe('write'))), 'write');
  assert.match(opened[0]?.texts[2] ?? '', /pg_terminate_backend.*transaction_read_only/s);
  assert.is(opened.length, 1);
  await sql.end();
});

test.run();
