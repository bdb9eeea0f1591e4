// Lists of the database are to the tests what the driver makes of them when it asks the server which types are lists.
import postgres, { type Sql } from 'postgres';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../support/db.ts';

const test = suite('lists');
let db: TestDatabase;
let asking: Sql;

test.before(async () => {
  db = await createDatabase({ template: 'empty' });
  asking = postgres(db.superuser_url, { max: 1 });
});

test.after(async () => {
  await asking.end({ timeout: 1 });
  await db.drop();
});

const LITERALS: Record<string, string[]> = {
  text: ['{}', '{a}', '{a,"b c","","{}",",","\\"","\\\\"}', '{{a,b},{c,"d,e"}}', '{"line\nend",é}'],
  varchar: ['{a}'],
  '"char"': ['{a}'],
  name: ['{a}'],
  uuid: ['{00000000-0000-4000-8000-000000000000}'],
  bigint: ['{1,9007199254740993}'],
  numeric: ['{1.50}'],
  interval: ['{1 day}'],
  inet: ['{192.0.2.1,2001:db8::/32}'],
  cidr: ['{192.0.2.0/24}'],
  xid: ['{1}'],
  regclass: ['{pg_class}'],
  regtype: ['{text}'],
  regproc: ['{now}'],
  smallint: ['{1,-2}'],
  integer: ['{{1,2},{3,4}}'],
  oid: ['{26}'],
  real: ['{1.5}'],
  'double precision': ['{1.5,NaN}'],
  boolean: ['{t,f}'],
  json: ['{"{\\"a\\": [1, \\"b\\"]}"}'],
  jsonb: ['{"{\\"a\\": [1, \\"b\\"]}","\\"text\\""}'],
  date: ['{2030-01-01}'],
  timestamp: ['{2030-01-01 12:00:00}'],
  timestamptz: ['{2030-01-01 12:00:00+00}'],
  bytea: ['{"\\\\x00ff"}'],
};

for (const [type, literals] of Object.entries(LITERALS)) {
  test(`${type}[] is read and written as by the driver`, async () => {
    for (const literal of literals) {
      const read = `select '${literal.replaceAll("'", "''")}'::${type}[] as list, '${type}[]'::regtype::oid as type`;
      const [[ours], [theirs]] = await Promise.all([db.sql.unsafe(read), asking.unsafe(read)]);
      assert.instance(theirs?.list, Array);
      assert.equal(ours?.list, theirs?.list);
      // The driver takes a list's type from its first item unless it is told.
      const write = async (sql: Sql): Promise<unknown> =>
        (await sql`select ${sql.typed(theirs?.list as never, ours?.type)}::text as list`)[0]?.list;
      assert.is(await write(db.sql), await write(asking));
    }
  });
}

test('an item that is null is null', async () => {
  const [row] = await db.sql<{ list: unknown[] }[]>`select array[null, 'NULL', ${null}] as list`;
  assert.equal(row?.list, [null, 'NULL', null]);
  const [back] = await db.sql<{ list: string }[]>`select ${[null, 'NULL']}::text[]::text as list`;
  assert.is(back?.list, '{NULL,"NULL"}');
});

test('connections are reserved, new ones and one that is open', async () => {
  await db.sql`select 1`;
  const reserved = await Promise.all([db.sql.reserve(), db.sql.reserve()]);
  const ids = await Promise.all(reserved.map((sql) => sql`select pg_backend_pid() as id`));
  for (const sql of reserved) sql.release();
  assert.is(new Set(ids.map(([row]) => row?.id)).size, 2);
});

test('undefined is refused', async () => {
  const list = [undefined] as unknown as string[];
  try {
    await db.sql`select ${list}::text[]`;
    assert.unreachable('it was sent');
  } catch (error) {
    assert.match((error as Error).message, /undefined/i);
  }
});

test.run();
