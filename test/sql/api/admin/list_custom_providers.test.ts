// Tests of list_custom_providers.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createArguments, oauth2Provider, oidcProvider } from './custom_provider.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('in the order of their creation, by type, and an empty list', async () => {
  assert.equal(await sql_api.call('list_custom_providers', ADMIN), { providers: [] });
  const one = await sql_api.call('create_custom_provider', createArguments(oidcProvider()));
  await sql_api.advance(1);
  const two = await sql_api.call('create_custom_provider', createArguments(oauth2Provider()));
  assert.equal(await sql_api.call('list_custom_providers', ADMIN), { providers: [one, two] });
  assert.equal(await sql_api.call('list_custom_providers', { ...ADMIN, type: '' }), { providers: [one, two] });
  assert.equal(await sql_api.call('list_custom_providers', { ...ADMIN, type: 'oauth2' }), { providers: [two] });
  assert.equal(await sql_api.call('list_custom_providers', { ...ADMIN, type: 'oidc' }), { providers: [one] });
});

test('rejects other callers', async () => {
  const type = [400, 'validation_failed', "type must be either 'oauth2' or 'oidc'"] as const;
  await sql_api.refused('list_custom_providers', { ...ADMIN, type: 'saml' }, type);
  const claims = { role: 'authenticated', exp: 4e9 };
  await sql_api.refused('list_custom_providers', { claims }, [403, 'not_admin', 'User not allowed']);
});

test.run();
