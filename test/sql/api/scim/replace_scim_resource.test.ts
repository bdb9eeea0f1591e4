// replace_scim_resource clears absent attributes, except for active.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, newEmail, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { finishArguments, newAssertion } from '../sso/saml.ts';
import {
  addForeignIdentity,
  createScimCaller,
  DISABLED,
  NOT_MANAGED,
  readAccount,
  SEVERAL,
  whileDisabled,
} from './scim.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const scim = await createScimCaller(sql_api);

test('replaces attributes and members, and raises the version', async () => {
  const user = await scim.user({ title: 'x', active: false });
  const replace = (kind: string, id: string, resource: object, if_match: string | null = null) =>
    scim.call('replace_scim_resource', { kind, id, resource, if_match, settings: settings(), client });
  const replaced = await replace('User', user.id, { userName: user.userName }, 'W/"1"');
  assert.equal(
    [replaced.title, replaced.active, (replaced.meta as { version: string }).version],
    [undefined, false, 'W/"2"'],
  );
  const group = await scim.group('Team', [user.id]);
  const emptied = await replace('Group', group.id, { displayName: 'Other' });
  assert.equal([emptied.displayName, emptied.members], ['Other', []]);
  assert.is((await readAccount(sql_api, user.id)).raw_app_meta_data instanceof Object, true);
  await sql_api.refused(
    'replace_scim_resource',
    scim.args({ kind: 'User', id: user.id, resource: {}, if_match: 'W/"1"', settings: settings(), client }),
    [412, 'scim_stale', 'The resource has changed since the version of If-Match'],
  );
});

test('rejects a disabled provider, the name of another user, and an account that has another identity too', async () => {
  const [user, other] = [await scim.user(), await scim.user()];
  const replace = (userName: unknown) =>
    scim.args({ kind: 'User', id: user.id, resource: { userName }, settings: settings(), client });
  await whileDisabled(sql_api, scim.provider, () =>
    sql_api.refused('replace_scim_resource', replace(user.userName), DISABLED),
  );
  await sql_api.refused('replace_scim_resource', replace(other.userName), [
    409,
    'scim_uniqueness',
    'userName is already used',
  ]);
  await addForeignIdentity(sql_api, (await readAccount(sql_api, user.id)).id);
  await sql_api.refused('replace_scim_resource', replace(user.userName), NOT_MANAGED);
});

test('rejects a name that another account signs in with', async () => {
  const user = await scim.user();
  const subject = newEmail();
  const assertion = newAssertion({ subject, email: newEmail() });
  await sql_api.call('finish_saml_flow', finishArguments(scim.provider, null, assertion));
  await sql_api.refused(
    'replace_scim_resource',
    scim.args({ kind: 'User', id: user.id, resource: { userName: subject }, settings: settings(), client }),
    SEVERAL,
  );
});

test.run();
