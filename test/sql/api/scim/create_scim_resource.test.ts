// create_scim_resource: accounts that it creates, existing accounts that it binds or does not bind, and groups.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { addForeignIdentity, createScimCaller, DISABLED, NOT_MANAGED, readAccount, whileDisabled } from './scim.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const scim = await createScimCaller(sql_api);

test('makes an account of the provider, which no address finds', async () => {
  const user = await scim.user({ userName: 'ada', emails: [{ value: 'Ada@X.example' }], name: { givenName: 'Ada' } });
  const { is_sso_user, email, raw_app_meta_data, raw_user_meta_data, email_confirmed_at } = await readAccount(
    sql_api,
    user.id,
  );
  assert.equal([is_sso_user, email, Boolean(email_confirmed_at)], [true, 'ada@x.example', true]);
  assert.equal(raw_app_meta_data, { provider: `sso:${scim.provider}`, providers: [`sso:${scim.provider}`] });
  assert.equal(raw_user_meta_data, { name: 'Ada', full_name: 'Ada', given_name: 'Ada' });
  assert.equal(await sql_api.rows('auth.addresses', `t.value = 'ada@x.example'`), []);
  const entry = await sql_api.audited();
  assert.equal([entry?.actions, entry?.actor_id], [['user_provisioned'], '00000000-0000-0000-0000-000000000000']);
  const args = {
    kind: 'User',
    resource: { userName: 'ADA', emails: [{ value: 'b@x.example' }] },
    settings: settings(),
    client,
  };
  await sql_api.refused('create_scim_resource', scim.args(args), [409, 'scim_uniqueness', 'userName is already used']);
});

test('notifies webhooks of the new account, also when it is not active', async () => {
  await sql_api.db.sql`insert into auth.webhooks (id, url, kinds, secrets, created_at, updated_at)
    values (gen_random_uuid(), 'https://x.example', '{user.created,user.banned}', '{x}', now(), now())`;
  const user = await scim.user({ active: false });
  const { id } = await readAccount(sql_api, user.id);
  const kinds = (await sql_api.rows('auth.webhook_events', `t.user_id = '${id}'`)).map(({ kind }) => kind);
  assert.equal(kinds.sort(), ['user.banned', 'user.created']);
});

test('makes a group with members', async () => {
  const user = await scim.user();
  const group = await scim.group('Team', [user.id, user.id]);
  assert.equal((group.members as object[]).length, 1);
  assert.equal((await readAccount(sql_api, user.id)).raw_app_meta_data, {
    provider: `sso:${scim.provider}`,
    providers: [`sso:${scim.provider}`],
    groups: ['Team'],
  });
});

test('an account that is provisioned again has none of its former groups', async () => {
  const user = await scim.user();
  await scim.group('Admins', [user.id]);
  const { id } = await readAccount(sql_api, user.id);
  const quiet = settings({ scim_delete: 'deactivate', scim_groups_claim: '' });
  await scim.call('delete_scim_resource', { kind: 'User', id: user.id, settings: quiet, client });
  assert.equal((await readAccount(sql_api, user.id)).raw_app_meta_data, {
    provider: `sso:${scim.provider}`,
    providers: [`sso:${scim.provider}`],
    groups: ['Admins'],
  });
  const again = await scim.user({ userName: user.userName });
  const account = await readAccount(sql_api, again.id);
  assert.is(account.id, id);
  assert.is((account.raw_app_meta_data as { groups?: string[] }).groups, undefined);
});

test('rejects a disabled provider, and an account that has another identity too', async () => {
  const create = (resource: object) =>
    scim.args({ kind: 'User', resource, settings: settings({ scim_delete: 'deactivate' }), client });
  await whileDisabled(sql_api, scim.provider, () =>
    sql_api.refused('create_scim_resource', create({ userName: 'grace@x.example' }), DISABLED),
  );
  const user = await scim.user({ userName: 'hopper@x.example' });
  const { id } = await readAccount(sql_api, user.id);
  await scim.call('delete_scim_resource', { kind: 'User', id: user.id, settings: settings(), client });
  await addForeignIdentity(sql_api, id);
  await sql_api.refused('create_scim_resource', create({ userName: 'hopper@x.example' }), NOT_MANAGED);
});

test.run();
