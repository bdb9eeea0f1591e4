// list_passkeys: the user's own passkeys, oldest first.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, confirmed, openSurface, settings } from '../../../support/database/surface.ts';
import { registered } from './ceremony.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('the own ones, oldest first, with the time of their last use', async () => {
  const [person, other] = [await confirmed(surface), await confirmed(surface)];
  const list = () => surface.call('list_passkeys', { claims: person.claims, settings: settings() });
  assert.equal(await list(), []);
  const first = await registered(surface, person);
  await surface.advance(1);
  const second = await registered(surface, person);
  await registered(surface, other);
  const passkey = { user_id: person.id, id: second.id, sign_count: 1, backed_up: false };
  await surface.call('sign_in_with_passkey', { passkey, settings: settings(), client });
  assert.equal(await list(), [first.answer, { ...second.answer, last_used_at: surface.now() }]);
});

test.run();
