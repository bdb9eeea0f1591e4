// Vonage: the requests, and the outcome of each response. Vonage reports refused messages with status 200.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertSettingsRequired, createSmsProviderCase } from './gateway_case.ts';

const c = await createSmsProviderCase((url) => ({
  sms_provider: 'vonage',
  sms_vonage_api_key: 'key-zq-3',
  sms_vonage_api_secret: 'secret-zq-3',
  sms_vonage_from: 'Acme',
  sms_vonage_url: url,
}));
test.after(() => c.mock.close());

const answer = (message: object) => ({ body: { 'message-count': '1', messages: [message] } });
const taken = answer({ status: '0', 'message-id': 'vo1', to: '491701234567' });

test('an SMS: one form with key and secret in it', async () => {
  c.mock.behaviour = () => taken;
  await c.send();
  const { method, path, headers, form } = c.mock.last();
  assert.equal([method, path, c.mock.requests.length], ['POST', '/sms/json', 1]);
  assert.match(String(headers['content-type']), /^application\/x-www-form-urlencoded/);
  assert.equal(form, {
    from: 'Acme',
    to: '491701234567',
    text: 'Your code is 012345',
    api_key: 'key-zq-3',
    api_secret: 'secret-zq-3',
  });
});

test('marks a text with other letters as Unicode', async () => {
  c.mock.behaviour = () => taken;
  await c.send({ text: 'Dein Schlüssel ist 012345' });
  assert.equal([c.mock.last().form.type, c.mock.last().form.text], ['unicode', 'Dein Schlüssel ist 012345']);
});

test('permanent errors keep the message of Vonage, with secrets masked', async () => {
  const refused = answer({ status: '6', 'error-text': 'Unroutable 012345 secret-zq-3', 'message-id': 'vo2' });
  assert.equal(await c.ending(refused), ['for good', 'vonage error: Unroutable *** *** (status: 6) for message vo2']);
  assert.equal(await c.ending(answer({ status: '7', 'error-text': 'Barred' })), [
    'for good',
    'vonage error: Barred (status: 7) for message',
  ]);
});

test('retries temporary errors', async () => {
  assert.equal(await c.ending({ body: { messages: [] } }), ['again', '200 vonage error: Internal Error']);
  assert.equal(await c.ending({ body: {} }), ['again', '200 vonage error: Internal Error']);
  assert.equal(await c.ending(answer({ status: '1', 'error-text': 'Throttled' })), [
    'again',
    '200 vonage error: Throttled (status: 1) for message',
  ]);
  assert.equal((await c.ending(answer({ status: '4', 'error-text': 'Bad Credentials' })))[0], 'again');
  assert.equal((await c.ending(answer({ status: '9', 'error-text': 'Quota Exceeded' })))[0], 'again');
});

test('unknown outcome: a server error, an invalid answer', async () => {
  assert.equal((await c.ending({ status: 502, body: 'bad gateway' }))[0], 'unknown');
  assert.equal((await c.ending({ body: 'no json' }))[0], 'unknown');
  assert.equal((await c.ending('cut'))[0], 'unknown');
});

test('cannot send WhatsApp, and without its credentials there is no sender', async () => {
  assert.equal(await c.ending(taken, { channel: 'whatsapp' }), [
    'for good',
    'channel type "whatsapp" is not supported for Vonage',
  ]);
  assertSettingsRequired(c, ['sms_vonage_api_key', 'sms_vonage_api_secret', 'sms_vonage_from']);
});

test.run();
