// Tests of unsuppress_address.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, type ExpectedError, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { adminAuditEntry, assertAdministratorsOnly } from './admin.ts';
import { leaseMessage, WRITE_ARGUMENTS } from './messages.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const NOT_HELD: ExpectedError = [404, 'not_found', 'Nothing holds messages to this address back'];

test('administrators only; rejects an address that is not suppressed', async () => {
  await assertAdministratorsOnly(sql_api, 'unsuppress_address', { address: 'a@example.com' });
  for (const address of ['a@example.com', '', null, 'x']) {
    await sql_api.refused('unsuppress_address', { ...WRITE_ARGUMENTS, address }, NOT_HELD);
  }
});

test('the next message to the address is sent', async () => {
  const address = 'back@example.com';
  await sql_api.call('suppress_address', { ...WRITE_ARGUMENTS, address });
  assert.equal(await sql_api.call('unsuppress_address', { ...WRITE_ARGUMENTS, address: 'BACK@example.com' }), {
    address,
  });
  assert.equal(await sql_api.audited(), adminAuditEntry('address_unsuppressed', { address }));
  assert.equal(await sql_api.rows('auth.suppressions'), []);
  await sql_api.call('sign_up', { email: address, password: 'correct horse battery', settings: settings(), client });
  const [message] = await sql_api.rows('auth.messages', `t.to_address = '${address}'`);
  assert.ok((await leaseMessage(sql_api, String(message?.id))).message);
});

test.run();
