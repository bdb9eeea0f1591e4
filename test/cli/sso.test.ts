// postern sso provider: add by URL and by file, list, show, test, change, remove.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ACS,
  AUDIENCE,
  newIdentityProvider,
  responseParts,
  SAML_SETTINGS,
  startMetadataServer,
} from '../flows/sso/journey.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { runInside } from '../support/processes/inside.ts';
import { base64Xml, type SamlIdp } from '../support/providers/saml_idp.ts';
import { environmentFor } from './admin.ts';

let db: TestDatabase;
let env: Record<string, string>;
const folder = mkdtempSync(join(tmpdir(), 'postern-sso-'));
const server = await startMetadataServer();

test.before(async () => {
  db = await createDatabase({ template: 'migrated' });
  env = { ...environmentFor(db), ...SAML_SETTINGS, SVC_API_EXTERNAL_URL: 'http://localhost:9999' };
});
test.after(async () => {
  server.close();
  rmSync(folder, { recursive: true });
  await db.drop();
});

const run = (args: string[], more: Record<string, string> = {}) =>
  runInside(['sso', 'provider', ...args], { env: { ...env, ...more } });
const json = async (args: string[]) => {
  const done = await run([...args, '--json']);
  assert.is(done.code, 0, done.stderr);
  return JSON.parse(done.stdout);
};
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

/** Returns metadata whose sign-in page is the test's server. */
const local = (idp: SamlIdp): string => idp.metadata.replace('https://idp.example.com/sso?tenant=1', server.url);

test('by its address: added, listed, shown, tested, changed, removed', async () => {
  const idp = newIdentityProvider();
  server.serve({ body: local(idp) });
  const added = await run(['add', '--metadata-url', server.url, '--domain', 'cli.example', '--name', 'Corp']);
  assert.match(
    added.stdout,
    /^Added [0-9a-f-]{36}\.\nGive the identity provider http:\/\/localhost:9999\/sso\/saml\/metadata\./,
  );
  const [{ id }] = await json(['list']);
  const listed = await run(['list']);
  assert.match(listed.stdout, new RegExp(`${id} +Corp +on +${idp.entityId} +cli\\.example`));
  const shown = await run(['show', id]);
  assert.match(shown.stdout, /certificate +[0-9a-f]{64} until 2170-01-01/);
  const tested = await json(['test', id]);
  assert.equal(
    tested.findings.map(({ check, state }: { check: string; state: string }) => [check, state]),
    [
      ['settings', 'ok'],
      ['metadata', 'ok'],
      ['certificate', 'ok'],
      ['redirect', 'ok'],
      ['clock', 'ok'],
    ],
  );
  const mapping = file('mapping.json', '{"keys": {"team": {"name": "ou"}}}');
  const changed = await json([
    'change',
    id,
    '--mapping',
    mapping,
    '--disable',
    '--idp-initiated',
    '--resource-id',
    'corp',
    '--no-sign-requests',
    '--authn-context',
    'https://refeds.org/profile/mfa',
    '--scoping',
    'urn:one',
    '--scoping',
    'urn:two',
    '--algorithm',
    'rsa-sha512',
  ]);
  assert.equal(
    [changed.sign_requests, changed.requested_authn_context, changed.scoping, changed.allowed_algorithms],
    [false, ['https://refeds.org/profile/mfa'], ['urn:one', 'urn:two'], ['rsa-sha512']],
  );
  const reset = await json([
    'change',
    id,
    '--scoping',
    '',
    '--algorithm',
    '',
    '--authn-context',
    '',
    '--sign-requests',
  ]);
  assert.equal(
    [reset.sign_requests, reset.requested_authn_context, reset.scoping, reset.allowed_algorithms],
    [true, undefined, undefined, undefined],
  );
  assert.equal(
    [changed.saml.attribute_mapping, changed.disabled, changed.idp_initiated, changed.name],
    [{ keys: { team: { name: 'ou' } } }, true, true, 'Corp'],
  );
  const rolled = newIdentityProvider();
  server.serve({ body: local(rolled).replaceAll(rolled.entityId, idp.entityId) });
  const stale = await run(['test', 'resource_corp']);
  assert.match(stale.stdout, /warning +metadata +reachable, with new certificates → fetch/);
  const fresh = await json(['change', 'resource_corp', '--refresh', '--enable']);
  assert.not.equal(fresh.saml.metadata.certificates, changed.saml.metadata.certificates);
  server.serve({ status: 500, body: '' });
  const failing = await run(['test', id]);
  assert.equal(
    [failing.code, /failed +metadata +they cannot be fetched: the server answered 500/.test(failing.stdout)],
    [1, true],
  );
  assert.is((await run(['remove', id])).code, 1, 'fails without a terminal to confirm at');
  assert.match(
    (await run(['remove', id, '--yes'])).stdout,
    `removed ${id}\nIts users stay. A provider that is added again`,
  );
  const again = await run(['remove', id, '--yes', '--json']);
  assert.equal([again.code, JSON.parse(again.stderr).error.code], [1, 'sso_provider_not_found']);
});

test('a response of the provider is judged by each rule, and signs nobody in', async () => {
  const idp = newIdentityProvider();
  const { id } = await json(['add', '--metadata-file', file('idp.xml', local(idp))]);
  const parts = responseParts(null, { acs: ACS, audience: AUDIENCE, requestId: '_r1' });
  const good = file('good.xml', idp.respond(parts));
  const judged = await run(['test', id, '--response', good, '--request-id', '_r1']);
  assert.match(judged.stdout, /ok +response +every rule is met; attributes: mail/);
  const field = file('field.txt', base64Xml(idp.respond({ ...parts, audience: 'https://x.example' })));
  const refused = await run(['test', id, '--response', field, '--request-id', '_r1']);
  assert.equal([refused.code, /failed +response +audience: /.test(refused.stdout)], [1, true]);
  const unasked = await run(['test', id, '--response', good]);
  assert.match(unasked.stdout, /failed +response +in_response_to: /);
  assert.is((await db.sql`select from auth.users`).length, 0);
  await run(['remove', id, '--yes', '--keep-sessions']);
});

test('refuses metadata that cannot be used, with the reason', async () => {
  for (const [args, reason] of [
    [['add'], 'Either metadata_xml or metadata_url must be set'],
    [['add', '--metadata-file', join(folder, 'none')], 'cannot be read'],
    [['add', '--metadata-file', file('x.xml', 'no xml')], 'The metadata cannot be used'],
    [['add', '--metadata-url', 'https://10.0.0.1/'], 'its address is in a private network'],
    [
      ['add', '--metadata-file', file('y.xml', newIdentityProvider().metadata), '--domain', 'gmail.com'],
      'gives mailboxes to everybody',
    ],
    [['add', '--mapping', file('m.json', '{')], 'is no JSON'],
    [['show', 'x'], 'SSO Identity Provider not found'],
    [['change', 'x', '--enable', '--disable'], 'not both'],
  ] as const) {
    const done = await run([...args]);
    assert.ok(done.code !== 0, args.join(' '));
    assert.match(done.stderr, reason);
  }
  const off = await run(['list'], { SVC_SAML_ENABLED: 'false' });
  assert.match(off.stderr, 'SVC_SAML_ENABLED is off');
});

test('a SCIM token is made, listed and removed, and is printed once', async () => {
  const idp = newIdentityProvider();
  const { id } = await json(['add', '--metadata-file', file('scim.xml', idp.metadata)]);
  const token = (args: string[]) => runInside(['sso', 'scim', 'token', ...args], { env });
  const added = await token(['add', id, '--name', 'Okta', '--expires-at', '2099-01-01T00:00:00Z']);
  assert.match(added.stdout, /^scim_[A-Za-z0-9_-]{56}\n$/);
  assert.match(added.stderr, /shown only now/);
  assert.match(added.stderr, /SVC_SCIM_ENABLED is off/);
  const listed = await token(['list', id]);
  assert.match(listed.stdout, /Okta +\d{4}-\S+ +2099-01-01T00:00:00\.0Z +never/);
  assert.not.match(listed.stdout, added.stdout.trim());
  const [{ id: token_id }] = JSON.parse((await token(['list', id, '--json'])).stdout);
  assert.is((await token(['remove', id, token_id])).code, 1, 'fails without a terminal to confirm at');
  assert.match((await token(['remove', id, token_id, '--yes'])).stdout, `removed ${token_id}`);
  assert.equal(JSON.parse((await token(['list', id, '--json'])).stdout), []);
  const again = await token(['remove', id, token_id, '--yes']);
  assert.match(again.stderr, 'scim_token_not_found');
});

test.run();
