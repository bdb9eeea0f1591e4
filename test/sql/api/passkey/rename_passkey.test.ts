// Tests of rename_passkey.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import {
  ANONYMOUS,
  addSecondFactor,
  NEEDS_AAL2,
  PASSKEY_NOT_FOUND,
  raiseSession,
  registerPasskey,
  SESSION_ENDED,
} from './ceremony.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const own = (claims: object, more: object) => ({ claims, settings: settings(), client, ...more });

test('1 to 120 characters', async () => {
  const { claims, id: actor_id } = await createConfirmedPerson(sql_api);
  const { id: passkey_id, answer } = await registerPasskey(sql_api, { claims });
  for (const [friendly_name, message] of [
    [null, 'friendly_name is required'],
    ['', 'friendly_name is required'],
    ['x'.repeat(121), 'friendly_name must be 120 characters or less'],
  ]) {
    const args = own(claims, { passkey_id, friendly_name });
    await sql_api.refused('rename_passkey', args, [400, 'validation_failed', String(message)]);
  }
  const friendly_name = 'ß'.repeat(120);
  const renamed = await sql_api.call('rename_passkey', own(claims, { passkey_id, friendly_name }));
  assert.equal(renamed, { ...answer, friendly_name });
  assert.equal(await sql_api.audited(), { actions: ['passkey_updated'], traits: { passkey_id }, actor_id });
});

test('rejects an invalid id, an unknown passkey and another user’s; anonymous users and ended sessions', async () => {
  const [person, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const { id } = await registerPasskey(sql_api, other);
  for (const passkey_id of ['x', randomUUID(), id])
    await sql_api.refused(
      'rename_passkey',
      own(person.claims, { passkey_id, friendly_name: 'mine' }),
      PASSKEY_NOT_FOUND,
    );
  const theirs = own(other.claims, { passkey_id: id, friendly_name: 'mine' });
  await sql_api.db.sql`update auth.users set is_anonymous = true where id = ${other.id}`;
  await sql_api.refused('rename_passkey', theirs, ANONYMOUS);
  await sql_api.db.sql`update auth.users set is_anonymous = false where id = ${other.id}`;
  await sql_api.call('sign_out', { claims: other.claims, scope: 'global', settings: settings(), client });
  await sql_api.refused('rename_passkey', theirs, SESSION_ENDED);
});

test('a user with a second factor needs aal2, and an older token of the same session is not enough', async () => {
  const person = await createConfirmedPerson(sql_api);
  const { id } = await registerPasskey(sql_api, person);
  await addSecondFactor(sql_api, person);
  const args = own(person.claims, { passkey_id: id, friendly_name: 'x' });
  await sql_api.refused('rename_passkey', args, NEEDS_AAL2);
  const claims = await raiseSession(sql_api, person);
  await sql_api.refused('rename_passkey', args, NEEDS_AAL2);
  assert.is((await sql_api.call('rename_passkey', { ...args, claims })).refused, undefined);
});

test.run();
