// delete_scim_resource: the effect on the account.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { addForeignIdentity, createScimCaller, DISABLED, NOT_MANAGED, readAccount, whileDisabled } from './scim.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const scim = await createScimCaller(sql_api);

test('the setting decides about the account', async () => {
  for (const [scim_delete, left] of [
    [undefined, 'deactivated'],
    ['soft_delete', 'tombstone'],
    ['delete', 'nothing'],
  ] as const) {
    const user = await scim.user();
    const { id } = await readAccount(sql_api, user.id);
    await scim.group('Team', [user.id]);
    await scim.call('delete_scim_resource', { kind: 'User', id: user.id, settings: settings({ scim_delete }), client });
    const [row] = await sql_api.rows('auth.users', `t.id = '${id}'`);
    const state = row === undefined ? 'nothing' : row.deleted_at === null ? 'deactivated' : 'tombstone';
    assert.is(state, left);
    assert.equal(await sql_api.rows('auth.scim_members', `t.scim_user_id = '${user.id}'`), []);
    if (row !== undefined) assert.is((row.raw_app_meta_data as Record<string, unknown>).groups, undefined);
  }
});

test('rejects a disabled provider, and the deletion of an account that has another identity too', async () => {
  const user = await scim.user();
  const args = scim.args({ kind: 'User', id: user.id, settings: settings({ scim_delete: 'delete' }), client });
  await whileDisabled(sql_api, scim.provider, () => sql_api.refused('delete_scim_resource', args, DISABLED));
  await addForeignIdentity(sql_api, (await readAccount(sql_api, user.id)).id);
  await sql_api.refused('delete_scim_resource', args, NOT_MANAGED);
});

test.run();
