// list_user_passkeys: a user's passkeys, for administrators.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { confirmed, openSurface, settings } from '../../../support/database/surface.ts';
import { registered } from '../passkey/ceremony.ts';
import { ADMIN, NO_IDS, NOT_FOUND, NOT_UUID, refusesStrangers } from './admin.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const args = { claims: ADMIN, settings: settings() };

test('administrators only; rejects an invalid id and an unknown user', async () => {
  await refusesStrangers(surface, 'list_user_passkeys', { user_id: 'x' });
  for (const user_id of NO_IDS) await surface.refused('list_user_passkeys', { ...args, user_id }, NOT_UUID);
  await surface.refused('list_user_passkeys', { ...args, user_id: randomUUID() }, NOT_FOUND);
});

test('equals the user’s own list', async () => {
  const person = await confirmed(surface);
  const list = () => surface.call('list_user_passkeys', { ...args, user_id: person.id });
  assert.equal(await list(), []);
  const { answer } = await registered(surface, person);
  await registered(surface, await confirmed(surface));
  assert.equal(await list(), [answer]);
});

test.run();
