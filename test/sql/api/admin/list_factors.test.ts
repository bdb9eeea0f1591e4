// list_factors: the factors of any user, for administrators, without secrets.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Answer, confirmed, openSurface, settings } from '../../../support/database/surface.ts';
import { protectedPerson } from '../factor/factors.ts';
import { ADMIN, NO_IDS, NOT_FOUND, NOT_UUID, refusesStrangers } from './admin.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('administrators only; ids are checked next', async () => {
  await refusesStrangers(surface, 'list_factors', { user_id: 'x' });
  const args = { claims: ADMIN, settings: settings() };
  for (const user_id of [...NO_IDS, null]) await surface.refused('list_factors', { ...args, user_id }, NOT_UUID);
  await surface.refused('list_factors', { ...args, user_id: randomUUID() }, NOT_FOUND);
});

test('none, and one', async () => {
  const list = ({ id }: { id: string }) =>
    surface.call('list_factors', { claims: ADMIN, user_id: id, settings: settings() });
  assert.equal(await list(await confirmed(surface)), []);
  const person = await protectedPerson(surface);
  const now = surface.now();
  assert.equal((await list(person)) as unknown as Answer[], [
    {
      id: person.app.id,
      status: 'verified',
      created_at: now,
      updated_at: now,
      factor_type: 'totp',
      last_challenged_at: now,
    },
  ]);
});

test.run();
