// consume_passkey_registration: consumes the challenge of a registration once, for its user.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, confirmed, openSurface, type Person } from '../../../support/database/surface.ts';
import {
  ANONYMOUS,
  challenged,
  ENDED,
  EXPIRED,
  INCOMPLETE,
  NEEDS_AAL2,
  NOT_FOUND,
  site,
  UNREADABLE,
  withSecondFactor,
} from './ceremony.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const take = ({ claims }: Person, args: object) => ({ claims, settings: site(), ...args });
const sent = { id: '00', user_handle: null };

test('a challenge is consumed once, by its user, before it expires; a wrong answer consumes it', async () => {
  const [person, other] = [await confirmed(surface), await confirmed(surface)];
  for (const [args, refused] of INCOMPLETE)
    await surface.refused('consume_passkey_registration', take(person, args), refused);
  const challenge_id = await challenged(surface, person);
  const args = { challenge_id, credential: sent };
  await surface.refused('consume_passkey_registration', take(other, args), NOT_FOUND);
  const sign_in = { challenge_id: await challenged(surface), credential: sent };
  await surface.refused('consume_passkey_registration', take(person, sign_in), NOT_FOUND);
  const { challenge } = await surface.call('consume_passkey_registration', take(person, args));
  assert.is(Buffer.from(String(challenge), 'base64url').length, 32);
  await surface.refused('consume_passkey_registration', take(person, args), NOT_FOUND);

  const unreadable = take(person, { challenge_id: await challenged(surface, person), credential: {} });
  await surface.refused('consume_passkey_registration', unreadable, UNREADABLE, ['passkey_challenges']);
  await surface.refused('consume_passkey_registration', unreadable, NOT_FOUND);

  const late = take(person, { challenge_id: await challenged(surface, person), credential: sent });
  await surface.advance(301);
  await surface.refused('consume_passkey_registration', late, EXPIRED, ['passkey_challenges']);
});

test('rejects an anonymous user, and an ended session', async () => {
  const anonymous = await confirmed(surface);
  await surface.db.sql`update auth.users set is_anonymous = true where id = ${anonymous.id}`;
  const ended = await confirmed(surface);
  await surface.call('sign_out', { claims: ended.claims, scope: 'local', settings: site(), client });
  for (const [{ claims }, refused] of [
    [anonymous, ANONYMOUS],
    [ended, ENDED],
  ] as const)
    await surface.refused('consume_passkey_registration', { claims, settings: site() }, refused);
});

test('a user with a second factor needs aal2', async () => {
  const person = await confirmed(surface);
  const args = take(person, { challenge_id: await challenged(surface, person), credential: sent });
  await withSecondFactor(surface, person);
  await surface.refused('consume_passkey_registration', args, NEEDS_AAL2);
});

test.run();
