// get_scim_resource returns a resource with its groups or members, only for a token of its provider.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { createScimCaller } from './scim.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const scim = await createScimCaller(sql_api);

test('a user and a group, and the use of the token once a minute', async () => {
  const user = await scim.user();
  const group = await scim.group('Team', [user.id]);
  const get = (kind: string, id: string, with_members = true) =>
    scim.call('get_scim_resource', { kind, id, with_members });
  const shown = await get('User', user.id);
  assert.equal((shown.groups as { value: string }[])[0]?.value, group.id);
  assert.equal((await get('Group', group.id)).members, [{ value: user.id, type: 'User', display: user.userName }]);
  assert.is((await get('Group', group.id, false)).members, undefined);
  const used = async () =>
    String((await sql_api.rows('auth.scim_tokens', `t.id = '${scim.token_id}'`))[0]?.last_used_at);
  const first = await used();
  await sql_api.advance(59);
  await get('User', user.id);
  assert.is(await used(), first);
  await sql_api.advance(2);
  await get('User', user.id);
  assert.is.not(await used(), first);
});

test('rejects a resource of another kind or provider, an unknown token, an expired one and a disabled provider', async () => {
  const user = await scim.user();
  const other = await createScimCaller(sql_api);
  const missing = [404, 'scim_not_found', `Resource ${user.id} not found`] as const;
  const args = { kind: 'User', id: user.id };
  await sql_api.refused('get_scim_resource', scim.args({ ...args, kind: 'Group' }), missing);
  await sql_api.refused('get_scim_resource', other.args(args), missing, ['scim_tokens']);
  const invalid = [401, 'no_authorization', 'Invalid or missing SCIM token'] as const;
  await sql_api.refused('get_scim_resource', { ...args, token_id: randomUUID() }, invalid);
  await sql_api.db.sql`update auth.scim_tokens set expires_at = ${sql_api.now()} where id = ${other.token_id}`;
  await sql_api.refused('get_scim_resource', other.args(args), invalid);
  await sql_api.db.sql`update auth.sso_providers set disabled = true where id = ${scim.provider}`;
  await sql_api.refused('get_scim_resource', scim.args(args), [
    403,
    'sso_provider_disabled',
    'SSO provider is disabled',
  ]);
  await sql_api.db.sql`update auth.sso_providers set disabled = false where id = ${scim.provider}`;
});

test.run();
