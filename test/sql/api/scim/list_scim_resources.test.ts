// list_scim_resources: pages and filters of one provider.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { openScim } from './scim.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const scim = await openScim(sql_api);

const list = (kind: string, more: object = {}) =>
  scim.call('list_scim_resources', { kind, settings: settings(), ...more });

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
    [
      400,
      'scim_too_many',
      'Among so many resources, search by id, userName, externalId, emails.value, displayName, members, or a meta.lastModified with at most 5,000 matches',
    ],
  );
});

test.run();
