// finish_saml_metadata: fetched metadata, and those that could not be fetched.
// a signature by an unknown key.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, openSurface } from '../../../support/database/surface.ts';
import { createProvider, metadataOf } from './saml.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const URL = 'https://idp.example.com/metadata';
const byUrl = (metadata: Args) => createProvider(surface, { metadata_xml: '', metadata_url: URL }, metadata);
const finish = (id: unknown, metadata: Args | null, metadata_url = URL) =>
  surface.call('finish_saml_metadata', { id, metadata_url, metadata, client: {} });
const rowOf = async (id: unknown) => (await surface.rows('auth.sso_providers', `t.id = '${id}'`))[0] ?? {};
const secondsFromNow = (value: unknown) => (Date.parse(String(value)) - Date.parse(surface.now())) / 1000;
const clear = () => surface.db.sql`delete from auth.sso_providers`;

test('new certificates are stored and audited; unchanged ones are not audited', async () => {
  const metadata = metadataOf();
  const { id } = await byUrl(metadata);
  await surface.advance(60);
  const fresh = { ...metadata, certificates: [{ der: 'BBBB', sha256: 'b'.repeat(64) }] };
  assert.equal(await finish(id, fresh), { stored: true, certificates: ['BBBB'] });
  const entry = await surface.audited();
  assert.equal(
    [entry?.actions, entry?.traits],
    [
      ['sso_metadata_refreshed'],
      { provider: `sso:${id}`, old_certificates: ['a'.repeat(64)], new_certificates: ['b'.repeat(64)] },
    ],
  );
  await surface.advance(60);
  const tables = await surface.changes(() => finish(id, fresh));
  assert.equal(tables, ['sso_providers']);
  await clear();
});

test('a failure and another entity id keep what is known, and are noted until the next success', async () => {
  const metadata = metadataOf();
  const { id } = await byUrl(metadata);
  await surface.advance(60);
  const failed = surface.now();
  assert.equal(await finish(id, null), { stored: false, certificates: ['AAAA'] });
  await surface.advance(60);
  assert.is((await finish(id, metadataOf({ certificates: [{ der: 'EVIL' }] }))).stored, false);
  const row = await rowOf(id);
  assert.equal(
    [row.entity_id, row.failed_at instanceof Date && row.failed_at.getTime()],
    [metadata.entity_id, Date.parse(failed)],
  );
  assert.is(secondsFromNow(row.next_fetch_at), 3600);
  await finish(id, metadata);
  assert.is((await rowOf(id)).failed_at, null);
  assert.equal(await finish(id, metadata, 'https://other.example.com'), {});
  await clear();
});

test.run();
