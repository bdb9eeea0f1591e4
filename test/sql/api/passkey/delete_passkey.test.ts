// delete_passkey: the owner deletes a passkey.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, confirmed, openSurface, settings } from '../../../support/database/surface.ts';
import { ANONYMOUS, ENDED, NEEDS_AAL2, raiseSession, registered, UNKNOWN, withSecondFactor } from './ceremony.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const own = (claims: object, more: object) => ({ claims, settings: settings(), client, ...more });

test('deletes it, and audits that', async () => {
  const { claims, id: actor_id } = await confirmed(surface);
  const { id: passkey_id } = await registered(surface, { claims });
  assert.equal(await surface.call('delete_passkey', own(claims, { passkey_id })), {});
  assert.equal(await surface.audited(), { actions: ['passkey_deleted'], traits: { passkey_id }, actor_id });
  assert.equal(await surface.call('list_passkeys', { claims, settings: settings() }), []);
});

test('rejects an invalid id, an unknown passkey and another user’s; anonymous users and ended sessions', async () => {
  const [person, other] = [await confirmed(surface), await confirmed(surface)];
  const { id } = await registered(surface, other);
  for (const passkey_id of ['x', randomUUID(), id])
    await surface.refused('delete_passkey', own(person.claims, { passkey_id }), UNKNOWN);
  const theirs = own(other.claims, { passkey_id: id });
  await surface.db.sql`update auth.users set is_anonymous = true where id = ${other.id}`;
  await surface.refused('delete_passkey', theirs, ANONYMOUS);
  await surface.db.sql`update auth.users set is_anonymous = false where id = ${other.id}`;
  await surface.call('sign_out', { claims: other.claims, scope: 'global', settings: settings(), client });
  await surface.refused('delete_passkey', theirs, ENDED);
});

test('a user with a second factor needs aal2', async () => {
  const person = await confirmed(surface);
  const { id } = await registered(surface, person);
  await withSecondFactor(surface, person);
  const args = own(person.claims, { passkey_id: id });
  await surface.refused('delete_passkey', args, NEEDS_AAL2);
  const claims = await raiseSession(surface, person);
  await surface.refused('delete_passkey', args, NEEDS_AAL2);
  assert.is((await surface.call('delete_passkey', { ...args, claims })).refused, undefined);
});

test.run();
