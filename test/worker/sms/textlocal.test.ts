// Textlocal: the requests, and the outcome of each response. Textlocal reports refused messages with status 200.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertSettingsRequired, createSmsProviderCase } from './gateway_case.ts';

const c = await createSmsProviderCase((url) => ({
  sms_provider: 'textlocal',
  sms_textlocal_api_key: 'key-zq-2',
  sms_textlocal_sender: 'ACMEIN',
  sms_textlocal_url: url,
}));
test.after(() => c.mock.close());

const taken = { body: { status: 'success', messages: [{ id: 'tl1' }] } };

test('an SMS: one form with the key in it', async () => {
  c.mock.behaviour = () => taken;
  await c.send();
  const { method, path, headers, form } = c.mock.last();
  assert.equal([method, path, c.mock.requests.length], ['POST', '/send', 1]);
  assert.is(headers.authorization, undefined);
  assert.match(String(headers['content-type']), /^application\/x-www-form-urlencoded/);
  assert.equal(form, {
    sender: 'ACMEIN',
    apikey: 'key-zq-2',
    message: 'Your code is 012345',
    numbers: '491701234567',
  });
});

const refused = (code: number, message: string) => ({
  body: { status: 'failure', errors: [{ code, message }], messages: [{ id: 'tl2' }] },
});

test('permanent errors keep the message of Textlocal', async () => {
  assert.equal(await c.ending(refused(32, 'Invalid number')), [
    'for good',
    'textlocal error: Invalid number (code: 32) message tl2',
  ]);
  assert.equal(await c.ending({ body: { status: 'failure', errors: [{ code: 5, message: 'No key-zq-2' }] } }), [
    'for good',
    'textlocal error: No *** (code: 5) message',
  ]);
  assert.equal(await c.ending({ body: {} }), ['for good', 'textlocal error:  (code: ) message']);
});

test('retries after errors that an operator can fix: login, credit, template', async () => {
  assert.equal(await c.ending(refused(80, 'Invalid template')), [
    'again',
    '200 textlocal error: Invalid template (code: 80) template message: Your code is ***',
  ]);
  assert.equal(await c.ending(refused(3, 'Invalid login details')), [
    'again',
    '200 textlocal error: Invalid login details (code: 3) message tl2',
  ]);
  assert.equal((await c.ending(refused(7, 'Insufficient credits')))[0], 'again');
  assert.equal((await c.ending({ status: 503, body: {} }))[0], 'again');
});

test('unknown outcome: a server error, an invalid answer', async () => {
  assert.equal((await c.ending({ status: 500, body: {} }))[0], 'unknown');
  assert.equal((await c.ending({ body: '<html>' }))[0], 'unknown');
  assert.equal((await c.ending('cut'))[0], 'unknown');
});

test('cannot send WhatsApp, and without its credentials there is no sender', async () => {
  assert.equal(await c.ending(taken, { channel: 'whatsapp' }), [
    'for good',
    'channel type "whatsapp" is not supported for Textlocal',
  ]);
  assertSettingsRequired(c, ['sms_textlocal_api_key', 'sms_textlocal_sender']);
});

test.run();
