// Twilio Verify: the requests, which contain neither text nor code, and the meaning of the responses.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TWILIO_VERIFY } from '../../../core/sms/twilio_verify.ts';
import { assertSettingsRequired, createSmsProviderCase } from './gateway_case.ts';

const c = await createSmsProviderCase((url) => ({
  sms_provider: 'twilio_verify',
  sms_twilio_verify_account_sid: 'AC/1',
  sms_twilio_verify_auth_token: 'token-zq',
  sms_twilio_verify_message_service_sid: 'VA/1',
  sms_twilio_verify_url: `${url}/`,
}));
test.after(() => c.mock.close());

const taken = { status: 201, body: { sid: 'VE1', status: 'pending', valid: false } };

test('an SMS, and WhatsApp: only number and channel, the account in the login, the service in the path', async () => {
  c.mock.behaviour = () => taken;
  for (const channel of ['sms', 'whatsapp']) {
    await c.send({ channel });
    const { method, path, headers, form } = c.mock.last();
    assert.equal([method, path], ['POST', '/v2/Services/VA%2F1/Verifications']);
    assert.is(headers.authorization, `Basic ${Buffer.from('AC/1:token-zq').toString('base64')}`);
    assert.match(String(headers['content-type']), /^application\/x-www-form-urlencoded/);
    assert.equal(form, { To: '+491701234567', Channel: channel });
  }
  const { url } = TWILIO_VERIFY.request(
    { id: '', to: '49', channel: 'sms', text: '', code: '' },
    c.settings({ sms_twilio_verify_url: '' }),
  );
  assert.is(url, 'https://verify.twilio.com/v2/Services/VA%2F1/Verifications');
});

test('an error in Twilio’s words: permanent, retried, or unknown outcome', async () => {
  const error = { message: 'Invalid parameter `To` token-zq', more_info: 'https://t/60200', code: 60200 };
  const words = 'Invalid parameter `To` *** More information: https://t/60200';
  assert.equal(await c.ending({ status: 400, body: error }), ['for good', words]);
  for (const status of [401, 403, 404, 429, 503]) {
    assert.equal(await c.ending({ status, body: error }), ['again', `${status} ${words}`]);
  }
  assert.equal(await c.ending({ status: 500, body: error }), ['unknown', `500 ${words}`]);
  assert.equal(
    await c.ending({
      status: 201,
      body: { status: 'failed', error_message: 'Blocked', error_code: 60410, sid: 'VE2' },
    }),
    ['for good', 'twilio error: Blocked 60410 for message VE2'],
  );
  for (const answer of ['hang', 'cut', { status: 200, body: 'no json' }] as const) {
    assert.is((await c.ending(answer))[0], 'unknown', JSON.stringify(answer));
  }
  assert.equal(await c.ending(taken, { channel: 'pigeon' }), [
    'for good',
    'channel type "pigeon" is not supported for Twilio Verify',
  ]);
});

test('no sender without its credentials', () => {
  assertSettingsRequired(c, [
    'sms_twilio_verify_account_sid',
    'sms_twilio_verify_auth_token',
    'sms_twilio_verify_message_service_sid',
  ]);
});

test.run();
