// delete_user_passkey: deletes a user's passkey, for administrators.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, confirmed, openSurface, settings } from '../../../support/database/surface.ts';
import { registered, UNKNOWN } from '../passkey/ceremony.ts';
import { ADMIN, NO_IDS, NOT_FOUND, NOT_UUID, refusesStrangers } from './admin.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const args = { claims: ADMIN, settings: settings() };

test('administrators only; rejects an invalid id and an unknown user', async () => {
  await refusesStrangers(surface, 'delete_user_passkey', { user_id: 'x' });
  for (const user_id of NO_IDS) await surface.refused('delete_user_passkey', { ...args, user_id }, NOT_UUID);
  await surface.refused('delete_user_passkey', { ...args, user_id: randomUUID() }, NOT_FOUND);
});

test('deletes one, and the log names its user', async () => {
  const [person, other] = [await confirmed(surface), await confirmed(surface)];
  const { id: passkey_id } = await registered(surface, person);
  const foreign = await registered(surface, other);
  const user_id = person.id;
  for (const unknown of ['x', randomUUID(), foreign.id])
    await surface.refused('delete_user_passkey', { ...args, user_id, passkey_id: unknown, client }, UNKNOWN);
  assert.equal(await surface.call('delete_user_passkey', { ...args, user_id, passkey_id, client }), {});
  assert.equal(await surface.rows('auth.passkeys', `t.user_id = '${user_id}'`), []);
  const audited = await surface.audited();
  assert.equal(audited?.actions, ['passkey_deleted']);
  assert.equal(audited?.traits, { user_id, user_email: person.email, user_phone: '', passkey_id });
});

test.run();
