// delete_custom_provider: deletes one, for administrators.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';
import { ADMIN, creating, oidc } from './custom_provider.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const gone = [404, 'custom_provider_not_found', 'Custom OAuth provider not found'] as const;

test('deletes it once, and its identifier is free again', async () => {
  const given = oidc();
  const { identifier } = await surface.call('create_custom_provider', creating(given));
  const args = { ...ADMIN, identifier };
  assert.equal(await surface.changes(() => surface.call('delete_custom_provider', args)), [
    'audit_log',
    'custom_providers',
  ]);
  assert.equal(await surface.audited().then((row) => [row?.actions, row?.traits]), [
    ['custom_provider_deleted'],
    { provider: identifier },
  ]);
  await surface.refused('delete_custom_provider', args, gone);
  assert.ok((await surface.call('create_custom_provider', creating(given))).id);
});

test('administrators only', async () => {
  const claims = { role: 'authenticated', exp: 4e9 };
  await surface.refused('delete_custom_provider', { claims, identifier: 'x' }, [403, 'not_admin', 'User not allowed']);
});

test.run();
