// Tests of get_administrator.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  openSqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { adminCalls } from './console.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { sql } = sql_api.db;
const { ask } = adminCalls(sql_api);

test('a service token, and a user with a session', async () => {
  const rights = ['read', 'list', 'support', 'administer'];
  const service = { user_id: null, email: null, role: 'service_role', aal: 'aal1', session_id: null, expires_at: null };
  assert.equal(await ask('get_administrator'), { ...service, rights });
  const user = await createConfirmedPerson(sql_api);
  await sql`update auth.users set role = 'service_role', sign_up_role = null where id = ${user.id}`;
  const claims: CallArguments = { ...user.claims, role: 'service_role', exp: Date.parse(sql_api.now()) / 1000 + 60 };
  const me = await ask('get_administrator', { claims });
  assert.equal([me.user_id, me.email, me.session_id, me.rights], [user.id, user.email, user.session_id, rights]);
  const viewer = { claims: { role: 'viewer' }, settings: settings({ jwt_auditor_roles: ['viewer'] }) };
  assert.equal((await ask('get_administrator', viewer)).rights, ['read', 'list']);
  const needs = [403, 'insufficient_right', 'The role does not have the right administer'] as const;
  await sql_api.refused('get_administrator', { ...viewer, needed: 'administer' }, needs);
  assert.match(String(me.expires_at), /^2031-05-01T12:01/);
});

test('after a change of role, an older token has the rights that both roles have', async () => {
  const user = await createConfirmedPerson(sql_api);
  const roles = settings({ jwt_support_roles: ['helper'], jwt_auditor_roles: ['viewer'] });
  const meAs = async (token_role: string, role: string): Promise<unknown> => {
    await sql`update auth.users set role = ${role}, sign_up_role = null where id = ${user.id}`;
    const me = await ask('get_administrator', { claims: { ...user.claims, role: token_role }, settings: roles });
    return [me.role, me.rights, me.support_actions_left];
  };
  assert.equal(await meAs('service_role', 'helper'), ['helper', ['read', 'support'], 60]);
  assert.equal(await meAs('helper', 'service_role'), ['service_role', ['read', 'support'], 60]);
  assert.equal(await meAs('helper', 'viewer'), ['viewer', ['read'], undefined]);
});

test('support reads how many of its 60 actions an hour are left', async () => {
  const user = await createConfirmedPerson(sql_api);
  const support = { claims: { role: 'helper' }, settings: settings({ jwt_support_roles: ['helper'] }) };
  const left = async (): Promise<unknown> => (await ask('get_administrator', support)).support_actions_left;
  assert.is(await left(), 60);
  const act = () => sql_api.call('end_sessions', { ...support, user_id: user.id, client });
  for (let done = 1; done <= 60; done++) {
    await act();
    if (done < 3 || done > 58) assert.is(await left(), 60 - done);
  }
  assert.ok((await act()).refused);
  assert.is(await left(), 0);
  assert.is((await ask('get_administrator', { ...support, needed: 'read' })).support_actions_left, undefined);
  assert.is((await ask('get_administrator')).support_actions_left, undefined, 'an administrator has no limit');
  await sql_api.advance(3_601);
  assert.is(await left(), 60);
});

test.run();
