// prepare_sso_domain returns the TXT record of a domain. A domain that is removed and added again has a new record.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { organizationHelpers } from '../sso/organization.ts';
import { ADMIN } from '../sso/saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { call, organization } = await organizationHelpers(sql_api);

test('the record stays with the row of the domain', async () => {
  const { id, domain } = await organization();
  const prepare = async () =>
    (await call('prepare_sso_domain', { ...ADMIN, id, domain: `${domain.toUpperCase()}.` })).verification as {
      value: string;
    };
  const { value } = await prepare();
  assert.is((await prepare()).value, value);
  await call('change_sso_provider', { ...ADMIN, id, provider: { domains: [domain, 'more.example'] } });
  assert.is((await prepare()).value, value, 'another domain changes nothing');
  await call('change_sso_provider', { ...ADMIN, id, provider: { domains: [] } });
  await call('change_sso_provider', { ...ADMIN, id, provider: { domains: [domain] } });
  assert.is.not((await prepare()).value, value, 'a record of before does not verify it');
});

test.run();
