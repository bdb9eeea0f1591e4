// Tests of change_custom_provider.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createArguments, DISCOVERY_DOCUMENT, ISSUER, oauth2Provider, oidcProvider } from './custom_provider.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const added = (given = oidcProvider()) => sql_api.call('create_custom_provider', createArguments(given));
const change = (id: unknown, provider: CallArguments, more: CallArguments = {}): CallArguments => ({
  ...ADMIN,
  id,
  provider,
  ...more,
});

test('given fields are replaced, and the rest stays; an empty address removes it', async () => {
  const before = await added(oauth2Provider({ jwks_uri: `${ISSUER}/keys`, scopes: ['a'] }));
  await sql_api.advance(60);
  const given = { name: 'New', scopes: [], enabled: false, jwks_uri: '' };
  const { jwks_uri: _, ...rest } = before;
  const { jwks_uri: __, ...changed } = given;
  const after = await sql_api.call('change_custom_provider', change(before.id, given));
  assert.equal(after, { ...rest, ...changed, updated_at: sql_api.now() });
  const entry = await sql_api.audited();
  assert.equal(entry?.actions, ['custom_provider_changed']);
  assert.equal(entry?.traits, { provider: before.identifier, changed: ['enabled', 'jwks_uri', 'name', 'scopes'] });
});

test('identifier, type, id and times cannot be changed', async () => {
  const before = await added();
  const fixed = {
    identifier: 'custom:other',
    provider_type: 'oauth2',
    id: randomUUID(),
    created_at: '2000-01-01T00:00:00Z',
  };
  assert.equal(await sql_api.call('change_custom_provider', change(before.id, fixed)), before);
});

test('a new secret replaces the old one, and nothing else does', async () => {
  const { id } = await added();
  const secret = async () => (await sql_api.rows('auth.custom_providers', `t.id = '${id}'`))[0]?.client_secret;
  await sql_api.call('change_custom_provider', change(id, { name: 'Other', client_secret: 'clear' }));
  assert.is(await secret(), 'sealed');
  await sql_api.call('change_custom_provider', change(id, {}, { secret: 'new' }));
  assert.is(await secret(), 'new');
  await sql_api.refused('change_custom_provider', change(id, {}, { secret: '' }), [
    400,
    'validation_failed',
    'client_secret is required',
  ]);
});

test("a new issuer requires its own document; the former one's keys would sign for another", async () => {
  const { id } = await added();
  const issuer = 'https://other.example.com';
  const other = [400, 'validation_failed', 'the discovery document is of another issuer'] as const;
  await sql_api.refused('change_custom_provider', change(id, { issuer }), other);
  const discovery_document = { ...DISCOVERY_DOCUMENT, issuer };
  const after = await sql_api.call('change_custom_provider', change(id, { issuer }, { discovery_document }));
  assert.equal([after.issuer, after.discovery_document], [issuer, discovery_document]);
});

test('the rules are those of a new provider', async () => {
  const { id } = await added();
  const failing = (given: CallArguments, message: string) =>
    sql_api.refused('change_custom_provider', change(id, given), [400, 'validation_failed', message]);
  await failing({ name: '' }, 'name is required');
  await failing({ client_id: 'x'.repeat(513) }, 'client_id cannot be longer than 512 characters');
  await failing({ issuer: '' }, 'issuer is required for OIDC providers');
  await failing(
    { discovery_url: 'http://x' },
    'discovery_url must be an https URL without user name, password and fragment',
  );
  await failing({ attribute_mapping: { a: 'role' } }, 'attribute_mapping cannot target role');
  await failing(
    { attribute_mapping: { a: 1 } },
    'attribute_mapping must map at most 50 claims to attributes, each to the name of one',
  );
  await failing(
    { authorization_params: { state: 'x' } },
    'authorization_params cannot contain the reserved parameter state',
  );
  await failing({ authorization_params: { a: 1 } }, 'authorization_params must be at most 50 texts by their names');
  await failing(
    { scopes: [''] },
    'scopes must be a list of at most 50 texts, none of them empty, too long or with characters that it cannot have',
  );
});

test('rejects an unknown provider and other callers', async () => {
  const gone = [404, 'custom_provider_not_found', 'Custom OAuth provider not found'] as const;
  await sql_api.refused('change_custom_provider', change(randomUUID(), {}), gone);
  const claims = { role: 'authenticated', exp: 4e9 };
  await sql_api.refused('change_custom_provider', change(randomUUID(), {}, { claims }), [
    403,
    'not_admin',
    'User not allowed',
  ]);
});

test.run();
