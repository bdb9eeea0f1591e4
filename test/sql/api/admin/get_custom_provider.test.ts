// Tests of get_custom_provider.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createArguments, oidcProvider } from './custom_provider.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('by its identifier in any case, without its secret', async () => {
  const one = await sql_api.call('create_custom_provider', createArguments(oidcProvider()));
  const identifier = String(one.identifier);
  for (const name of [identifier, identifier.toUpperCase()])
    assert.equal(await sql_api.call('get_custom_provider', { ...ADMIN, identifier: name }), one);
});

test('rejects other callers and unknown providers', async () => {
  const gone = [404, 'custom_provider_not_found', 'Custom OAuth provider not found'] as const;
  for (const identifier of ['custom:none', 'google', ''])
    await sql_api.refused('get_custom_provider', { ...ADMIN, identifier }, gone);
  const claims = { role: 'authenticated', exp: 4e9 };
  await sql_api.refused('get_custom_provider', { claims, identifier: 'x' }, [403, 'not_admin', 'User not allowed']);
});

test.run();
