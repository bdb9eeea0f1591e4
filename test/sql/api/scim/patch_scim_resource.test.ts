// patch_scim_resource: the effect of `active` on sessions, flows and a ban by an administrator, and the changes that
// are rejected.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runBehindLock } from '../../../support/database/run_behind_lock.ts';
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

const patch = (id: string, ...operations: object[]) =>
  scim.call('patch_scim_resource', { kind: 'User', id, operations, with_members: true, settings: settings(), client });
const active = (value: boolean) => ({ op: 'replace', path: ['active'], many: false, value });

test('a deactivation ends sessions, flows and tokens; a reactivation leaves an administrator’s ban', async () => {
  const user = await scim.user();
  const { id } = await readAccount(sql_api, user.id);
  await sql_api.db.sql`update auth.users set banned_until = '2999-01-01' where id = ${id}`;
  const changed = await sql_api.changes(() => patch(user.id, active(false)));
  assert.equal(changed, ['audit_log', 'scim_users', 'users']);
  assert.equal((await sql_api.audited())?.actions, ['user_deprovisioned']);
  assert.ok((await readAccount(sql_api, user.id)).deprovisioned_at);
  await patch(user.id, active(true));
  assert.equal((await sql_api.audited())?.actions, ['user_reprovisioned']);
  const { deprovisioned_at, banned_until } = await readAccount(sql_api, user.id);
  assert.equal([deprovisioned_at, banned_until], [null, new Date('2999-01-01T00:00:00Z')]);
});

test('an account that belongs to another person by now is not changed', async () => {
  const user = await scim.user();
  const { id } = await readAccount(sql_api, user.id);
  await addForeignIdentity(sql_api, id);
  await sql_api.refused(
    'patch_scim_resource',
    scim.args({ kind: 'User', id: user.id, operations: [active(false)], settings: settings(), client }),
    NOT_MANAGED,
  );
});

test('a user who is being deleted does not become a member of a group', async () => {
  const user = await scim.user();
  const team = await scim.group('Admins');
  const lock = `select from auth.scim_users where id = '${user.id}' for update;
    update auth.scim_users set deleted_at = now(), active = false where id = '${user.id}'`;
  const operations = [{ op: 'add', path: ['members'], many: true, value: [{ value: user.id }] }];
  const add = () =>
    sql_api.refused(
      'patch_scim_resource',
      scim.args({ kind: 'Group', id: team.id, operations, with_members: true, settings: settings(), client }),
      [400, 'scim_invalid_value', `Member ${user.id} not found`],
    );
  await runBehindLock(sql_api.db, lock, [add]);
  assert.equal(await sql_api.rows('auth.scim_members', `t.scim_user_id = '${user.id}'`), []);
});

test('rejects a disabled provider, and the name of another user', async () => {
  const [user, other] = [await scim.user(), await scim.user()];
  const rename = scim.args({
    kind: 'User',
    id: user.id,
    operations: [{ op: 'replace', path: ['userName'], many: false, value: other.userName }],
    settings: settings(),
    client,
  });
  await whileDisabled(sql_api, scim.provider, () => sql_api.refused('patch_scim_resource', rename, DISABLED));
  await sql_api.refused('patch_scim_resource', rename, [409, 'scim_uniqueness', 'userName is already used']);
});

test('rejects an external id that another account signs in with', async () => {
  const user = await scim.user();
  const subject = newEmail();
  const assertion = newAssertion({ subject, email: newEmail() });
  await sql_api.call('finish_saml_flow', finishArguments(scim.provider, null, assertion));
  const operations = [{ op: 'replace', path: ['externalId'], many: false, value: subject }];
  await sql_api.refused(
    'patch_scim_resource',
    scim.args({ kind: 'User', id: user.id, operations, settings: settings(), client }),
    SEVERAL,
  );
  assert.is((await patch(user.id, active(false))).active, false, 'it is deactivated all the same');
});

test('a list has a limit between two operations, so that their cost has one', async () => {
  const user = await scim.user();
  const emails = { path: ['emails'], many: true };
  const value = Array.from({ length: 101 }, (_, n) => ({ value: `a${n}@many.example` }));
  await sql_api.refused(
    'patch_scim_resource',
    scim.args({
      kind: 'User',
      id: user.id,
      operations: [
        { ...emails, op: 'add', value },
        { ...emails, op: 'remove', value: null },
      ],
      settings: settings(),
      client,
    }),
    [400, 'scim_invalid_value', 'emails can have at most 20 values'],
  );
});

test('members are removed by their ids, by a filter, and by both', async () => {
  const users = [await scim.user(), await scim.user(), await scim.user()];
  const [a, b, c] = users.map(({ id }) => id) as [string, string, string];
  const team = await scim.group('Team');
  const members = { path: ['members'], many: true };
  const values = (...ids: string[]) => ids.map((value) => ({ value }));
  const eq = (value: string) => ({ op: 'eq', path: ['value'], type: 'exact', value });
  const sw = (value: string) => ({ op: 'sw', path: ['value'], type: 'exact', value });
  const removes = async (value: object | null, filter: object | null): Promise<string[]> => {
    const operations = [
      { ...members, op: 'replace', value: values(a, b, c) },
      { ...members, op: 'remove', value, filter },
    ];
    const arguments_ = { kind: 'Group', id: team.id, operations, with_members: true, settings: settings(), client };
    const { members: left } = (await scim.call('patch_scim_resource', arguments_)) as { members?: { value: string }[] };
    return users.map(({ id }) => id).filter((id) => !left?.some(({ value: one }) => one === id));
  };
  assert.equal(await removes(null, null), [a, b, c]);
  assert.equal(await removes(values(a, team.id, 'x'), null), [a]);
  assert.equal(await removes([], null), []);
  assert.equal(await removes(null, eq(b)), [b]);
  assert.equal(await removes(values(a, b), eq(b)), [b]);
  assert.equal(await removes(values(a), eq(b)), []);
  assert.equal(await removes(null, sw(c)), [c]);
  assert.equal(await removes(values(a), sw(c)), []);
  const operations = Array.from({ length: 6 }, () => ({ ...members, op: 'remove', value: null, filter: sw('x') }));
  await sql_api.refused(
    'patch_scim_resource',
    scim.args({ kind: 'Group', id: team.id, operations, with_members: true, settings: settings(), client }),
    [400, 'scim_invalid_value', 'Only 5 operations can select members by other than value eq'],
  );
});

test.run();
