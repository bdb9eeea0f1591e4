// change_sso_domain: verification by an administrator, and enforcement. test/sql/api/sso/enforced_domains.test.ts tests
// the effects of enforcement.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi, returnedErrorCode } from '../../../support/database/sql_api.ts';
import { organizationHelpers } from '../sso/organization.ts';
import { ADMIN } from '../sso/saml.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());
const { call, organization, personAt } = await organizationHelpers(sql_api);

test('each call changes what it names, and is audited once', async () => {
  const { id, domain } = await organization();
  const change = (members: object) => call('change_sso_domain', { ...ADMIN, id, domain, ...members });
  const actions = async () => (await sql_api.audited())?.actions;
  const both = await change({ verified: true, enforced: true });
  assert.equal(
    [both.verified_by, both.enforced, await actions()],
    ['administrator', true, ['sso_domain_verified', 'sso_domain_changed']],
  );
  assert.equal(await sql_api.changes(() => change({})), []);
  assert.equal(
    await sql_api.changes(() => change({ verified: false, enforced: true })),
    [],
    'a verified domain stays so',
  );
  assert.is((await change({ enforced: false })).enforced, false);
  assert.equal(await actions(), ['sso_domain_changed']);
});

test('only administrators verify and enforce', async () => {
  const { id, domain } = await organization();
  const person = await personAt(`x@${domain}`);
  for (const name of ['prepare_sso_domain', 'verify_sso_domain', 'change_sso_domain']) {
    const answer = await call(name, { claims: person.claims, id, domain });
    assert.is(returnedErrorCode(answer), 'not_admin', name);
  }
});

test('the table refuses an enforced domain that is not verified, and half a verification', async () => {
  const { domain } = await organization();
  for (const change of [
    `enforced = true`,
    `verified_at = now()`,
    `verified_by = 'dns'`,
    `verified_at = now(), verified_by = 'somebody'`,
  ]) {
    const refused = await sql
      .unsafe(`update auth.sso_domains set ${change} where domain = '${domain}'`)
      .catch((error: { code: string }) => error.code);
    assert.is(refused, '23514', change);
  }
});

test.run();
