// Tests of list_suppressions.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, openSqlApi } from '../../../support/database/sql_api.ts';
import { assertAdministratorsOnly } from './admin.ts';
import { READ_ARGUMENTS, WRITE_ARGUMENTS } from './messages.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const list = async (args: CallArguments = {}): Promise<CallArguments[]> =>
  (await sql_api.call('list_suppressions', { ...READ_ARGUMENTS, ...args })).suppressions as CallArguments[];

test('administrators only', () => assertAdministratorsOnly(sql_api, 'list_suppressions'));

test('all, one, or the newest few', async () => {
  assert.equal(await list(), []);
  await sql_api.call('suppress_address', { ...WRITE_ARGUMENTS, address: 'one@example.com', reason: '550 5.1.1' });
  const since = sql_api.now();
  await sql_api.advance(1);
  await sql_api.call('suppress_address', { ...WRITE_ARGUMENTS, address: 'two@example.com' });
  const one = { address: 'one@example.com', reason: '550 5.1.1', created_at: since };
  const two = { address: 'two@example.com', reason: 'by an administrator', created_at: sql_api.now() };
  assert.equal(await list(), [two, one]);
  assert.equal(await list({ address: 'ONE@example.com' }), [one]);
  assert.equal(await list({ most: 1 }), [two]);
  assert.equal(await list({ address: 'three@example.com' }), []);
});

test.run();
