// list_scim_resources: pages and filters of one provider.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { createScimCaller } from './scim.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const scim = await createScimCaller(sql_api);

const TOO_MANY =
  'Among so many resources, search by id, userName, externalId, emails.value, displayName, members, or a meta.lastModified with at most 5,000 matches';

const list = (kind: string, more: object = {}) =>
  scim.call('list_scim_resources', { kind, settings: settings(), ...more });

/** Inserts users of a provider in one statement. Returns their ids. */
async function insertUsers(provider: string, o: { count: number; domain: string }): Promise<string[]> {
  const rows = await sql_api.db.sql<{ id: string }[]>`
    with users as (
      insert into auth.users (id, aud, role, email, is_sso_user, is_anonymous, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', n || '@' || ${o.domain}::text, true, false, now(), now()
      from generate_series(1, ${o.count}::integer) as n returning id, email)
    insert into auth.scim_users (id, provider_id, user_id, user_name, active, emails, attributes, created_at, updated_at)
    select gen_random_uuid(), ${provider}, u.id, u.email, true, array[u.email], '{}', now(), now()
    from users as u returning id`;
  return rows.map(({ id }) => id);
}

test('pages in the order of creation, bounded by the setting', async () => {
  const made = [];
  for (let n = 0; n < 5; n += 1) {
    made.push((await scim.user()).id);
    await sql_api.advance(1);
  }
  const ids = (answer: object) => (answer as { Resources: { id: string }[] }).Resources.map(({ id }) => id);
  assert.equal(ids(await list('User')), made);
  assert.equal(ids(await list('User', { start_index: 2, count: 2 })), made.slice(1, 3));
  assert.equal(ids(await list('User', { settings: settings({ scim_max_results: 3 }) })), made.slice(0, 3));
  const { totalResults, itemsPerPage } = await list('User', { count: 0 });
  assert.equal([totalResults, itemsPerPage], [5, 0]);
  const filter = { op: 'pr', path: ['userName'] };
  for (const past_the_end of [{ start_index: 2_147_483_647 }, { start_index: 2_147_483_647, filter }])
    assert.equal(ids(await list('User', past_the_end)), []);
});

test('the time of the last change is compared in the milliseconds that a resource shows', async () => {
  const { id } = await scim.group('Clock');
  await sql_api.db.sql`update auth.scim_groups set updated_at = '2030-05-01T12:00:00.1239Z' where id = ${id}`;
  const compared = { path: ['meta', 'lastModified'], type: 'instant' };
  const named = { op: 'eq', path: ['displayName'], type: 'text', value: 'Clock' };
  for (const [op, ms, found] of [
    ['eq', 123, 1],
    ['eq', 124, 0],
    ['ne', 123, 0],
    ['gt', 122, 1],
    ['gt', 123, 0],
    ['ge', 123, 1],
    ['ge', 124, 0],
    ['lt', 124, 1],
    ['lt', 123, 0],
    ['le', 123, 1],
    ['le', 122, 0],
  ] as const) {
    const time = { ...compared, op, value: `2030-05-01T12:00:00.${ms}Z` };
    for (const filter of [time, { op: 'and', of: [time, named] }, { op: 'and', of: [named, time] }])
      assert.is((await list('Group', { filter })).totalResults, found, JSON.stringify(filter));
  }
});

test('a comparison is evaluated by one call for all resources', async () => {
  for (const name of ['One', 'Two', 'Three']) await scim.group(name);
  const co = (value: string) => ({ op: 'co', path: ['displayName'], type: 'text', value });
  const calls = await sql_api.db.sql.begin(async (sql) => {
    await sql`set local track_functions = 'all'`;
    await sql`select auth_api.list_scim_resources(${scim.token_id}, 'Group',
      ${sql.json({ op: 'or', of: [co('two'), co('three')] })}, 1, 10, false, '{}')`;
    return sql`select funcname, calls::integer from pg_stat_xact_user_functions
      where funcname in ('match_scim_filter', 'compare_scim', 'compare_scim_text')`;
  });
  assert.equal([...calls], [{ funcname: 'match_scim_filter', calls: 3 }]);
});

test('a filter that compares ids of members reads these only; one that reads all is refused for many', async () => {
  const ids = await insertUsers(scim.provider, { count: 6700, domain: 'many.example' });
  const groups = [await scim.group('Big A'), await scim.group('Big B'), await scim.group('Big C')];
  await sql_api.db.sql`insert into auth.scim_members (group_id, scim_user_id)
    select g.id, u.id from unnest(${groups.map(({ id }) => id)}::uuid[]) as g (id)
      cross join unnest(${ids}::uuid[]) as u (id)`;
  const [group, member] = [groups[0]?.id, ids[0]];
  const is = (value: unknown) => ({ op: 'eq', path: ['members', 'value'], type: 'exact', value });
  const named = { op: 'eq', path: ['id'], type: 'exact', value: group };
  const within = { op: 'any', path: ['members'], of: { ...is(member), path: ['value'] } };
  const big = { op: 'sw', path: ['displayName'], type: 'text', value: 'Big' };
  for (const [filter, found] of [
    [is(member), 3],
    [within, 3],
    [{ op: 'and', of: [named, is(member)] }, 1],
    [{ op: 'and', of: [named, is(group)] }, 0],
    [{ op: 'and', of: [big, { ...is(member), op: 'ne' }] }, 0],
    [{ op: 'and', of: [big, { op: 'not', of: within }] }, 0],
    [{ op: 'and', of: [named, { op: 'pr', path: ['members'] }] }, 1],
  ] as const)
    assert.is((await list('Group', { filter })).totalResults, found, JSON.stringify(filter));
  await sql_api.refused(
    'list_scim_resources',
    scim.args({ kind: 'Group', filter: { op: 'pr', path: ['members'] }, settings: settings() }),
    [400, 'scim_too_many', TOO_MANY],
  );
});

test('a page ends before its groups have more than 10,000 members, or its users are in more groups', async () => {
  const other = await createScimCaller(sql_api);
  const { sql } = sql_api.db;
  const page = async (kind: string, start_index: number, with_members = true) => {
    const args = { kind, start_index, with_members, settings: settings() };
    const answer = await other.call('list_scim_resources', args);
    const { Resources, itemsPerPage, totalResults } = answer as {
      Resources: Record<string, unknown[]>[];
    } & typeof answer;
    assert.is(itemsPerPage, Resources.length);
    return [totalResults, Resources.map((one) => one[kind === 'User' ? 'groups' : 'members']?.length)];
  };
  const users = await insertUsers(other.provider, { count: 5001, domain: 'page.example' });
  const fill = async (name: string, members: number): Promise<void> => {
    const { id } = await other.group(name);
    await sql`insert into auth.scim_members (group_id, scim_user_id)
      select ${id}, u.id from unnest(${users}::uuid[]) as u (id) limit ${members}`;
    await sql_api.advance(1);
  };
  for (const [name, members] of [
    ['A', 5001],
    ['B', 4999],
    ['C', 1],
    ['D', 5000],
  ] as const)
    await fill(name, members);
  assert.equal(await page('Group', 1), [4, [5001, 4999]]);
  assert.equal(await page('Group', 2), [4, [4999, 1, 5000]]);
  assert.equal(await page('Group', 1, false), [4, [undefined, undefined, undefined, undefined]]);
  const first = (await other.call('list_scim_resources', { kind: 'User', count: 1, settings: settings() })) as {
    Resources: { id: string }[];
  };
  await sql`with groups as (
      insert into auth.scim_groups (id, provider_id, display_name, created_at, updated_at)
      select gen_random_uuid(), ${other.provider}, 'x', now(), now() from generate_series(1, 10001) returning id)
    insert into auth.scim_members (group_id, scim_user_id) select g.id, ${String(first.Resources[0]?.id)} from groups as g`;
  const [total, groups] = (await page('User', 1)) as [number, number[]];
  assert.equal([total, groups.length, Number(groups[0]) > 10_000], [5001, 1, true]);
  assert.is(((await page('User', 2)) as [number, number[]])[1].length, 100);
});

test('an indexed filter is answered among any number of resources, another one among 5,000', async () => {
  const name = (await scim.group('Needle')).id;
  await sql_api.db.sql`insert into auth.scim_groups (id, provider_id, display_name, created_at, updated_at)
    select gen_random_uuid(), ${scim.provider}, 'x', now(), now() from generate_series(1, 5000)`;
  const eq = { op: 'eq', path: ['displayName'], type: 'text', value: 'NEEDLE' };
  const { Resources } = await list('Group', { filter: eq });
  assert.equal(
    (Resources as { id: string }[]).map(({ id }) => id),
    [name],
  );
  await sql_api.refused(
    'list_scim_resources',
    scim.args({ kind: 'Group', filter: { ...eq, op: 'sw' }, settings: settings() }),
    [400, 'scim_too_many', TOO_MANY],
  );
});

test.run();
