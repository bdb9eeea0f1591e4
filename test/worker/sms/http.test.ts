// An SMS provider defined by settings: the requests, the responses that count as success, and errors at start.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SmsSettings } from '../../../core/sms/gateway.ts';
import { findHttpProblems } from '../../../core/sms/http.ts';
import { assertSettingsRequired, createSmsProviderCase } from './gateway_case.ts';

const c = await createSmsProviderCase((url) => ({ sms_provider: 'http', sms_http_url: `${url}/send` }));
test.after(() => c.mock.close());
test.before.each(() => {
  c.mock.behaviour = () => ({ status: 202 });
});

test('by default: JSON with number and text', async () => {
  await c.send({ text: 'Your "code" is\n012345' });
  const { method, path, headers, body } = c.mock.last();
  assert.equal([method, path, headers['content-type']], ['POST', '/send', 'application/json']);
  assert.equal(JSON.parse(body), { to: '+491701234567', text: 'Your "code" is\n012345' });
});

test('every part is a template, and each value is escaped for its place', async () => {
  const text = 'Ihr Code & "Schlüssel" ist 012345';
  const headers = { authorization: 'Bearer key-zq-4', 'Idempotency-Key': '{{ .Id }}', 'X-Text': '{{ .Text }}' };
  await c.send(
    { text, channel: 'whatsapp' },
    {
      sms_http_url: `${c.mock.url}/v1/{{ .Channel }}?to={{.To}}&text={{ .Text }}`,
      sms_http_method: 'PUT',
      sms_http_headers: JSON.stringify({ ...headers, 'content-type': 'application/x-www-form-urlencoded' }),
      sms_http_body: 'code={{ .Code }}&text={{ .Text }}',
    },
  );
  const got = c.mock.last();
  assert.equal([got.method, got.path], ['PUT', `/v1/whatsapp?to=491701234567&text=${encodeURIComponent(text)}`]);
  assert.equal(got.form, { code: '012345', text });
  assert.equal(
    [got.headers.authorization, got.headers['idempotency-key'], got.headers['content-type']],
    ['Bearer key-zq-4', '0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d11', 'application/x-www-form-urlencoded'],
  );
  assert.is(decodeURIComponent(String(got.headers['x-text'])), text);
});

test('GET sends no body; XML is escaped', async () => {
  await c.send({}, { sms_http_method: 'GET', sms_http_url: `${c.mock.url}/get?m={{ .Text }}` });
  assert.equal([c.mock.last().method, c.mock.last().body], ['GET', '']);
  assert.is(c.mock.last().path, '/get?m=Your%20code%20is%20012345');
  const xml = { sms_http_headers: '{"Content-Type":"text/xml; charset=utf-8"}', sms_http_body: '<m>{{ .Text }}</m>' };
  await c.send({ text: '<b>&"' }, xml);
  assert.is(c.mock.last().body, '<m>&#60;b&#62;&#38;&#34;</m>');
});

test('the success rule: one of the statuses must match, and all of the members', async () => {
  const rules: [rule: string, status: number, body: unknown, taken: boolean][] = [
    ['2xx', 204, undefined, true],
    ['', 200, 'OK 17', true],
    ['202', 200, {}, false],
    ['200, 202', 202, {}, true],
    ['status=ok', 200, { status: 'ok' }, true],
    ['status=ok', 200, { status: 'no' }, false],
    ['status=ok', 200, 'ok', false],
    ['messages.0.status=0,error!=true', 200, { messages: [{ status: 0 }], error: false }, true],
    ['messages.0.status=0,error!=true', 200, { messages: [{ status: 0 }], error: true }, false],
    ['4xx', 404, {}, true],
  ];
  for (const [rule, status, body, taken] of rules) {
    c.mock.behaviour = () => ({ status, ...(body === undefined ? {} : { body }) });
    const done = await c.send({}, { sms_http_success: rule }).then(
      () => true,
      () => false,
    );
    assert.is(done, taken, `${rule} and ${status} ${JSON.stringify(body)}`);
  }
});

test('reports an error in the gateway’s words, without code, keys or other settings', async () => {
  const set: Partial<SmsSettings> = {
    sms_http_url: `${c.mock.url}/send?key=urlkey-zq-5`,
    sms_http_headers: '{"Authorization":"Bearer headerkey-zq-5"}',
    sms_http_body: '{"to":"{{ .To }}","text":"{{ .Text }}","auth":"bodykey-zq-5"}',
  };
  c.mock.behaviour = ({ path, headers, body }) => ({
    status: 400,
    body: `no: ${path} ${headers.authorization?.slice(7)} ${body}${'x'.repeat(400)}`,
  });
  const error = await c.send({}, set).then(
    () => null,
    (reason: Error) => reason,
  );
  assert.match(error?.message ?? '', /^the SMS gateway answered 400: no: \/send\?key=\*\*\* \*\*\* /);
  for (const secret of ['zq-5', '012345']) assert.not.match(error?.message ?? '', secret);
  assert.is(error?.message.length, 300);
});

test('errors of the network and of the settings do not end the message', async () => {
  assert.equal((await c.ending({ status: 500 }))[0], 'unknown');
  assert.equal((await c.ending({ status: 401, body: 'who?' }))[0], 'again');
  assert.equal((await c.ending({ status: 302, headers: { location: '/else' } }))[0], 'again');
  assert.equal((await c.ending('hang'))[0], 'unknown');
  assertSettingsRequired(c, ['sms_http_url']);
});

test('an invalid setting stops the start', () => {
  const problems = (more: Partial<SmsSettings>) => findHttpProblems(c.settings(more));
  assert.equal(problems({}), []);
  assert.equal(problems({ sms_http_url: 'https://sms.example.com/{{ .To }}' }), []);
  const faults: [Partial<SmsSettings>, RegExp][] = [
    [{ sms_http_url: 'http://sms.example.com/' }, /_URL: must be https, or http on this machine/],
    [{ sms_http_url: 'https://{{ .Text }}.example.com/' }, /_URL: /],
    [{ sms_http_url: 'https://u:p@example.com/' }, /_URL: must hold no login/],
    [{ sms_http_url: 'example.com' }, /_URL: must be an absolute URL/],
    [{ sms_http_url: 'https://example.com/{{ .Name }}' }, /_URL: \.Name is none of/],
    [{ sms_http_headers: '["a"]' }, /_HEADERS: must be a JSON object/],
    [{ sms_http_headers: '{"a":1}' }, /_HEADERS: must be a JSON object of texts/],
    [{ sms_http_headers: '{"a b":"1"}' }, /_HEADERS: a name/],
    [{ sms_http_headers: '{"a":"1\\r\\nb: 2"}' }, /_HEADERS: a value holds a line break/],
    [{ sms_http_headers: '{"Content-Type":"image/png"}' }, /_BODY: its Content-Type must be/],
    [{ sms_http_body: '{"to":{{ .Text }}}' }, /_BODY: is no JSON/],
    [{ sms_http_body: '{"to":"{{ if .To }}"}' }, /_BODY: holds a \{\{/],
    [{ sms_http_success: 'maybe' }, /_SUCCESS: must be HTTP statuses/],
  ];
  for (const [more, words] of faults) assert.match(problems(more).join('\n'), words);
});

test.run();
