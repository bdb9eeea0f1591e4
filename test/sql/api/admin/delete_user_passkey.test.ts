// Tests of delete_user_passkey.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { PASSKEY_NOT_FOUND, registerPasskey } from '../passkey/ceremony.ts';
import { ADMIN, assertAdministratorsOnly, INVALID_IDS, NOT_FOUND, NOT_UUID } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const args = { claims: ADMIN, settings: settings() };

test('administrators only; rejects an invalid id and an unknown user', async () => {
  await assertAdministratorsOnly(sql_api, 'delete_user_passkey', { user_id: 'x' });
  for (const user_id of INVALID_IDS) await sql_api.refused('delete_user_passkey', { ...args, user_id }, NOT_UUID);
  await sql_api.refused('delete_user_passkey', { ...args, user_id: randomUUID() }, NOT_FOUND);
});

test('deletes one, and the log names its user', async () => {
  const [person, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const { id: passkey_id } = await registerPasskey(sql_api, person);
  const foreign = await registerPasskey(sql_api, other);
  const user_id = person.id;
  for (const unknown of ['x', randomUUID(), foreign.id])
    await sql_api.refused('delete_user_passkey', { ...args, user_id, passkey_id: unknown, client }, PASSKEY_NOT_FOUND);
  assert.equal(await sql_api.call('delete_user_passkey', { ...args, user_id, passkey_id, client }), {});
  assert.equal(await sql_api.rows('auth.passkeys', `t.user_id = '${user_id}'`), []);
  const audited = await sql_api.audited();
  assert.equal(audited?.actions, ['passkey_deleted']);
  assert.equal(audited?.traits, { user_id, user_email: person.email, user_phone: '', passkey_id });
});

test.run();
