// Links in mails have the configured host, unless the operator has listed the request's host. If the host of every
// request were used, an attacker could make mails to other users link to the attacker's site.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { EXTERNAL_URL, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({
  env: { SVC_MAILER_EXTERNAL_HOSTS: 'auth.example.com, other.example.com:8443,localhost,localhost:3001' },
});
const none = await stack.another({ SVC_MAILER_EXTERNAL_HOSTS: '' });
test.after(() => stack.close());

const OURS = EXTERNAL_URL;
const forwarded = (host: string, proto?: string): Record<string, string> => ({
  'X-Forwarded-Host': host,
  ...(proto === undefined ? {} : { 'X-Forwarded-Proto': proto }),
});
const ROWS: [headers: Record<string, string>, origin: string][] = [
  [{}, OURS],
  [forwarded('auth.example.com'), 'https://auth.example.com'],
  [forwarded('auth.example.com', 'http'), 'https://auth.example.com'],
  [forwarded('other.example.com:8443'), 'https://other.example.com:8443'],
  [forwarded('localhost', 'http'), 'http://localhost'],
  [forwarded('localhost', 'https'), 'https://localhost'],
  [forwarded('localhost:3001', 'http'), 'https://localhost:3001'],
  [forwarded('localhost:3001'), 'https://localhost:3001'],
  // Ignored: hosts that are not listed, a listed host with another port, lists of hosts, and values that are no host.
  [forwarded('evil.test'), OURS],
  [forwarded('evil.test', 'http'), OURS],
  [forwarded('auth.example.com:8443'), OURS],
  [forwarded('other.example.com'), OURS],
  [forwarded('localhost:3002', 'http'), OURS],
  [forwarded('x.auth.example.com'), OURS],
  [forwarded('auth.example.com.evil.test'), OURS],
  [forwarded('auth.example.com, evil.test'), OURS],
  [forwarded('evil.test, auth.example.com'), OURS],
  [forwarded('auth.example.com@evil.test'), OURS],
  [forwarded('auth.example.com/x'), OURS],
];

test('a generated link starts with a listed host, otherwise with ours', async () => {
  for (const [headers, origin] of ROWS) {
    const body = { type: 'magiclink', email: newEmail() };
    const answer = await stack.post('/admin/generate_link', body, { ...SERVICE, ...headers });
    assert.is(new URL(String(answer.body.action_link)).origin, origin, JSON.stringify(headers));
  }
});

test('mails too use the host of their request', async () => {
  for (const [host, origin] of [
    ['auth.example.com', 'https://auth.example.com'],
    ['evil.test', OURS],
  ] as const) {
    for (const [path, body] of [
      ['/signup', { password: 'correct horse battery' }],
      ['/otp', {}],
    ] as const) {
      const email = newEmail();
      assert.is((await stack.post(path, { email, ...body }, forwarded(host))).status, 200);
      const { parsed } = await stack.mail(email);
      const [, href = ''] = /href="([^"]+)"/.exec(String(parsed.html)) ?? [];
      assert.is(new URL(href).origin, origin, `${path} for ${host}`);
      assert.not.match(String(parsed.html) + String(parsed.text), 'evil.test');
    }
  }
});

test('without a list no host is trusted', async () => {
  for (const host of ['auth.example.com', 'localhost', 'localhost:9999', 'evil.test']) {
    const body = { type: 'magiclink', email: newEmail() };
    const answer = await none.post('/admin/generate_link', body, { ...SERVICE, ...forwarded(host, 'http') });
    assert.is(new URL(String(answer.body.action_link)).origin, OURS, host);
  }
});

test.run();
