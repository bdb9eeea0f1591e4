// Lists that support may read without naming a user identify nobody.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  type CallResult,
  client,
  createConfirmedPerson,
  openSqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { insertUser, queueEvent } from '../../../support/providers/webhooks.ts';
import { adminCalls } from './console.ts';
import { createWebhook } from './webhooks.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { refuse } = adminCalls(sql_api);
const { sql } = sql_api.db;

const STAFF = settings({ jwt_support_roles: ['helper'], jwt_auditor_roles: ['viewer'] });
const ask = (role: string, name: string, args: CallArguments = {}): Promise<CallResult> =>
  sql_api.call(name, { settings: STAFF, claims: { role }, ...args });
type Rows = readonly Record<string, unknown>[];

test('webhook events name their users only to roles that may list users, or who name the user', async () => {
  const webhook_id = await createWebhook(sql_api);
  const ada = await insertUser(sql_api.db);
  await queueEvent(sql_api.db, ada);
  const idsOf = async (role: string, args: CallArguments) =>
    ((await ask(role, 'list_webhook_events', args)).events as Rows).map(({ user_id }) => user_id);
  for (const args of [{}, { webhook_id }, { state: 'queued' }, { most: '200' }, { user_id: '' }]) {
    assert.equal(await idsOf('helper', args), [null], JSON.stringify(args));
    assert.equal(await idsOf('viewer', args), [ada]);
  }
  assert.equal(await idsOf('helper', { user_id: ada, webhook_id }), [ada]);
  const [event] =
    await sql`update auth.webhook_events set state = 'failed', finished_at = auth_lib.clock() returning id`;
  const retried = await ask('helper', 'retry_webhook_event', { event_id: event?.id as string, client });
  assert.is(retried.state, 'queued');
  assert.is(retried.user_id, null);
  // The audit entry of the retry names the user. Its request id must not lead support there.
  const found = async (role: string) =>
    ((await ask(role, 'find_refusal', { id: client.request_id })).audit as Rows).map((entry) => [
      entry.traits,
      entry.actor_id,
      entry.actor_username,
      entry.ip_address,
      entry.user_agent,
    ]);
  assert.match(JSON.stringify(await found('viewer')), ada);
  for (const entry of await found('helper')) assert.equal(entry, [null, null, null, null, null]);
  assert.is((await found('helper')).length, 2, 'the two actions of this test');
});

test('refused requests name users, devices and request ids only to roles that may list users, or who name one of these', async () => {
  const { id, email } = await createConfirmedPerson(sql_api);
  const [request_id = ''] = await refuse({ user_id: id, address: email, ip: '192.0.2.1', user_agent: 'a device' });
  const list = async (role: string, args: CallArguments) =>
    ((await ask(role, 'list_refusals', args)).refusals as Rows).map((row) => [
      row.code,
      row.user_id,
      row.ip,
      row.user_agent,
      row.request_id,
    ]);
  const everything = [['user_banned', id, '192.0.2.1', 'a device', request_id]];
  for (const args of [
    {},
    { ip: '' },
    { code: 'user_banned' },
    { route: '/token' },
    { user_id: '', address: '', request_id: '' },
  ]) {
    assert.equal(await list('helper', args), [['user_banned', null, null, null, null]], JSON.stringify(args));
    assert.equal(await list('viewer', args), everything, JSON.stringify(args));
  }
  for (const args of [{ user_id: id }, { address: email }, { request_id }])
    for (const also of [{}, { ip: '192.0.2.0/24' }])
      assert.equal(await list('helper', { ...args, ...also }), everything, JSON.stringify(args));
});

test('a list that hides IP addresses cannot be searched by one, because its rows would then reveal the address', async () => {
  const { id } = await createConfirmedPerson(sql_api);
  await refuse({ user_id: id, ip: '198.51.100.77' });
  const check = async (name: string, args: CallArguments) => {
    const { refused } = await ask('helper', name, args);
    const { message } = (refused ?? {}) as { message?: string };
    assert.is(message, 'The role does not have the right list', `${name} ${JSON.stringify(args)}`);
  };
  for (const ip of ['198.51.100.77', '128.0.0.0/1', '0.0.0.0/0', '::/0', 'x']) {
    for (const also of [{}, { code: 'user_banned' }, { user_id: '', address: '', request_id: '' }])
      await check('list_refusals', { ip, ...also });
    for (const name of ['list_all_sessions', 'list_audit']) await check(name, { ip });
  }
  assert.is(((await ask('viewer', 'list_refusals', { ip: '198.51.100.77' })).refusals as Rows).length, 1);
  const other = await createConfirmedPerson(sql_api);
  assert.equal((await ask('helper', 'list_refusals', { ip: '198.51.100.77', user_id: other.id })).refusals, []);
});

test('a filter by a text that is no address, such as +, finds nothing, and needs no right to list', async () => {
  const { email } = await createConfirmedPerson(sql_api);
  await refuse({ address: email }, { address: '+' });
  await sql`insert into auth.suppressions (address, reason, created_at) values (${email}, 'bounced', now())`;
  for (const [name, list] of Object.entries({
    list_refusals: 'refusals',
    list_messages: 'messages',
    list_suppressions: 'suppressions',
  }))
    for (const role of ['helper', 'viewer']) {
      assert.ok(((await ask('viewer', name)) as Record<string, Rows>)[list]?.length, `${name} has rows`);
      for (const address of ['+', ' ', '+ '])
        assert.equal((await ask(role, name, { address }))[list], [], `${name} of ${address} as ${role}`);
    }
});

test('an export names the users on whom its user acted only to roles that may list users', async () => {
  const user = await createConfirmedPerson(sql_api);
  const support = await createConfirmedPerson(sql_api);
  await sql`update auth.users set role = 'helper' where id = ${support.id}`;
  const log = (action: string, traits: object | null) => sql`
    select auth_lib.audit(u, array[${action}], ${traits === null ? null : sql.json(traits as never)},
      ${sql.json({ ip: '192.0.2.9', user_agent: 'desk', request_id: action })})
    from auth.users as u where u.id = ${support.id}`;
  await log('webhook_event_retried', { user_id: user.id });
  await log('password_changed', null);
  const claims = { sub: support.id, role: 'helper', aal: 'aal2' };
  const own = await sql_api.call('export_own_data', { claims, cursor: null, settings: STAFF });
  const entries = (found: CallResult) =>
    Object.fromEntries((found.audit_log as Rows).map((row) => [String(row.actions), [row.traits, row.request_id]]));
  assert.equal(entries(own).webhook_event_retried, [null, null]);
  assert.equal(entries(own).password_changed, [null, 'password_changed']);
  assert.not.match(JSON.stringify(own), user.id);
  const whole = await ask('service_role', 'export_user', { user_id: support.id, cursor: null });
  assert.equal(entries(whole).webhook_event_retried, [{ user_id: user.id }, 'webhook_event_retried']);
});

test('a timeline does not show support which administrator acted, nor on whom the user acted', async () => {
  const boss = await createConfirmedPerson(sql_api);
  const user = await createConfirmedPerson(sql_api);
  const log = (action: string, actor: string, traits: object | null) => sql`
    select auth_lib.audit(u, array[${action}], ${traits === null ? null : sql.json(traits as never)},
      ${sql.json({ ip: '192.0.2.9', user_agent: 'desk', request_id: action })})
    from auth.users as u where u.id = ${actor}`;
  await log('user_modified', boss.id, { user_id: user.id, user_email: user.email, changed: ['role'] });
  await log('address_suppressed', boss.id, { address: user.email });
  await log('password_changed', boss.id, null);
  const timeline = async (role: string, user_id: string) => {
    const { entries } = await ask(role, 'get_timeline', { user_id, kind: 'audit' });
    const own = (entries as Rows).filter(({ what }) =>
      ['user_modified', 'address_suppressed', 'password_changed'].includes(String(what)),
    );
    return Object.fromEntries(
      own.map(({ what, actor, ip, user_agent, request_id, details }) => [
        what,
        [actor, ip, user_agent, request_id, details],
      ]),
    );
  };
  const details = { user_id: user.id, user_email: user.email, changed: ['role'] };
  assert.equal(await timeline('helper', user.id), { user_modified: [null, null, null, null, details] });
  assert.equal(await timeline('viewer', user.id), {
    user_modified: [boss.email, '192.0.2.9', 'desk', 'user_modified', details],
  });
  const seen = await timeline('helper', boss.id);
  assert.equal(seen.user_modified, [boss.email, '192.0.2.9', 'desk', null, null]);
  assert.equal(seen.address_suppressed, [boss.email, '192.0.2.9', 'desk', null, null]);
  assert.equal(seen.password_changed, [boss.email, '192.0.2.9', 'desk', 'password_changed', null]);
  assert.not.match(JSON.stringify(seen), user.id);
});

test.run();
