// Tests of record_test.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { adminAuditEntry, assertAdministratorsOnly } from './admin.ts';
import { WRITE_ARGUMENTS } from './webhooks.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('administrators only', () => assertAdministratorsOnly(sql_api, 'record_test', { hook: 'x' }));

test('records the test of a provider, a hook or a webhook in the audit log', async () => {
  for (const [action, traits] of [
    ['provider_tested', { provider: 'custom:acme' }],
    ['hook_tested', { hook: 'send_email' }],
    ['webhook_tested', { webhook_id: '5' }],
  ] as const) {
    const changed = await sql_api.changes(async () => {
      assert.equal(await sql_api.call('record_test', { ...WRITE_ARGUMENTS, ...traits }), traits);
    });
    assert.equal(changed, ['audit_log']);
    assert.equal(await sql_api.audited(), adminAuditEntry(action, traits));
  }
});

test.run();
