// get_user_by_id: gets any user by id, in every spelling of a UUID.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { confirmed, openSurface, settings } from '../../../support/database/surface.ts';
import { ADMIN, NO_IDS, NOT_FOUND, NOT_UUID, refusesStrangers, spellings } from './admin.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const args = { claims: ADMIN, settings: settings() };
const show = (user_id: string) => surface.call('get_user_by_id', { ...args, user_id });

test('administrators only; rejects an invalid id, and an unknown user', async () => {
  await refusesStrangers(surface, 'get_user_by_id', { user_id: 'x' });
  for (const user_id of [...NO_IDS, null]) await surface.refused('get_user_by_id', { ...args, user_id }, NOT_UUID);
  await surface.refused('get_user_by_id', { ...args, user_id: randomUUID() }, NOT_FOUND);
});

test("equals the user's own view, for every spelling of its id; nothing is written", async () => {
  const person = await confirmed(surface);
  const itself = await surface.call('get_user', { claims: person.claims, settings: settings() });
  const tables = await surface.changes(async () => {
    for (const spelling of spellings(person.id)) assert.equal(await show(spelling), itself, spelling);
  });
  assert.equal(tables, []);
});

test('of any audience, banned or soft-deleted', async () => {
  const person = await confirmed(surface);
  await surface.db.sql`
    update auth.users set aud = 'elsewhere', banned_until = '2031-05-01 11:00+00', deleted_at = '2031-05-01 11:30:00.5+00'
    where id = ${person.id}`;
  const user = await show(person.id);
  assert.is(user.aud, 'elsewhere');
  assert.is(user.banned_until, '2031-05-01T11:00:00.0Z', 'visible after it has passed');
  assert.is(user.deleted_at, '2031-05-01T11:30:00.5Z');
});

test.run();
