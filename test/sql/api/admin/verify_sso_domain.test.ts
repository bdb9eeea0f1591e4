// verify_sso_domain: the TXT record of a provider verifies its domain, once.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallResult, client, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { organizationHelpers } from '../sso/organization.ts';
import { ADMIN } from '../sso/saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { call, organization } = await organizationHelpers(sql_api);

test('verification: by the record of this provider only, or by an administrator; then enforcement', async () => {
  const { id, domain } = await organization();
  const rival = await organization();
  const shown = await call('prepare_sso_domain', { ...ADMIN, id, domain });
  const { name, value } = shown.verification as { name: string; value: string };
  assert.equal([name, shown.enforced, shown.verified_at], [`_postern.${domain}`, false, undefined]);
  assert.match(value, /^postern-verification=[0-9a-f]{32}$/);
  const theirs = (await call('prepare_sso_domain', { ...ADMIN, ...rival })).verification as { value: string };
  const unverified = [422, 'sso_domain_not_verified', `SSO domain '${domain}' is not verified`] as const;
  const verify = { ...ADMIN, id, domain, settings: settings(), client };
  for (const records of [[], ['v=spf1 -all'], [theirs.value], [value.toUpperCase()], [`${value} `]])
    await sql_api.refused('verify_sso_domain', { ...verify, records }, unverified);
  await sql_api.refused('change_sso_domain', { ...verify, enforced: true }, unverified);
  const verified = await call('verify_sso_domain', { ...verify, records: ['v=spf1 -all', value] });
  assert.equal([verified.verified_at, verified.verified_by], [sql_api.now(), 'dns']);
  assert.equal(await sql_api.audited(), {
    actions: ['sso_domain_verified'],
    traits: { provider: `sso:${id}`, domain, verified_by: 'dns' },
    actor_id: (await sql_api.audited())?.actor_id,
  });
  await sql_api.advance(60);
  assert.equal(await call('verify_sso_domain', { ...verify, records: [value] }), verified, 'once');
  assert.equal(await call('change_sso_domain', { ...verify, verified: true }), verified, 'DNS stays the reason');
  const enforced = await call('change_sso_domain', { ...verify, enforced: true });
  assert.is(enforced.enforced, true);
  assert.equal((await sql_api.audited())?.actions, ['sso_domain_changed']);
  const { domains } = (await call('get_sso_provider', { ...ADMIN, id })) as { domains: CallResult[] };
  assert.equal(domains, [enforced]);
  const missing = [404, 'sso_domain_not_found', 'The provider does not have this domain'] as const;
  for (const [other, named] of [
    [id, rival.domain],
    [rival.id, domain],
    [id, 'x'],
  ] as const) {
    await sql_api.refused('prepare_sso_domain', { ...ADMIN, id: other, domain: named, settings: settings() }, missing);
    await sql_api.refused('verify_sso_domain', { ...verify, id: other, domain: named, records: [value] }, missing);
    await sql_api.refused('change_sso_domain', { ...verify, id: other, domain: named, enforced: true }, missing);
  }
  const gone = [404, 'sso_provider_not_found', 'SSO Identity Provider not found'] as const;
  for (const name of ['prepare_sso_domain', 'verify_sso_domain', 'change_sso_domain']) {
    const { client: _, ...args } = { ...verify, id: randomUUID() };
    await sql_api.refused(name, name === 'prepare_sso_domain' ? args : { ...args, client }, gone);
  }
});

test.run();
