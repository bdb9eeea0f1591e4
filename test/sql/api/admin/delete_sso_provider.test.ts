// delete_sso_provider: flows and sessions end, accounts stay.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, openSurface } from '../../../support/database/surface.ts';
import { ADMIN, assertionOf, begun, createProvider, finishing } from '../sso/saml.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const GONE = [404, 'sso_provider_not_found', 'SSO Identity Provider not found'] as const;

test('deleting ends flows and sessions of the provider, and keeps accounts', async () => {
  for (const end_sessions of [null, 'false']) {
    const provider = await createProvider(surface);
    const assertion = assertionOf();
    await surface.call('finish_saml_flow', finishing(provider.id, null, assertion));
    await begun(surface, provider.id);
    const gone = await surface.call('delete_sso_provider', { ...ADMIN, id: provider.id, end_sessions, client });
    assert.equal(gone, provider);
    const [session] = await surface.db.sql`
      select s.revoked_reason from auth.sessions as s join auth.users as u on u.id = s.user_id
      where u.email = ${String(assertion.email)}`;
    assert.is(session?.revoked_reason, end_sessions === 'false' ? null : 'admin');
    assert.equal(await surface.rows('auth.flow_states', `t.provider = 'sso:${provider.id}'`), []);
    assert.equal((await surface.audited())?.actions, ['sso_provider_deleted']);
    await surface.refused('delete_sso_provider', { ...ADMIN, id: provider.id, client }, GONE);
  }
});

test.run();
