// Tests of list_sso_providers.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createProvider } from '../sso/saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const GONE = [404, 'sso_provider_not_found', 'SSO Identity Provider not found'] as const;
const get = (id: unknown) => sql_api.call('get_sso_provider', { ...ADMIN, id });
const list = async (more: CallArguments = {}) =>
  ((await sql_api.call('list_sso_providers', { ...ADMIN, ...more })).items as CallArguments[]).map(({ id }) => id);

test('lists by resource id in any case, by prefix without wildcards, by domain; without the document', async () => {
  const one = await createProvider(sql_api, { resource_id: 'Corp-One', domains: ['one.example'] });
  await sql_api.advance(1);
  const two = await createProvider(sql_api, { resource_id: 'corp-two' });
  await sql_api.advance(1);
  const none = await createProvider(sql_api);
  assert.equal(await list(), [one.id, two.id, none.id]);
  assert.equal(await list({ resource_id: 'corp-ONE' }), [one.id]);
  assert.equal(await list({ resource_id: 'corp' }), []);
  assert.equal(await list({ resource_id_prefix: 'CORP-' }), [one.id, two.id]);
  assert.equal(await list({ resource_id_prefix: 'corp%' }), []);
  assert.equal(await list({ resource_id_prefix: 'corp_' }), []);
  assert.equal(await list({ resource_id: 'corp-one', resource_id_prefix: 'x' }), [one.id]);
  assert.equal(await list({ domain: 'ONE.example' }), [one.id]);
  const { items } = await sql_api.call('list_sso_providers', { ...ADMIN });
  assert.ok((items as { saml: CallArguments }[]).every(({ saml }) => !('metadata_xml' in saml)));
  assert.is((await get('resource_CORP-one')).id, one.id);
  for (const id of ['resource_', 'resource_corp%', 'x', randomUUID()])
    await sql_api.refused('get_sso_provider', { ...ADMIN, id }, GONE);
});

test('pages by cursor: every provider once, oldest first, with filters; all without a limit', async () => {
  await sql_api.db.sql`delete from auth.sso_providers`;
  const ids: unknown[] = [];
  for (let n = 0; n < 7; n += 1) {
    if (n % 2 === 0) await sql_api.advance(1);
    ids.push((await createProvider(sql_api, { resource_id: `${n % 3 === 0 ? 'third' : 'other'}-${n}` })).id);
  }
  const rows = await sql_api.db
    .sql`select p.id, p.resource_id from auth.sso_providers as p order by p.created_at, p.id`;
  for (const [args, wanted] of [
    [{}, rows],
    [{ resource_id_prefix: 'third' }, rows.filter(({ resource_id }) => resource_id.startsWith('third'))],
  ] as const) {
    const found: unknown[] = [];
    let cursor: unknown;
    do {
      const page = await sql_api.call('list_sso_providers', { ...ADMIN, ...args, most: '2', cursor });
      const items = page.items as CallArguments[];
      assert.ok(items.length <= 2);
      found.push(...items.map(({ id }) => id));
      cursor = (page.pagination as CallArguments).next_cursor;
      assert.is((page.pagination as CallArguments).has_more, cursor !== undefined);
    } while (cursor !== undefined);
    assert.equal(
      found,
      wanted.map(({ id }) => id),
    );
  }
  assert.equal([...(await list())].sort(), [...ids].sort());
  assert.not('pagination' in (await sql_api.call('list_sso_providers', { ...ADMIN })));
  const bad = (message: string) => [400, 'validation_failed', `Bad Pagination Parameters: ${message}`] as const;
  await sql_api.refused('list_sso_providers', { ...ADMIN, most: '0' }, bad('limit is from 1 to 1000'));
  await sql_api.refused('list_sso_providers', { ...ADMIN, cursor: 'x' }, bad('cursor is none of ours'));
});

test.run();
