// Listing, renaming and deleting one's own passkeys.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, confirmed, type Expected, openSurface, settings } from '../../../support/surface.ts';
import { ANONYMOUS, registered, UNKNOWN } from './ceremony.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const own = (claims: object, more: object = {}) => ({ claims, settings: settings(), client, ...more });
const list = ({ claims }: { claims: object }) => surface.call('list_passkeys', { claims, settings: settings() });

test('the own ones, the oldest first; a new name; gone', async () => {
  const [person, other] = [await confirmed(surface), await confirmed(surface)];
  assert.equal(await list(person), []);
  const first = await registered(surface, person);
  await surface.advance(1);
  const second = await registered(surface, person);
  await registered(surface, other);
  const passkey = { user_id: person.id, id: second.id, sign_count: 1, backed_up: false };
  await surface.call('sign_in_with_passkey', { passkey, settings: settings(), client });
  assert.equal(await list(person), [first.answer, { ...second.answer, last_used_at: surface.now() }]);

  const friendly_name = 'ß'.repeat(120);
  const renamed = await surface.call('rename_passkey', own(person.claims, { passkey_id: first.id, friendly_name }));
  assert.equal(renamed, { ...first.answer, friendly_name });
  const traits = { passkey_id: first.id };
  assert.equal(await surface.audited(), { actions: ['passkey_updated'], traits, actor_id: person.id });

  assert.equal(await surface.call('delete_passkey', own(person.claims, { passkey_id: first.id })), {});
  assert.equal(await surface.audited(), { actions: ['passkey_deleted'], traits, actor_id: person.id });
  assert.is(((await list(person)) as unknown as object[]).length, 1);
});

test('V12: no id, nobody’s and somebody else’s are not found; names have 1 to 120 characters', async () => {
  const [person, other] = [await confirmed(surface), await confirmed(surface)];
  const { id } = await registered(surface, other);
  for (const passkey_id of ['x', randomUUID(), id]) {
    const args = own(person.claims, { passkey_id });
    await surface.refused('delete_passkey', args, UNKNOWN);
    await surface.refused('rename_passkey', { ...args, friendly_name: 'mine' }, UNKNOWN);
  }
  const name = (friendly_name: string | null, message: string) =>
    surface.refused('rename_passkey', own(other.claims, { passkey_id: id, friendly_name }), [
      400,
      'validation_failed',
      message,
    ]);
  await name(null, 'friendly_name is required');
  await name('', 'friendly_name is required');
  await name('x'.repeat(121), 'friendly_name must be 120 characters or less');
});

test('V12: not for anonymous users, nor with the token of a session that has ended', async () => {
  const person = await confirmed(surface);
  const { id } = await registered(surface, person);
  const args = own(person.claims, { passkey_id: id, friendly_name: 'x' });
  const { friendly_name: _, ...without } = args as typeof args & { friendly_name: string };
  await surface.db.sql`update auth.users set is_anonymous = true where id = ${person.id}`;
  await surface.refused('rename_passkey', args, ANONYMOUS);
  await surface.refused('delete_passkey', without, ANONYMOUS);
  await surface.db.sql`update auth.users set is_anonymous = false where id = ${person.id}`;
  await surface.call('sign_out', { claims: person.claims, scope: 'global', settings: settings(), client });
  const gone: Expected = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'];
  await surface.refused('rename_passkey', args, gone);
  await surface.refused('delete_passkey', without, gone);
});

test.run();
