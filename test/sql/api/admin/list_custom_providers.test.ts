// list_custom_providers: all custom providers, or those of one type.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';
import { ADMIN, creating, oauth2, oidc } from './custom_provider.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('in the order of their creation, by type, and an empty list', async () => {
  assert.equal(await surface.call('list_custom_providers', ADMIN), { providers: [] });
  const one = await surface.call('create_custom_provider', creating(oidc()));
  await surface.advance(1);
  const two = await surface.call('create_custom_provider', creating(oauth2()));
  assert.equal(await surface.call('list_custom_providers', ADMIN), { providers: [one, two] });
  assert.equal(await surface.call('list_custom_providers', { ...ADMIN, type: '' }), { providers: [one, two] });
  assert.equal(await surface.call('list_custom_providers', { ...ADMIN, type: 'oauth2' }), { providers: [two] });
  assert.equal(await surface.call('list_custom_providers', { ...ADMIN, type: 'oidc' }), { providers: [one] });
});

test('rejects other callers', async () => {
  const type = [400, 'validation_failed', "type must be either 'oauth2' or 'oidc'"] as const;
  await surface.refused('list_custom_providers', { ...ADMIN, type: 'saml' }, type);
  const claims = { role: 'authenticated', exp: 4e9 };
  await surface.refused('list_custom_providers', { claims }, [403, 'not_admin', 'User not allowed']);
});

test.run();
