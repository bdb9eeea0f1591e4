// count_nonce_attempt counts an attempt at the nonce of a user without an e-mail address, if Twilio Verify generates
// the codes. update_user then uses the result.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  code_keys,
  codeOf,
  createConfirmedPerson,
  findSentToken,
  openSqlApi,
} from '../../../support/database/sql_api.ts';
import { createConfirmedPhone, phoneSettings } from '../../phone.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const password = 'quite another';
const by = (more: CallArguments = {}) =>
  phoneSettings({ sms_provider: 'twilio_verify', security_update_password_require_reauthentication: true, ...more });
const take = (args: CallArguments) =>
  sql_api.call('count_nonce_attempt', { password, nonce: '123456', link: {}, settings: by(), ...args });
const update = (args: CallArguments) =>
  sql_api.call('update_user', { password, nonce: '123456', code_keys, settings: by(), client, ...args });
const NOTHING = { token_id: null, to: null };
const INVALID = {
  refused: { status: 422, code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' },
};

/** Creates a user who has requested a nonce by SMS. */
async function createUserWithNonce() {
  const person = await createConfirmedPhone(sql_api);
  await sql_api.advance(61);
  await sql_api.call('reauthenticate', { claims: person.claims, settings: by(), client });
  const token = await findSentToken(sql_api, person.id, 'reauthentication');
  return { ...person, token, token_id: token.id };
}

test('counts an attempt and returns it for checking; approved, it allows one new password', async () => {
  const { claims, phone, id, token_id } = await createUserWithNonce();
  assert.equal(await take({ claims }), { token_id, to: phone });
  const count = async () =>
    (await sql_api.db.sql`select missed from auth.attempts where digest = auth_lib.attempt_digest('account', ${id})`)[0]
      ?.missed.length;
  assert.is(await count(), 1);
  assert.equal(await update({ claims, gateway_verdict: { token_id, approved: false } }), INVALID);
  assert.is((await update({ claims, gateway_verdict: { token_id, approved: true } })).id, id);
  assert.is(await count(), 0);
  assert.equal(
    await update({ claims, password: 'a third one', gateway_verdict: { token_id, approved: true } }),
    INVALID,
  );
});

test("an approval for another user's token: rejected", async () => {
  const [one, other] = [await createUserWithNonce(), await createUserWithNonce()];
  assert.equal(
    await update({ claims: one.claims, gateway_verdict: { token_id: other.token_id, approved: true } }),
    INVALID,
  );
});

test('our own code is invalid; after five attempts nothing is checked', async () => {
  const { claims, token, token_id, phone } = await createUserWithNonce();
  assert.equal(await update({ claims, nonce: codeOf(token) }), INVALID);
  for (let n = 0; n < 4; n += 1) assert.equal(await take({ claims }), { token_id, to: phone });
  assert.equal(await take({ claims }), NOTHING);
});

test('nothing to check: no nonce is needed, the request is rejected, or the nonce was mailed', async () => {
  const { claims, id } = await createUserWithNonce();
  const no_need = by({ security_update_password_require_reauthentication: false });
  assert.equal(await take({ claims, settings: no_need }), {});
  assert.equal(await take({ claims, settings: by({ sms_provider: 'twilio' }) }), {});
  assert.equal(await take({ claims, password: null }), {});
  assert.equal(await take({ claims, password: 'x' }), {});
  assert.equal(await take({ claims, nonce: '' }), {});
  assert.equal(await take({ claims, app_metadata: {} }), {});
  assert.equal(await take({ claims, link: { code_challenge: 'short' } }), {});
  assert.equal(await take({ claims: { sub: 'x' } }), {});
  const mail = await createConfirmedPerson(sql_api);
  assert.equal(await take({ claims: { ...claims, sub: mail.id } }), {});
  const [token] = await sql_api.rows('auth.one_time_tokens', `user_id = '${id}'`);
  assert.is(token?.attempts, 0);
});

test.run();
