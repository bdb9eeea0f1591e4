// record_test: administrators only; writes the audit entry of a test.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';
import { byAdmin, refusesStrangers } from './admin.ts';
import { CHANGING } from './webhooks.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('administrators only', () => refusesStrangers(surface, 'record_test', { hook: 'x' }));

test('records what is tested', async () => {
  for (const [action, traits] of [
    ['provider_tested', { provider: 'custom:acme' }],
    ['hook_tested', { hook: 'send_email' }],
    ['webhook_tested', { webhook_id: '5' }],
  ] as const) {
    const changed = await surface.changes(async () => {
      assert.equal(await surface.call('record_test', { ...CHANGING, ...traits }), traits);
    });
    assert.equal(changed, ['audit_log']);
    assert.equal(await surface.audited(), byAdmin(action, traits));
  }
});

test.run();
