// count_phone_code_attempt counts each attempt before Twilio Verify checks the code. verify_token then consumes only
// the token for which the attempt was counted.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  type CallResult,
  client,
  code_keys,
  codeOf,
  findSentToken,
  openSqlApi,
} from '../../../support/database/sql_api.ts';
import { createConfirmedPhone, createUnconfirmedPhone, newPhone, phoneSettings } from '../../phone.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const TESTED = '49170999999';
const by = (more: CallArguments = {}) =>
  phoneSettings({ sms_provider: 'twilio_verify', sms_test_otp: { [TESTED]: '424242' }, ...more });
const take = (args: CallArguments) =>
  sql_api.call('count_phone_code_attempt', { type: 'sms', code: '123456', settings: by(), ...args });
const verify = (args: CallArguments) =>
  sql_api.call('verify_token', { type: 'sms', code: '123456', code_keys, settings: by(), client, ...args });
const NOTHING = { token_id: null, to: null };
const EXPIRED = { refused: { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' } };
const TOO_MANY = 'over_request_rate_limit';

/** Creates a user with a pending code. Returns the phone number, the id of the user and the id of the code's token. */
async function createPendingCode(): Promise<{ phone: string; id: string; token_id: string }> {
  const { phone, id } = await createUnconfirmedPhone(sql_api, { settings: by() });
  const token = await findSentToken(sql_api, id, 'sms');
  return { phone, id, token_id: token.id };
}
const attempts = async (id: string): Promise<unknown> =>
  (await sql_api.rows('auth.one_time_tokens', `user_id = '${id}'`))[0]?.attempts;
const missed = async (id: string, phone: string): Promise<unknown[]> => {
  const rows = await sql_api.db.sql`
    select cardinality(missed) as n from auth.attempts
    where digest in (auth_lib.attempt_digest('account', ${id}), auth_lib.attempt_digest('code', ${phone})) order by n`;
  return rows.map(({ n }) => n);
};

test('an attempt: the data to check, counted against token, account and number', async () => {
  const { phone, id, token_id } = await createPendingCode();
  let answer: CallResult = {};
  const tables = await sql_api.changes(async () => {
    answer = await take({ phone: `+${phone}` });
  });
  assert.equal(answer, { token_id, to: phone });
  assert.equal(tables, ['attempts', 'one_time_tokens']);
  assert.equal([await attempts(id), await missed(id, phone)], [1, [1, 1]]);
});

test('approved: a session, and no failure stays counted; once', async () => {
  const { phone, id, token_id } = await createPendingCode();
  await take({ phone });
  const gateway_verdict = { token_id, approved: true };
  assert.ok((await verify({ phone, gateway_verdict })).claims);
  assert.equal(await missed(id, phone), [0, 0]);
  assert.equal(await verify({ phone, gateway_verdict }), EXPIRED);
});

test('not approved, or approved for another token, number or kind: rejected, and not counted again', async () => {
  const { phone, id, token_id } = await createPendingCode();
  const other = await createPendingCode();
  await take({ phone });
  for (const gateway_verdict of [
    { token_id, approved: false },
    { token_id },
    { token_id: null, approved: true },
    { token_id: other.token_id, approved: true },
  ]) {
    assert.equal(await verify({ phone, gateway_verdict }), EXPIRED);
  }
  assert.equal(await verify({ phone, type: 'phone_change', gateway_verdict: { token_id, approved: true } }), EXPIRED);
  assert.equal([await attempts(id), await missed(id, phone)], [1, [1, 1]]);
  await sql_api.advance(61);
  await sql_api.call('request_otp', { phone, settings: by(), client });
  assert.equal(await verify({ phone, gateway_verdict: { token_id, approved: true } }), EXPIRED, 'replaced meanwhile');
});

test('five attempts per code; the fifth may be the right one', async () => {
  const { phone, token_id } = await createPendingCode();
  for (let n = 0; n < 5; n += 1) assert.equal(await take({ phone }), { token_id, to: phone });
  assert.equal(await take({ phone }), NOTHING);
  assert.ok((await verify({ phone, gateway_verdict: { token_id, approved: true } })).claims);
});

test('too many wrong codes: nothing is checked, and verify_token reports it; an earlier attempt still counts', async () => {
  const { phone, token_id } = await createPendingCode();
  const settings = by({ security_max_code_failures_per_day: 2 });
  await take({ phone, settings });
  assert.equal(await take({ phone, settings }), { token_id, to: phone });
  assert.equal(await take({ phone, settings }), {});
  const { refused } = (await verify({ phone, settings })) as { refused?: { code: string } };
  assert.is(refused?.code, TOO_MANY);
  assert.ok((await verify({ phone, settings, gateway_verdict: { token_id, approved: true } })).claims);
});

test('rejects our own codes if the gateway generates them, and checks none before it is sent or after it has expired', async () => {
  const { phone, id } = await createUnconfirmedPhone(sql_api, { settings: by() });
  assert.equal(await take({ phone }), NOTHING, 'not sent yet');
  const token = await findSentToken(sql_api, id, 'sms');
  assert.equal(await verify({ phone, code: codeOf(token) }), EXPIRED);
  await sql_api.advance(61);
  assert.equal(await take({ phone }), NOTHING, 'dead');
  assert.equal(await take({ phone: newPhone() }), NOTHING, 'nobody’s number');
});

test('an impossible code counts as an attempt, with nothing to check', async () => {
  const { phone, id } = await createPendingCode();
  for (const code of ['123', '12345678901', '12345a', '123456\n']) assert.equal(await take({ phone, code }), NOTHING);
  assert.is(await attempts(id), 4);
});

test('nothing to check: another gateway, another type, a test number’s code, a rejected request', async () => {
  const { phone, id } = await createPendingCode();
  assert.equal(await take({ phone, settings: phoneSettings() }), {});
  assert.equal(await take({ phone, type: 'signup' }), {});
  assert.equal(await take({ phone, type: 'banana' }), {});
  assert.equal(await take({ phone, email: 'a@example.com' }), {});
  assert.equal(await take({ phone: 'abc' }), {});
  assert.equal(await take({ phone: TESTED, code: '424242' }), {});
  assert.equal(await take({ phone: TESTED, code: '424243' }), NOTHING);
  assert.is(await attempts(id), 0);
});

test('of two accounts that wait for one number neither gets it', async () => {
  const wanted = newPhone();
  const people = [await createConfirmedPhone(sql_api), await createConfirmedPhone(sql_api)];
  const settings = by({ rate_limit_sms_per_address: { count: 0 } });
  for (const [index, { id, claims }] of people.entries()) {
    await sql_api.advance(61);
    await sql_api.call('update_user', { claims, phone: wanted, settings, client });
    const { id: token_id } = await findSentToken(sql_api, id, 'phone_change');
    await sql_api.db
      .sql`update auth.one_time_tokens set expires_at = expires_at + interval '1 hour' where id = ${token_id}`;
    const answer = await take({ phone: wanted, type: 'phone_change', settings });
    assert.equal(answer, index === 0 ? { token_id, to: wanted } : NOTHING);
  }
});

test.run();
