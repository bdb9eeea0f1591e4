// Tests of delete_custom_provider.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createArguments, oidcProvider } from './custom_provider.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const gone = [404, 'custom_provider_not_found', 'Custom OAuth provider not found'] as const;

test('deletes a provider once, and its identifier is free again', async () => {
  const given = oidcProvider();
  const { identifier } = await sql_api.call('create_custom_provider', createArguments(given));
  const args = { ...ADMIN, identifier };
  assert.equal(await sql_api.changes(() => sql_api.call('delete_custom_provider', args)), [
    'audit_log',
    'custom_providers',
  ]);
  assert.equal(await sql_api.audited().then((row) => [row?.actions, row?.traits]), [
    ['custom_provider_deleted'],
    { provider: identifier },
  ]);
  await sql_api.refused('delete_custom_provider', args, gone);
  assert.ok((await sql_api.call('create_custom_provider', createArguments(given))).id);
});

test('administrators only', async () => {
  const claims = { role: 'authenticated', exp: 4e9 };
  await sql_api.refused('delete_custom_provider', { claims, identifier: 'x' }, [403, 'not_admin', 'User not allowed']);
});

test.run();
