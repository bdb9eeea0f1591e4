// Tests of get_user_by_id.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN, assertAdministratorsOnly, INVALID_IDS, NOT_FOUND, NOT_UUID, uuidSpellings } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const args = { claims: ADMIN, settings: settings() };
const show = (user_id: string) => sql_api.call('get_user_by_id', { ...args, user_id });

test('administrators only; rejects an invalid id, and an unknown user', async () => {
  await assertAdministratorsOnly(sql_api, 'get_user_by_id', { user_id: 'x' });
  for (const user_id of [...INVALID_IDS, null]) await sql_api.refused('get_user_by_id', { ...args, user_id }, NOT_UUID);
  await sql_api.refused('get_user_by_id', { ...args, user_id: randomUUID() }, NOT_FOUND);
});

test("equals the user's own view, for every spelling of its id; nothing is written", async () => {
  const person = await createConfirmedPerson(sql_api);
  const itself = await sql_api.call('get_user', { claims: person.claims, settings: settings() });
  const tables = await sql_api.changes(async () => {
    for (const spelling of uuidSpellings(person.id)) assert.equal(await show(spelling), itself, spelling);
  });
  assert.equal(tables, []);
});

test('of any audience, banned or soft-deleted', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`
    update auth.users set aud = 'elsewhere', banned_until = '2031-05-01 11:00+00', deleted_at = '2031-05-01 11:30:00.5+00'
    where id = ${person.id}`;
  const user = await show(person.id);
  assert.is(user.aud, 'elsewhere');
  assert.is(user.banned_until, '2031-05-01T11:00:00.0Z', 'visible after it has passed');
  assert.is(user.deleted_at, '2031-05-01T11:30:00.5Z');
});

test('the support role reads whether it may act on the account', async () => {
  const support = { claims: { role: 'helper' }, settings: settings({ jwt_support_roles: ['helper'] }) };
  const person = await createConfirmedPerson(sql_api);
  const roles = { authenticated: false, helper: true, service_role: true };
  for (const [role, is_privileged] of Object.entries(roles)) {
    await sql_api.db.sql`update auth.users set role = ${role} where id = ${person.id}`;
    assert.is((await sql_api.call('get_user_by_id', { ...support, user_id: person.id })).is_privileged, is_privileged);
    assert.is((await show(person.id)).is_privileged, undefined, 'an administrator may act on every account');
  }
});

test.run();
