// lease_saml_metadata: metadata that are due, and those that a gateway asks for after a signature by an unknown key.
// a signature by an unknown key.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, openSurface } from '../../../support/database/surface.ts';
import { ADMIN, createProvider, metadataOf } from './saml.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const URL = 'https://idp.example.com/metadata';
const byUrl = (metadata: Args) => createProvider(surface, { metadata_xml: '', metadata_url: URL }, metadata);
const lease = (id: unknown = null) => surface.call('lease_saml_metadata', { id });
const rowOf = async (id: unknown) => (await surface.rows('auth.sso_providers', `t.id = '${id}'`))[0] ?? {};
const secondsFromNow = (value: unknown) => (Date.parse(String(value)) - Date.parse(surface.now())) / 1000;
const clear = () => surface.db.sql`delete from auth.sso_providers`;

test('due after a day, or when the metadata say so, at least five minutes later; XML is never due', async () => {
  await createProvider(surface);
  for (const [more, due] of [
    [{}, 86_400],
    [{ cache_for: 3600 }, 3600],
    [{ cache_for: 1 }, 300],
    [{ cache_for: 900_000 }, 86_400],
    [{ valid_until: '2031-05-01T13:00:00.000Z' }, 3600],
    [{ valid_until: '2001-05-01T13:00:00.000Z' }, 300],
  ] as const) {
    const { id } = await byUrl(metadataOf(more));
    assert.is(secondsFromNow((await rowOf(id)).next_fetch_at), due, JSON.stringify(more));
  }
  assert.equal(await lease(), {});
  await clear();
});

test('one worker leases what is due, for five minutes', async () => {
  const metadata = metadataOf({ cache_for: 3600 });
  const { id } = await byUrl(metadata);
  await surface.advance(3601);
  assert.equal(await lease(), { id, metadata_url: URL, entity_id: metadata.entity_id });
  assert.equal(await lease(), {});
  await surface.advance(300);
  assert.is((await lease()).id, id);
  await surface.call('change_sso_provider', { ...ADMIN, id, provider: { disabled: true }, client: {} });
  await surface.advance(300);
  assert.equal(await lease(), {});
  await clear();
});

test('a gateway may ask for one provider at any time, every five minutes', async () => {
  const { id } = await byUrl(metadataOf());
  const calls = await Promise.all(Array.from({ length: 6 }, () => lease(id)));
  assert.is(calls.filter((found) => found.id === id).length, 1);
  await surface.advance(299);
  assert.equal(await lease(id), {});
  await surface.advance(1);
  assert.is((await lease(id)).id, id);
  const { id: by_xml } = await createProvider(surface);
  assert.equal(await lease(by_xml), {});
  await clear();
});

test.run();
