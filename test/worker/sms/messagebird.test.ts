// MessageBird: the requests, and the meaning of each response.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertSettingsRequired, createSmsProviderCase } from './gateway_case.ts';

const c = await createSmsProviderCase((url) => ({
  sms_provider: 'messagebird',
  sms_messagebird_access_key: 'key-zq-1',
  sms_messagebird_originator: 'Acme',
  sms_messagebird_url: `${url}/`,
}));
test.after(() => c.mock.close());

const taken = { status: 201, body: { id: 'mb1', recipients: { totalSentCount: 1 } } };

test('an SMS: one form, the key in the header', async () => {
  c.mock.behaviour = () => taken;
  await c.send();
  const { method, path, headers, form } = c.mock.last();
  assert.equal([method, path, c.mock.requests.length], ['POST', '/messages', 1]);
  assert.is(headers.authorization, 'AccessKey key-zq-1');
  assert.match(String(headers['content-type']), /^application\/x-www-form-urlencoded/);
  assert.equal(form, {
    originator: 'Acme',
    body: 'Your code is 012345',
    recipients: '491701234567',
    type: 'sms',
    datacoding: 'unicode',
  });
});

test('permanent errors keep the message of MessageBird, with the code and the key masked', async () => {
  const refused = (status: number, code: number, description: string) => ({
    status,
    body: { errors: [{ code, description, parameter: 'recipients' }] },
  });
  assert.equal(await c.ending(refused(422, 9, 'no recipients for 012345 by key-zq-1')), [
    'for good',
    'no recipients for *** by ***',
  ]);
  assert.equal(await c.ending(refused(400, 20, 'bad')), ['for good', 'bad']);
  assert.equal(await c.ending({ status: 422, body: {} }), ['for good', '']);
  assert.equal(await c.ending({ status: 201, body: { id: 'mb2', recipients: { totalSentCount: 0 } } }), [
    'for good',
    'messagebird error: total sent count is 0',
  ]);
  assert.equal(await c.ending({ status: 200, body: {} }), ['for good', 'messagebird error: total sent count is 0']);
});

test('retries after errors that an operator can fix or that pass: the key, the balance, a busy gateway', async () => {
  const body = { errors: [{ code: 2, description: 'Request not allowed' }] };
  assert.equal(await c.ending({ status: 401, body }), ['again', '401 Request not allowed']);
  assert.equal(await c.ending({ status: 403, body }), ['again', '403 Request not allowed']);
  assert.equal(await c.ending({ status: 422, body: { errors: [{ code: 25, description: 'Not enough balance' }] } }), [
    'again',
    '422 Not enough balance',
  ]);
  assert.equal((await c.ending({ status: 429, body: {} }))[0], 'again');
});

test('unknown outcome: a server error, an invalid answer', async () => {
  assert.equal((await c.ending({ status: 500, body: {} }))[0], 'unknown');
  assert.equal((await c.ending({ status: 201, body: 'no json' }))[0], 'unknown');
  assert.equal((await c.ending('cut'))[0], 'unknown');
  assert.equal((await c.ending('hang'))[0], 'unknown');
});

test('cannot send WhatsApp, and without its credentials there is no sender', async () => {
  assert.equal(await c.ending(taken, { channel: 'whatsapp' }), [
    'for good',
    'channel type "whatsapp" is not supported for MessageBird',
  ]);
  assertSettingsRequired(c, ['sms_messagebird_access_key', 'sms_messagebird_originator']);
});

test.run();
