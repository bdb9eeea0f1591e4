// Tests of prepare_custom_provider.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createArguments, ISSUER, oauth2Provider, oidcProvider } from './custom_provider.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('returns a new one without storing it; only OpenID providers need a discovery request', async () => {
  for (const [given, discover] of [
    [oidcProvider(), true],
    [oauth2Provider(), false],
  ] as const) {
    const first = { ...ADMIN, provider: given, secret: 's' };
    const answer = (await sql_api.call('prepare_custom_provider', first)) as { provider: object; discover: boolean };
    assert.is(answer.discover, discover);
    for (const [name, value] of Object.entries(given)) assert.equal((answer.provider as typeof given)[name], value);
  }
  assert.equal(await sql_api.rows('auth.custom_providers'), []);
});

test('an OpenID provider needs another request if its issuer or discovery URL is given', async () => {
  const { identifier, id } = await sql_api.call('create_custom_provider', createArguments(oidcProvider()));
  const asked = async (provider: object) => {
    const answer = await sql_api.call('prepare_custom_provider', { ...ADMIN, identifier, provider });
    assert.is((answer.provider as { id: string }).id, id);
    return answer.discover;
  };
  assert.is(await asked({ name: 'Other' }), false);
  assert.is(await asked({ issuer: ISSUER }), true);
  assert.is(await asked({ discovery_url: '' }), true);
});

test('identity claims cannot be mapped, and parameters of the flow cannot be set', async () => {
  const refused = (more: object, message: string) => {
    const args = { ...ADMIN, provider: { ...oauth2Provider(), ...more }, secret: 's' };
    return sql_api.refused('prepare_custom_provider', args, [400, 'validation_failed', message]);
  };
  await refused({ attribute_mapping: { role: 'role' } }, 'attribute_mapping cannot target role');
  const params = { authorization_params: { state: 'x' } };
  await refused(params, 'authorization_params cannot contain the reserved parameter state');
});

test('rejects an unknown provider', async () => {
  const gone = [404, 'custom_provider_not_found', 'Custom OAuth provider not found'] as const;
  await sql_api.refused('prepare_custom_provider', { ...ADMIN, identifier: 'custom:none', provider: {} }, gone);
});

test.run();
