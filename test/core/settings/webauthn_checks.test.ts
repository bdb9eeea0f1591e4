// Invalid passkey settings stop the start.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkWebAuthn } from '../../../core/settings/webauthn_checks.ts';

const problems = (webauthn_rp_id: string, ...webauthn_rp_origins: string[]) =>
  checkWebAuthn({ passkey_enabled: true, webauthn_rp_id, webauthn_rp_origins }).problems;

test('accepts a site with its origins, one on this machine, one of apps', () => {
  const fine: [string, ...string[]][] = [
    ['example.com', 'https://example.com', 'https://app.example.com:8443'],
    ['app.example.co.uk', 'https://app.example.co.uk'],
    ['localhost', 'http://localhost:3000', 'http://app.localhost:3000', 'https://localhost'],
    ['example.com', `android:apk-key-hash:${'A'.repeat(43)}`, 'ios:bundle-id:com.example.app'],
  ];
  for (const site of fine) assert.equal(problems(...site), [], site.join(' '));
});

test('names what is missing; with passkeys off nothing is required', () => {
  assert.equal(problems(''), [
    'SVC_WEBAUTHN_RP_ID: is required for passkeys: the domain of the app',
    'SVC_WEBAUTHN_RP_ORIGINS: is required for passkeys: the origins of the app',
  ]);
  const off = { passkey_enabled: false, webauthn_rp_id: '', webauthn_rp_origins: [] };
  assert.equal(checkWebAuthn(off), { problems: [], warnings: [] });
});

test('rejects an id that is no domain', () => {
  for (const id of [
    'https://example.com',
    'example.com:443',
    'Example.com',
    'com',
    '127.0.0.1',
    'example.com/',
    '-a.com',
  ])
    assert.match(problems(id, 'ios:bundle-id:x').join(), /RP_ID: must be a domain in lower case/, id);
});

test('rejects an origin that browsers never send, or refuse for this site', () => {
  const faults: [RegExp, ...string[]][] = [
    [
      /without a path or a slash/,
      'example.com',
      'https://example.com/',
      'https://example.com:443',
      'https://*.example.com',
    ],
    [/must be https/, 'http://example.com', 'ftp://example.com'],
    [/or of a domain below it/, 'https://example.org', 'https://badexample.com', 'https://com'],
  ];
  for (const [expected, ...origins] of faults) {
    for (const origin of origins) assert.match(problems('example.com', origin).join(), expected, origin);
  }
});

test.run();
