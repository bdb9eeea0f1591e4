// Tests of list_users.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, type ExpectedError, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { SEARCH_INDEX } from '../../search_index.ts';
import { ADMIN, assertAdministratorsOnly } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const base = { claims: ADMIN, settings: settings() };
const list = (args: CallArguments = {}) => sql_api.call('list_users', { ...base, ...args });
const emails = async (args: CallArguments) =>
  ((await list(args)).body as { users: { email: string }[] }).users.map((user) =>
    user.email.replace('@example.com', ''),
  );
const refused = (args: CallArguments, expected: ExpectedError) =>
  sql_api.refused('list_users', { ...base, ...args }, expected);

const NAMES = ['ann', 'bob', 'cid', 'dan', 'eve'];

test('an empty list', async () => {
  assert.equal(await list(), { body: { users: [], aud: 'authenticated' }, total: 0, page: 1, per_page: 50 });
});

test('administrators only; then paging, then sort', async () => {
  await assertAdministratorsOnly(sql_api, 'list_users', { page: 'x' });
  const bad = (text: string): ExpectedError => [
    400,
    'validation_failed',
    `Bad Pagination Parameters: strconv.ParseUint: parsing "${text}": invalid syntax`,
  ];
  for (const text of ['x', '-1', '+1', '1.5', ' 1', '1 ', '1e3', '0x1', '٣', '1\n', '%s', '"']) {
    await refused({ page: text, per_page: 'y', sort: 'z' }, bad(text));
    await refused({ page: '1', per_page: text, sort: 'z' }, bad(text));
  }
  for (const text of ['18446744073709551616', '9'.repeat(21), `000${'1'.repeat(40)}`]) {
    const message = `Bad Pagination Parameters: strconv.ParseUint: parsing "${text}": value out of range`;
    await refused({ page: text, per_page: 'y' }, [400, 'validation_failed', message]);
    await refused({ per_page: text }, [400, 'validation_failed', message]);
  }
  const field = (text: string): ExpectedError => [
    400,
    'validation_failed',
    `Bad Sort Parameters: bad field for sort '${text}'`,
  ];
  for (const sort of ['email', 'CREATED_AT', 'created_at,id', 'id; drop table users', ' created_at', '%s']) {
    await refused({ sort }, field(sort.split(' ')[0] ?? ''));
  }
  for (const direction of ['up', 'asc nulls', ' asc', 'asc,', '; select 1', '%s']) {
    const message = `Bad Sort Parameters: bad direction for sort '${direction}', only 'asc' and 'desc' allowed`;
    await refused({ sort: `created_at ${direction}` }, [400, 'validation_failed', message]);
  }
});

test('pages: newest first, the last one short, beyond it empty; nothing is written', async () => {
  for (const name of NAMES) {
    const args = { email: `${name}@example.com`, user_metadata: { full_name: `${name.toUpperCase()} O’Neil` } };
    await sql_api.call('create_user', { ...base, ...args });
    await sql_api.advance(1);
  }
  const tables = await sql_api.changes(async () => {
    assert.equal(await emails({}), ['eve', 'dan', 'cid', 'bob', 'ann']);
    assert.equal(await emails({ page: '', per_page: '' }), ['eve', 'dan', 'cid', 'bob', 'ann']);
    assert.equal(await emails({ page: '1', per_page: '2' }), ['eve', 'dan']);
    assert.equal(await emails({ page: '3', per_page: '2' }), ['ann']);
    assert.equal(await emails({ page: '4', per_page: '2' }), []);
    for (const most of ['999999999', '2147483648', '9223372036854775808', '18446744073709551615']) {
      assert.equal(await emails({ page: most, per_page: most }), []);
      assert.is((await emails({ page: `${'0'.repeat(30)}1`, per_page: most })).length, 5);
    }
  });
  assert.equal(tables, []);
  const { total, page, per_page } = await list({ page: '2', per_page: '2' });
  assert.equal([total, page, per_page], [5, 2, 2]);
  const zero = await list({ page: '0', per_page: '0' });
  assert.equal([zero.page, zero.per_page], [1, 50], 'zero counts as not given');
});

test('sorts by creation, case-insensitive; equal times have a fixed order', async () => {
  for (const sort of ['created_at asc', 'created_at ASC', 'created_at aSc']) {
    assert.equal(await emails({ sort }), NAMES);
  }
  for (const sort of ['', 'created_at', 'created_at desc', 'created_at DESC', 'created_at ']) {
    assert.equal(await emails({ sort }), [...NAMES].reverse());
  }
  for (let i = 0; i < 6; i += 1) {
    await sql_api.call('create_user', { ...base, email: `twin${i}@example.com`, aud: 'twins' });
  }
  const whole = await emails({ audience: 'twins' });
  const parts = [];
  for (const page of ['1', '2', '3']) parts.push(...(await emails({ audience: 'twins', page, per_page: '2' })));
  assert.equal(parts, whole);
  assert.equal(await emails({ audience: 'twins', sort: 'created_at asc' }), [...whole].reverse());
});

test('filter: a substring of the e-mail, case-sensitive, or of the full name, case-insensitive; % and _ are wildcards', async () => {
  assert.equal(await emails({ filter: 'an' }), ['dan', 'ann']);
  assert.equal(await emails({ filter: 'ANN@' }), []);
  assert.equal(await emails({ filter: 'ann o’n' }), ['ann']);
  assert.equal(await emails({ filter: 'b_b@' }), ['bob']);
  assert.equal(await emails({ filter: 'c%@ex' }), ['cid']);
  for (const filter of ['\\', "' or true --", 'a\\', '%s']) assert.equal(await emails({ filter }), []);
  const { total } = await list({ filter: 'an', per_page: '1' });
  assert.is(total, 2, 'the total counts what the filter lets through');
});

test('the audience of the request: header, token of no administrator, setting; deleted users are listed', async () => {
  assert.is((await emails({ audience: 'twins' })).length, 6);
  assert.equal(await emails({ audience: 'nobody' }), []);
  assert.is((await emails({ claims: { ...ADMIN, aud: 'twins' } })).length, 5);
  const [row] = await sql_api.rows('auth.users', "t.email = 'bob@example.com'");
  const args = { ...base, user_id: row?.id, should_soft_delete: true };
  await sql_api.call('delete_user', args);
  const users = ((await list()).body as { users: CallArguments[] }).users;
  assert.is(users.filter((user) => user.deleted_at !== undefined).length, 1);
  assert.ok(users.every((user) => Array.isArray(user.identities) && user.id));
});

test('the search index does not change the results of a filter, page by page', async () => {
  const quoted = { email: 'quote@example.com', aud: 'odd', user_metadata: { full_name: 'Ada "x" Lo\\ve İstanbul' } };
  await sql_api.call('create_user', { ...base, ...quoted });
  for (const n of [1, 2, 3, 4, 5])
    await sql_api.call('create_user', {
      ...base,
      email: `odd${n}@example.com`,
      aud: 'odd',
      user_metadata: { full_name: `Odd ${n}` },
    });
  const filters = [
    'ada',
    'ada _x_ lo',
    'ADA%lo',
    'Lo\\ve',
    'x" lo',
    'quote@',
    'Quote@',
    'odd',
    'odd_',
    'o%3@',
    'stanbul',
    'nobody',
  ];
  const found = async () => {
    const pages = [];
    for (const filter of filters)
      for (const sort of ['created_at asc', 'created_at desc'])
        for (const page of ['1', '2']) {
          const args = { filter, sort, page, per_page: '4', audience: 'odd' };
          pages.push([filter, (await list(args)).total, await emails(args)]);
        }
    return pages;
  };
  const without = await found();
  await sql_api.db.sql.unsafe(`create extension pg_trgm schema public; ${SEARCH_INDEX}`);
  assert.equal(await found(), without);
  assert.ok(without.filter(([, total]) => Number(total) > 0).length > 20, 'most searches match a user');
});

test.run();
