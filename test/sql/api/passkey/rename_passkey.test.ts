// rename_passkey: the owner renames a passkey.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, confirmed, openSurface, settings } from '../../../support/database/surface.ts';
import { ANONYMOUS, ENDED, NEEDS_AAL2, raiseSession, registered, UNKNOWN, withSecondFactor } from './ceremony.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const own = (claims: object, more: object) => ({ claims, settings: settings(), client, ...more });

test('1 to 120 characters', async () => {
  const { claims, id: actor_id } = await confirmed(surface);
  const { id: passkey_id, answer } = await registered(surface, { claims });
  for (const [friendly_name, message] of [
    [null, 'friendly_name is required'],
    ['', 'friendly_name is required'],
    ['x'.repeat(121), 'friendly_name must be 120 characters or less'],
  ]) {
    const args = own(claims, { passkey_id, friendly_name });
    await surface.refused('rename_passkey', args, [400, 'validation_failed', String(message)]);
  }
  const friendly_name = 'ß'.repeat(120);
  const renamed = await surface.call('rename_passkey', own(claims, { passkey_id, friendly_name }));
  assert.equal(renamed, { ...answer, friendly_name });
  assert.equal(await surface.audited(), { actions: ['passkey_updated'], traits: { passkey_id }, actor_id });
});

test('rejects an invalid id, an unknown passkey and another user’s; anonymous users and ended sessions', async () => {
  const [person, other] = [await confirmed(surface), await confirmed(surface)];
  const { id } = await registered(surface, other);
  for (const passkey_id of ['x', randomUUID(), id])
    await surface.refused('rename_passkey', own(person.claims, { passkey_id, friendly_name: 'mine' }), UNKNOWN);
  const theirs = own(other.claims, { passkey_id: id, friendly_name: 'mine' });
  await surface.db.sql`update auth.users set is_anonymous = true where id = ${other.id}`;
  await surface.refused('rename_passkey', theirs, ANONYMOUS);
  await surface.db.sql`update auth.users set is_anonymous = false where id = ${other.id}`;
  await surface.call('sign_out', { claims: other.claims, scope: 'global', settings: settings(), client });
  await surface.refused('rename_passkey', theirs, ENDED);
});

test('a user with a second factor needs aal2, and an older token of the same session is not enough', async () => {
  const person = await confirmed(surface);
  const { id } = await registered(surface, person);
  await withSecondFactor(surface, person);
  const args = own(person.claims, { passkey_id: id, friendly_name: 'x' });
  await surface.refused('rename_passkey', args, NEEDS_AAL2);
  const claims = await raiseSession(surface, person);
  await surface.refused('rename_passkey', args, NEEDS_AAL2);
  assert.is((await surface.call('rename_passkey', { ...args, claims })).refused, undefined);
});

test.run();
