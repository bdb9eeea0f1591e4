// get_custom_provider: gets one by its identifier.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';
import { ADMIN, creating, oidc } from './custom_provider.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('by its identifier in any case, without its secret', async () => {
  const one = await surface.call('create_custom_provider', creating(oidc()));
  const identifier = String(one.identifier);
  for (const name of [identifier, identifier.toUpperCase()])
    assert.equal(await surface.call('get_custom_provider', { ...ADMIN, identifier: name }), one);
});

test('rejects other callers and unknown providers', async () => {
  const gone = [404, 'custom_provider_not_found', 'Custom OAuth provider not found'] as const;
  for (const identifier of ['custom:none', 'google', ''])
    await surface.refused('get_custom_provider', { ...ADMIN, identifier }, gone);
  const claims = { role: 'authenticated', exp: 4e9 };
  await surface.refused('get_custom_provider', { claims, identifier: 'x' }, [403, 'not_admin', 'User not allowed']);
});

test.run();
