// The worker fetches due SAML metadata once. A faulty response keeps the stored metadata.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog } from '../../core/log.ts';
import { toStoredMetadata } from '../../core/saml/fetch_metadata.ts';
import { createMetadataRefresh } from '../../worker/saml_metadata.ts';
import { newIdentityProvider, startMetadataServer } from '../flows/sso/journey.ts';
import { createDatabase } from '../support/database/db.ts';

const db = await createDatabase({ template: 'migrated' });
const server = await startMetadataServer();
test.after(async () => {
  server.close();
  await db.drop();
});

const lines: string[] = [];
const refresh = (networks: readonly string[] = ['127.0.0.0/8', '::1']) =>
  createMetadataRefresh({
    sql: db.login('worker', 2),
    api: 'auth_api',
    settings: { saml_enabled: true, saml_allowed_networks: networks, saml_metadata_max_size: 100_000 },
    log: createLog({ level: 'info', stream: { write: (line) => void lines.push(line) } }),
    stopping: new AbortController().signal,
  })();

const idp = newIdentityProvider();
const metadata = toStoredMetadata(Buffer.from(idp.metadata), { limit: 100_000 });
const claims = JSON.stringify({ role: 'service_role', exp: 4e9 });
const provider = JSON.stringify({ type: 'saml', metadata_url: server.url });
const [{ id } = { id: '' }] = await db.sql`
  select auth_api.create_sso_provider(claims => ${claims}::text::jsonb, provider => ${provider}::text::jsonb,
    metadata => ${JSON.stringify(metadata)}::text::jsonb, settings => '{}', client => '{}') ->> 'id' as id`;

const due = () => db.sql`update auth.sso_providers set next_fetch_at = now(), asked_at = null`;
const row = async () => (await db.sql`select p.* from auth.sso_providers as p where p.id = ${id}`)[0] ?? {};

test('sends no request if no metadata are due', async () => {
  await refresh();
  assert.is(server.asked(), 0);
});

test('two workers fetch due metadata once, and store new certificates', async () => {
  const rolled = newIdentityProvider();
  server.serve({ body: rolled.metadata.replaceAll(rolled.entityId, idp.entityId) });
  await due();
  await Promise.all([refresh(), refresh()]);
  assert.is(server.asked(), 1);
  const { certificates, next_fetch_at, failed_at } = await row();
  assert.not.equal(certificates, metadata.certificates);
  assert.is(failed_at, null);
  assert.ok((next_fetch_at as Date).getTime() > Date.now());
});

test('an error, another entity id, a too long document and a private network leave the stored metadata unchanged', async () => {
  const before = await row();
  for (const [answer, networks, reason] of [
    [{ status: 500, body: '' }, undefined, /the server answered 500/],
    [{ body: newIdentityProvider().metadata }, undefined, null],
    [{ body: 'x'.repeat(200_000) }, undefined, /more than 100000 bytes/],
    [{ body: idp.metadata.replace('<md:KeyDescriptor', 'x<md:KeyDescriptor') }, undefined, /text inside IDPSSO/],
    [{ body: idp.metadata }, [], /its address is in a private network/],
    [{ status: 302, body: '', headers: { Location: 'https://127.0.0.1/' } }, undefined, /the server answered 302/],
  ] as const) {
    server.serve(answer);
    await due();
    lines.length = 0;
    await refresh(networks);
    const after = await row();
    assert.equal([after.certificates, after.metadata_xml], [before.certificates, before.metadata_xml]);
    assert.ok(after.failed_at instanceof Date);
    if (reason !== null) assert.match(lines.join(''), reason);
    assert.not.match(lines.join(''), /<md:/);
  }
});

test.run();
