// postern sso domain: adds, verifies (by DNS or by an administrator's decision), enforces and removes domains. Also
// restores providers from kept_rows.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SAML_SETTINGS } from '../flows/sso/journey.ts';
import { createArguments } from '../sql/api/sso/saml.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { api } from '../support/database/sql_api.ts';
import { runInside } from '../support/processes/inside.ts';
import { type DnsRecords, startDnsServer } from '../support/providers/dns.ts';
import { createSamlIdp } from '../support/providers/saml_idp.ts';
import { environmentFor } from './admin.ts';

const zones: Record<string, DnsRecords> = {};
const dns = await startDnsServer(zones);
let db: TestDatabase;
let env: Record<string, string>;
let provider: string;

test.before(async () => {
  db = await createDatabase({ template: 'migrated' });
  env = { ...environmentFor(db), ...SAML_SETTINGS, SVC_SSO_DNS: dns.address };
  provider = String((await api(db.sql, 'create_sso_provider', createArguments())).id);
});
test.after(async () => {
  await dns.close();
  await db.drop();
});

const run = (...args: string[]) => runInside(['sso', ...args], { env });
const listed = async () => JSON.parse((await run('domain', 'list', provider, '--json')).stdout);

test('a domain is added, verified, enforced and removed', async () => {
  const added = await run('domain', 'add', provider, 'Bücher.example.');
  const [domain] = await listed();
  assert.is(domain.domain, 'xn--bcher-kva.example');
  const { name, value } = domain.verification;
  assert.is(
    added.stdout,
    `Added xn--bcher-kva.example. To verify it, publish this TXT record: ${name} ${value}\n`,
    added.stderr,
  );
  const unverified = await run('domain', 'verify', provider, 'bücher.example');
  assert.equal([unverified.code, /is not verified/.test(unverified.stderr)], [1, true], unverified.stderr);
  const early = await run('domain', 'enforce', provider, 'bücher.example', '--yes');
  assert.is(early.code, 1);
  zones[name] = { fault: 'failure' };
  assert.match(
    (await run('domain', 'verify', provider, 'bücher.example')).stderr,
    /DNS does not answer for _postern\./,
  );
  zones[name] = { txt: [value] };
  assert.is((await run('domain', 'verify', provider, 'bücher.example')).stdout, 'verified xn--bcher-kva.example\n');
  const enforced = await run('domain', 'enforce', provider, 'bücher.example', '--yes');
  assert.is(enforced.stdout, 'xn--bcher-kva.example: enforced\n', enforced.stderr);
  assert.is(
    (await run('domain', 'enforce', provider, 'bücher.example', '--off')).stdout,
    'xn--bcher-kva.example: verified\n',
  );
  await run('domain', 'add', provider, 'second.example');
  assert.is((await run('domain', 'verify', provider, 'second.example', '--without-dns')).code, 0);
  assert.match((await run('domain', 'list', provider)).stdout, /second\.example +verified +administrator/);
  assert.is((await run('domain', 'remove', provider, 'bücher.example')).stdout, 'removed xn--bcher-kva.example\n');
  assert.equal(
    (await listed()).map((one: { domain: string }) => one.domain),
    ['second.example'],
  );
  assert.is((await run('domain', 'remove', provider, 'bücher.example')).code, 1);
});

test('an enforced domain is removed only with a confirmation', async () => {
  await run('domain', 'enforce', provider, 'second.example', '--yes');
  const asked = await run('domain', 'remove', provider, 'second.example');
  assert.equal([asked.code, (await listed()).length], [1, 1], asked.stderr);
  assert.is((await run('domain', 'remove', provider, 'second.example', '--yes')).code, 0);
});

test('restores providers that an import has set aside, and says which stay', async () => {
  assert.match((await run('provider', 'restore')).stdout, /^There is no identity provider in kept_rows\./);
  const idp = createSamlIdp({ entityId: 'https://restored.example' });
  for (const [id, entity_id, metadata_xml] of [
    [randomUUID(), idp.entityId, idp.metadata],
    [randomUUID(), 'https://lost.example', '<x/>'],
  ] as const) {
    const saml = { id: randomUUID(), sso_provider_id: id, entity_id, metadata_xml, attribute_mapping: {} };
    await db.sql`insert into auth.kept_rows (source, id, data, kept_at) values
      ('sso_providers', ${id}, ${{ id } as never}::jsonb, now()), ('saml_providers', ${saml.id}, ${saml as never}::jsonb, now())`;
  }
  const restored = await run('provider', 'restore');
  assert.is(restored.code, 1);
  assert.match(restored.stdout, /added [0-9a-f-]{36} \(https:\/\/restored\.example\)/);
  assert.match(restored.stdout, /https:\/\/lost\.example stays in kept_rows: its metadata cannot be used/);
  const again = JSON.parse((await run('provider', 'restore', '--json')).stdout);
  assert.equal(
    again.map((one: { entity_id: string }) => one.entity_id),
    ['https://lost.example'],
  );
});

test.run();
