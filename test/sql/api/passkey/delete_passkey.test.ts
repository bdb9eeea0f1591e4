// Tests of delete_passkey.
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

test('deletes a passkey, and audits the deletion', async () => {
  const { claims, id: actor_id } = await createConfirmedPerson(sql_api);
  const { id: passkey_id } = await registerPasskey(sql_api, { claims });
  assert.equal(await sql_api.call('delete_passkey', own(claims, { passkey_id })), {});
  assert.equal(await sql_api.audited(), { actions: ['passkey_deleted'], traits: { passkey_id }, actor_id });
  assert.equal(await sql_api.call('list_passkeys', { claims, settings: settings() }), []);
});

test('rejects an invalid id, an unknown passkey and another user’s; anonymous users and ended sessions', async () => {
  const [person, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const { id } = await registerPasskey(sql_api, other);
  for (const passkey_id of ['x', randomUUID(), id])
    await sql_api.refused('delete_passkey', own(person.claims, { passkey_id }), PASSKEY_NOT_FOUND);
  const theirs = own(other.claims, { passkey_id: id });
  await sql_api.db.sql`update auth.users set is_anonymous = true where id = ${other.id}`;
  await sql_api.refused('delete_passkey', theirs, ANONYMOUS);
  await sql_api.db.sql`update auth.users set is_anonymous = false where id = ${other.id}`;
  await sql_api.call('sign_out', { claims: other.claims, scope: 'global', settings: settings(), client });
  await sql_api.refused('delete_passkey', theirs, SESSION_ENDED);
});

test('a user with a second factor needs aal2', async () => {
  const person = await createConfirmedPerson(sql_api);
  const { id } = await registerPasskey(sql_api, person);
  await addSecondFactor(sql_api, person);
  const args = own(person.claims, { passkey_id: id });
  await sql_api.refused('delete_passkey', args, NEEDS_AAL2);
  const claims = await raiseSession(sql_api, person);
  await sql_api.refused('delete_passkey', args, NEEDS_AAL2);
  assert.is((await sql_api.call('delete_passkey', { ...args, claims })).refused, undefined);
});

test.run();
