// lease_saml_metadata leases metadata that is due, and metadata that a gateway requests after a signature by an unknown
// key.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createProvider, newMetadata } from './saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const URL = 'https://idp.example.com/metadata';
const byUrl = (metadata: CallArguments) => createProvider(sql_api, { metadata_xml: '', metadata_url: URL }, metadata);
const lease = (id: unknown = null) => sql_api.call('lease_saml_metadata', { id });
const rowOf = async (id: unknown) => (await sql_api.rows('auth.sso_providers', `t.id = '${id}'`))[0] ?? {};
const secondsFromNow = (value: unknown) => (Date.parse(String(value)) - Date.parse(sql_api.now())) / 1000;
const clear = () => sql_api.db.sql`delete from auth.sso_providers`;

test('due after a day, or when the metadata say so, at least five minutes later; XML is never due', async () => {
  await createProvider(sql_api);
  for (const [more, due] of [
    [{}, 86_400],
    [{ cache_for: 3600 }, 3600],
    [{ cache_for: 1 }, 300],
    [{ cache_for: 900_000 }, 86_400],
    [{ valid_until: '2031-05-01T13:00:00.000Z' }, 3600],
    [{ valid_until: '2001-05-01T13:00:00.000Z' }, 300],
  ] as const) {
    const { id } = await byUrl(newMetadata(more));
    assert.is(secondsFromNow((await rowOf(id)).next_fetch_at), due, JSON.stringify(more));
  }
  assert.equal(await lease(), {});
  await clear();
});

test('one worker leases what is due, for five minutes', async () => {
  const metadata = newMetadata({ cache_for: 3600 });
  const { id } = await byUrl(metadata);
  await sql_api.advance(3601);
  assert.equal(await lease(), { id, metadata_url: URL, entity_id: metadata.entity_id });
  assert.equal(await lease(), {});
  await sql_api.advance(300);
  assert.is((await lease()).id, id);
  await sql_api.call('change_sso_provider', { ...ADMIN, id, provider: { disabled: true }, client: {} });
  await sql_api.advance(300);
  assert.equal(await lease(), {});
  await clear();
});

test('a gateway may ask for one provider at any time, every five minutes', async () => {
  const { id } = await byUrl(newMetadata());
  const calls = await Promise.all(Array.from({ length: 6 }, () => lease(id)));
  assert.is(calls.filter((found) => found.id === id).length, 1);
  await sql_api.advance(299);
  assert.equal(await lease(id), {});
  await sql_api.advance(1);
  assert.is((await lease(id)).id, id);
  const { id: by_xml } = await createProvider(sql_api);
  assert.equal(await lease(by_xml), {});
  await clear();
});

test.run();
