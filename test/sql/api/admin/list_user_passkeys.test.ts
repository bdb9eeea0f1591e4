// Tests of list_user_passkeys.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { registerPasskey } from '../passkey/ceremony.ts';
import { ADMIN, assertAdministratorsOnly, INVALID_IDS, NOT_FOUND, NOT_UUID } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const args = { claims: ADMIN, settings: settings() };

test('administrators only; rejects an invalid id and an unknown user', async () => {
  await assertAdministratorsOnly(sql_api, 'list_user_passkeys', { user_id: 'x' });
  for (const user_id of INVALID_IDS) await sql_api.refused('list_user_passkeys', { ...args, user_id }, NOT_UUID);
  await sql_api.refused('list_user_passkeys', { ...args, user_id: randomUUID() }, NOT_FOUND);
});

test('equals the user’s own list', async () => {
  const person = await createConfirmedPerson(sql_api);
  const list = () => sql_api.call('list_user_passkeys', { ...args, user_id: person.id });
  assert.equal(await list(), []);
  const { answer } = await registerPasskey(sql_api, person);
  await registerPasskey(sql_api, await createConfirmedPerson(sql_api));
  assert.equal(await list(), [answer]);
});

test.run();
