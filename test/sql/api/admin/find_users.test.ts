// list_users with search criteria: the matches, their order, and pages.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, type CallResult, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { SEARCH_INDEX } from '../../search_index.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

async function insertUser(
  n: number,
  o: { email?: string; phone?: string; user?: object; app?: object; ago?: number } = {},
): Promise<string> {
  const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const [user, app] = [JSON.stringify(o.user ?? {}), JSON.stringify({ provider: 'email', ...o.app })];
  await sql`insert into auth.users (id, aud, role, email, phone, raw_user_meta_data, raw_app_meta_data, created_at, updated_at)
    values (${id}, 'authenticated', 'authenticated', ${o.email ?? null}, ${o.phone ?? null}, ${user}::text::jsonb, ${app}::text::jsonb,
      now() - ${o.ago ?? n} * interval '1 s', now())`;
  if (o.email)
    await sql`insert into auth.addresses (kind, value, user_id, is_primary, created_at) values ('email', ${o.email}, ${id}, true, now())`;
  if (o.phone)
    await sql`insert into auth.addresses (kind, value, user_id, is_primary, created_at) values ('phone', ${o.phone}, ${id}, true, now())`;
  return id;
}

const page = (args: CallArguments): Promise<CallResult> =>
  sql_api.call('list_users', { claims: { role: 'service_role' }, settings: settings(), ...args });
interface Body {
  users: { id: string }[];
  pagination: { has_more: boolean; next_cursor?: string };
}
/** Returns all matches, page by page, as the numbers of the users. */
async function findAllPages(args: CallArguments): Promise<number[]> {
  const found: number[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 50; pages += 1) {
    const { users, pagination } = (await page({ ...args, cursor })).body as Body;
    found.push(...users.map(({ id }) => Number(id.slice(-12))));
    assert.is(pagination.has_more, pagination.next_cursor !== undefined);
    if (pagination.next_cursor === undefined) return found;
    cursor = pagination.next_cursor;
  }
  throw new Error('it never ends');
}

test.before(async () => {
  await sql`create extension pg_trgm schema public`;
  await insertUser(1, { email: 'ada.lovelace@example.com', user: { full_name: 'Ada Lovelace', plan: 'pro' } });
  await insertUser(2, {
    email: 'grace@navy.example',
    phone: '4915112345678',
    user: { full_name: 'Grace Hopper' },
    app: { customer: 'cus_9f3' },
  });
  await insertUser(3, { user: { full_name: '李雷', nested: { city: 'São Paulo' }, list: ['alpha', 7001] } });
  await insertUser(4, { email: 'per%cent_x@example.com', user: { note: 'say "hi" \\ there', plan: 'free' } });
  await insertUser(5, { email: 'bob@example.com', user: { plan: 'pro', age: 30 } });
  await insertUser(6, { email: '"a\\b"@odd.test', user: { note: 'two\nlines' } });
  for (const [n, provider] of [
    [1, 'github'],
    [5, 'github'],
    [2, 'email'],
  ] as const)
    await sql`insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
      select u.id, ${provider}, gen_random_uuid(), ${`s${n}`}, '{}', now(), now() from auth.users as u where u.id::text like ${`%00${n}`}`;
});

const FOUND: readonly [string, CallArguments, number[]][] = [
  ['a part of an e-mail address', { search: 'navy' }, [2]],
  ['in upper case', { search: 'LOVELACE' }, [1]],
  ['digits of a phone number', { search: '1234567' }, [2]],
  ['a value of user_metadata', { search: 'hopper' }, [2]],
  ['one deep within', { search: 'paulo' }, [3]],
  ['a number', { search: '7001' }, [3]],
  ['app_metadata', { search: 'cus_9' }, [2]],
  ['names of members are no values', { search: 'full_name' }, []],
  ['the provider in app_metadata is none', { search: 'email' }, []],
  ['two characters', { search: '李雷' }, [3]],
  ['a percent sign is one', { search: 'r%c' }, [4]],
  ['an underscore is one', { search: 'cent_x' }, [4]],
  ['a wildcard finds nothing else', { search: 'a%e' }, []],
  ['a quote and a backslash', { search: '"hi" \\ there' }, [4]],
  ['a quote and a backslash of an e-mail address', { search: 'a\\b"@odd' }, [6]],
  ['a line break', { search: 'TWO\nl' }, [6]],
  ['an id', { search: '00000000-0000-4000-8000-000000000005' }, [5]],
  ['an e-mail address', { email: 'BOB@example.com' }, [5]],
  ['a part of one is none', { email: 'bob@' }, []],
  ['a phone number', { phone: '+4915112345678' }, [2]],
  ['a provider', { provider: 'github' }, [1, 5]],
  ['a member of user_metadata', { user_metadata: { plan: 'pro' } }, [1, 5]],
  ['two', { user_metadata: { plan: 'pro', age: 30 } }, [5]],
  ['a nested one', { user_metadata: { nested: { city: 'São Paulo' } } }, [3]],
  ['a member of app_metadata', { app_metadata: { customer: 'cus_9f3' } }, [2]],
  ['a text and a provider', { search: 'example', provider: 'github' }, [1, 5]],
  ['both', { search: 'example', provider: 'github', user_metadata: { age: 30.0 } }, [5]],
  ['all of them, the newest first', { most: '2' }, [1, 2, 3, 4, 5, 6]],
  ['the oldest first', { most: '2', sort: 'created_at asc' }, [6, 5, 4, 3, 2, 1]],
  ['in pages', { search: 'example', most: '1' }, [1, 2, 4, 5]],
  ['in pages, the oldest first', { search: 'example', most: '1', sort: 'created_at asc' }, [5, 4, 2, 1]],
  ['another audience has nobody', { search: 'example', audience: 'other' }, []],
];

for (const indexed of [false, true]) {
  test(indexed ? 'an index is built' : 'without an index', async () => {
    if (indexed) await sql.unsafe(SEARCH_INDEX);
    const [row] = await sql`select auth_lib.has_search_index() as there`;
    assert.is(row?.there, indexed);
  });
  for (const [name, args, expected] of FOUND) {
    test(`${name}${indexed ? ', by the index' : ''}`, async () => {
      assert.equal(await findAllPages(args), expected);
    });
  }
}

test('a list with equal creation times is read page by page, each user once', async () => {
  await sql`insert into auth.users (id, aud, role, email, created_at, updated_at)
    select gen_random_uuid(), 'twins', 'x', 'twin' || n || '@example.com', now() - (n / 30) * interval '1 s', now() from generate_series(1, 100) as n`;
  for (const sort of ['created_at desc', 'created_at asc']) {
    for (const search of ['twin', null]) {
      const [row] = await sql`select count(*)::int as n from auth.users where aud = 'twins'`;
      const ids: string[] = [];
      let cursor: string | undefined;
      for (let pages = 0; pages < 20; pages += 1) {
        const body = (await page({ audience: 'twins', search, most: '7', sort, cursor })).body as Body;
        ids.push(...body.users.map(({ id }) => id));
        cursor = body.pagination.next_cursor;
        if (cursor === undefined) break;
      }
      assert.equal([ids.length, new Set(ids).size], [row?.n, row?.n], `${sort} ${search}`);
    }
  }
});

const bad = (text: string) => [400, 'validation_failed', text] as const;
test('rejects contradictory, too long and non-numeric criteria', async () => {
  const admin = { claims: { role: 'service_role' }, settings: settings() };
  const mixed = bad(
    'Bad Search Parameters: page, per_page and filter do not go with cursor, limit and what is searched for',
  );
  await sql_api.refused('list_users', { ...admin, page: '2', search: 'x' }, mixed);
  await sql_api.refused('list_users', { ...admin, filter: 'x', most: '5' }, mixed);
  const long = bad('Bad Search Parameters: search has more than 200 characters');
  await sql_api.refused('list_users', { ...admin, search: 'x'.repeat(201) }, long);
  for (const most of ['0', '1001', 'x', '99999'])
    await sql_api.refused('list_users', { ...admin, most }, bad('Bad Pagination Parameters: limit is from 1 to 1000'));
  await sql_api.refused(
    'list_users',
    { ...admin, cursor: 'x' },
    bad('Bad Pagination Parameters: cursor is none of ours'),
  );
});

test.run();
