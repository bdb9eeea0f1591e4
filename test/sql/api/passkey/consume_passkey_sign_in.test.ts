// consume_passkey_sign_in: consumes the challenge of a sign-in once, and finds the key for it.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { confirmed, type Expected, openSurface } from '../../../support/database/surface.ts';
import { challenged, EXPIRED, INCOMPLETE, NOT_FOUND, newId, REFUSED, registered, UNREADABLE } from './ceremony.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('consumes a challenge once and returns the key; an unknown credential and another user’s are a wrong signature', async () => {
  for (const [args, refused] of INCOMPLETE) await surface.refused('consume_passkey_sign_in', args, refused);
  const person = await confirmed(surface);
  const { credential_id, id } = await registered(surface, person);
  const asked = async (credential: object) => ({ challenge_id: await challenged(surface), credential });
  const right = await asked({ id: credential_id, user_handle: person.id });
  const { challenge, public_key, passkey } = await surface.call('consume_passkey_sign_in', right);
  assert.is(String(challenge).length, 43);
  assert.is(String(public_key).length, 154);
  assert.equal(passkey, { user_id: person.id, id });
  await surface.refused('consume_passkey_sign_in', right, NOT_FOUND);

  const others = { challenge_id: await challenged(surface, person), credential: right.credential };
  await surface.refused('consume_passkey_sign_in', others, NOT_FOUND);
  const handle: Expected = [400, 'validation_failed', 'Invalid user handle in assertion'];
  const refusals: [object, Expected][] = [
    [{}, UNREADABLE],
    [{ id: credential_id, user_handle: null }, handle],
    [{ id: credential_id, user_handle: 'x' }, handle],
    [{ id: newId(), user_handle: person.id }, REFUSED],
    [{ id: credential_id, user_handle: randomUUID() }, REFUSED],
    [{ id: credential_id, user_handle: (await confirmed(surface)).id }, REFUSED],
  ];
  for (const [credential, refused] of refusals) {
    await surface.refused('consume_passkey_sign_in', await asked(credential), refused, ['passkey_challenges']);
  }
  const late = await asked(right.credential);
  await surface.advance(301);
  await surface.refused('consume_passkey_sign_in', late, EXPIRED, ['passkey_challenges']);
});

test.run();
