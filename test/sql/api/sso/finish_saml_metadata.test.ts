// finish_saml_metadata stores fetched metadata, or the reason why it could not be fetched.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, openSqlApi } from '../../../support/database/sql_api.ts';
import { createProvider, newMetadata } from './saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const URL = 'https://idp.example.com/metadata';
const byUrl = (metadata: CallArguments) => createProvider(sql_api, { metadata_xml: '', metadata_url: URL }, metadata);
const finish = (id: unknown, metadata: CallArguments | null, metadata_url = URL) =>
  sql_api.call('finish_saml_metadata', { id, metadata_url, metadata, client: {} });
const rowOf = async (id: unknown) => (await sql_api.rows('auth.sso_providers', `t.id = '${id}'`))[0] ?? {};
const secondsFromNow = (value: unknown) => (Date.parse(String(value)) - Date.parse(sql_api.now())) / 1000;
const clear = () => sql_api.db.sql`delete from auth.sso_providers`;

test('new certificates are stored and audited; unchanged ones are not audited', async () => {
  const metadata = newMetadata();
  const { id } = await byUrl(metadata);
  await sql_api.advance(60);
  const fresh = { ...metadata, certificates: [{ der: 'BBBB', sha256: 'b'.repeat(64) }] };
  assert.equal(await finish(id, fresh), { stored: true, certificates: ['BBBB'] });
  const entry = await sql_api.audited();
  assert.equal(
    [entry?.actions, entry?.traits],
    [
      ['sso_metadata_refreshed'],
      { provider: `sso:${id}`, old_certificates: ['a'.repeat(64)], new_certificates: ['b'.repeat(64)] },
    ],
  );
  await sql_api.advance(60);
  const tables = await sql_api.changes(() => finish(id, fresh));
  assert.equal(tables, ['sso_providers']);
  await clear();
});

test('a failure and another entity id keep what is known, and are noted until the next success', async () => {
  const metadata = newMetadata();
  const { id } = await byUrl(metadata);
  await sql_api.advance(60);
  const failed = sql_api.now();
  assert.equal(await finish(id, null), { stored: false, certificates: ['AAAA'] });
  await sql_api.advance(60);
  assert.is((await finish(id, newMetadata({ certificates: [{ der: 'EVIL' }] }))).stored, false);
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
