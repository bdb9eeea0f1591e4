// count_nonce_attempt and its result in update_user: the nonce of a user without an e-mail address, if the SMS gateway generates
// the codes.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Args,
  client,
  code_keys,
  codeOf,
  confirmed,
  openSurface,
  sentToken,
} from '../../../support/database/surface.ts';
import { confirmedPhone, phones } from '../../phone.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const password = 'quite another';
const by = (more: Args = {}) =>
  phones({ sms_provider: 'twilio_verify', security_update_password_require_reauthentication: true, ...more });
const take = (args: Args) =>
  surface.call('count_nonce_attempt', { password, nonce: '123456', link: {}, settings: by(), ...args });
const update = (args: Args) =>
  surface.call('update_user', { password, nonce: '123456', code_keys, settings: by(), client, ...args });
const NOTHING = { token_id: null, to: null };
const INVALID = {
  refused: { status: 422, code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' },
};

/** Creates a user who has requested a nonce by SMS. */
async function userWithNonce() {
  const person = await confirmedPhone(surface);
  await surface.advance(61);
  await surface.call('reauthenticate', { claims: person.claims, settings: by(), client });
  const token = await sentToken(surface, person.id, 'reauthentication');
  return { ...person, token, token_id: token.id };
}

test('counts an attempt and returns it for checking; approved, it allows one new password', async () => {
  const { claims, phone, id, token_id } = await userWithNonce();
  assert.equal(await take({ claims }), { token_id, to: phone });
  const count = async () =>
    (await surface.db.sql`select missed from auth.attempts where digest = auth_lib.attempt_digest('account', ${id})`)[0]
      ?.missed.length;
  assert.is(await count(), 1);
  assert.equal(await update({ claims, vouched: { token_id, approved: false } }), INVALID);
  assert.is((await update({ claims, vouched: { token_id, approved: true } })).id, id);
  assert.is(await count(), 0);
  assert.equal(await update({ claims, password: 'a third one', vouched: { token_id, approved: true } }), INVALID);
});

test("an approval for another user's token: rejected", async () => {
  const [one, other] = [await userWithNonce(), await userWithNonce()];
  assert.equal(await update({ claims: one.claims, vouched: { token_id: other.token_id, approved: true } }), INVALID);
});

test('our own code is invalid; after five attempts nothing is checked', async () => {
  const { claims, token, token_id, phone } = await userWithNonce();
  assert.equal(await update({ claims, nonce: codeOf(token) }), INVALID);
  for (let n = 0; n < 4; n += 1) assert.equal(await take({ claims }), { token_id, to: phone });
  assert.equal(await take({ claims }), NOTHING);
});

test('nothing to check: no nonce is needed, the request is rejected, or the nonce was mailed', async () => {
  const { claims, id } = await userWithNonce();
  const no_need = by({ security_update_password_require_reauthentication: false });
  assert.equal(await take({ claims, settings: no_need }), {});
  assert.equal(await take({ claims, settings: by({ sms_provider: 'twilio' }) }), {});
  assert.equal(await take({ claims, password: null }), {});
  assert.equal(await take({ claims, password: 'x' }), {});
  assert.equal(await take({ claims, nonce: '' }), {});
  assert.equal(await take({ claims, app_metadata: {} }), {});
  assert.equal(await take({ claims, link: { code_challenge: 'short' } }), {});
  assert.equal(await take({ claims: { sub: 'x' } }), {});
  const mail = await confirmed(surface);
  assert.equal(await take({ claims: { ...claims, sub: mail.id } }), {});
  const [token] = await surface.rows('auth.one_time_tokens', `user_id = '${id}'`);
  assert.is(token?.attempts, 0);
});

test.run();
