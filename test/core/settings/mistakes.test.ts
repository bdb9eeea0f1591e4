// Frequent mistakes in settings: an extra comma, a host with a port, milliseconds for seconds, a list that allows too
// much.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEnvironment, readSettings, SettingsError } from '../../../core/settings/reading.ts';
import type { Row } from '../../../core/settings/row.ts';
import { SETTINGS, type SettingName } from '../../../core/settings/table.ts';

const required = {
  SVC_SITE_URL: 'http://localhost:3000',
  SVC_API_EXTERNAL_URL: 'http://localhost:9999',
  SVC_JWT_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  DATABASE_URL: 'postgres://u@localhost/d',
};
const read = (env: Record<string, string>) =>
  readSettings(readEnvironment({ env: { ...required, ...env }, file: null }));
const settings = (env: Record<string, string>) => read(env).settings;
function settingErrors(env: Record<string, string>): readonly string[] {
  try {
    read(env);
  } catch (error) {
    assert.instance(error, SettingsError);
    return (error as SettingsError).problems;
  }
  return [];
}

test('a mail server with a scheme or a port, and an invalid sender address, stop the start', () => {
  const host = 'SVC_SMTP_HOST: must be a host name or an address alone; the port is SVC_SMTP_PORT';
  for (const text of ['mail.example.com:587', 'smtp://mail.example.com', '[::1]', 'a host', 'mail.example.com/x', '-'])
    assert.equal(settingErrors({ SVC_SMTP_HOST: text, SVC_SMTP_ADMIN_EMAIL: 'auth@example.com' }), [host], text);
  for (const text of ['mail', 'mail_catcher', 'mail.example.com', 'mail.example.com.', '127.0.0.1', '::1'])
    assert.equal(settingErrors({ SVC_SMTP_HOST: text, SVC_SMTP_ADMIN_EMAIL: 'auth@example.com' }), [], text);
  const sender = 'SVC_SMTP_ADMIN_EMAIL: must be an address such as auth@example.com; the name is SVC_SMTP_SENDER_NAME';
  for (const text of [
    'auth',
    'Auth <auth@example.com>',
    'a@b@c',
    'a@b, c@d',
    '@example.com',
    'a@',
    'a @b',
    'a@-',
    'a@b..c',
  ])
    assert.equal(settingErrors({ SVC_SMTP_ADMIN_EMAIL: text }), [sender], text);
  for (const text of ['auth@example.com', 'a+b@mail', 'jörg@müller.example', 'a@[127.0.0.1]'])
    assert.equal(settingErrors({ SVC_SMTP_ADMIN_EMAIL: text }), [], text);
});

test('a misspelled provider of a linking domain, which would stay in the domain of e-mail, stops the start', () => {
  const no = (setting: string) => [`${setting}: entry 2 names no provider, such as google or custom:acme`];
  for (const name of [' gitlab', 'Google', 'custom:Acme', 'acme', 'sso:x', 'custom:']) {
    const own = 'SVC_EXPERIMENTAL_PROVIDERS_WITH_OWN_LINKING_DOMAIN';
    assert.equal(settingErrors({ [own]: `github,${name}` }), no(own));
    const domains = 'SVC_EXPERIMENTAL_PROVIDER_LINKING_DOMAINS';
    assert.equal(settingErrors({ [domains]: `github=partners,${name}=partners` }), no(domains));
  }
  for (const domain of ['sso:1d0c7d07-9d6c-4d0c-a90e-8b6a0a6ffb1c', '', ' partners'])
    assert.equal(settingErrors({ SVC_EXPERIMENTAL_PROVIDER_LINKING_DOMAINS: `google=${domain}` }), [
      'SVC_EXPERIMENTAL_PROVIDER_LINKING_DOMAINS: the domain of google must be a name of letters, digits, _ and -',
    ]);
  const good = 'google=partners,custom:acme=partners,email=default,web3=Wallets_1';
  assert.equal(settingErrors({ SVC_EXPERIMENTAL_PROVIDER_LINKING_DOMAINS: good }), []);
});

test('warns of settings that expose what they protect', () => {
  const warningsFor = (env: Record<string, string>) => read(env).warnings;
  const open = (pattern: string) => [
    `SVC_URI_ALLOW_LIST: the pattern ${JSON.stringify(pattern)} allows any host: links and tokens can be sent to anybody`,
  ];
  for (const pattern of ['**', 'https://**', '*://**', 'http*://*.*/**', 'https://*.*', 'https://[a-z]**'])
    assert.equal(warningsFor({ SVC_URI_ALLOW_LIST: `https://app.example.com/**,${pattern}` }), open(pattern));
  const registrable = (pattern: string) => [
    `SVC_URI_ALLOW_LIST: the pattern ${JSON.stringify(pattern)} allows hosts that anybody can register: links and tokens can be sent to anybody`,
  ];
  for (const pattern of [
    'https://*.com/**',
    'https://**.com',
    'https://*.com:8443/**',
    'https://*.co.uk/**',
    'https://app-*.com/**',
    'https://**example.com/**',
    'https://app.example.*/**',
    'http?://*.dev/callback',
    'https://[a-z]*.io?next=*',
  ])
    assert.equal(
      warningsFor({ SVC_URI_ALLOW_LIST: `https://app.example.com/**,${pattern}` }),
      registrable(pattern),
      pattern,
    );
  for (const pattern of [
    'https://*.example.com/**',
    'https://*.example.co.uk/**',
    'https://**.shop.com/**',
    'http://192.168.1.*:3000/**',
    'https://*:3000/**',
    'com.example.*://callback',
    'myapp://**',
    'https://*-team.host.app/**',
    'http://localhost:*/**',
  ])
    assert.equal(warningsFor({ SVC_URI_ALLOW_LIST: pattern }), [], pattern);

  const production = { NODE_ENV: 'production' };
  const plain = (name: string) => [
    `${name} is http: an attacker on the network can read and change what users send and get`,
  ];
  for (const name of ['SVC_SITE_URL', 'SVC_API_EXTERNAL_URL']) {
    assert.equal(warningsFor({ ...production, [name]: 'http://auth.example.com' }), plain(name));
    assert.equal(warningsFor({ [name]: 'http://auth.example.com' }), []);
    for (const url of ['https://auth.example.com', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:1'])
      assert.equal(warningsFor({ ...production, [name]: url }), [], url);
  }
  assert.equal(warningsFor({ ...production, SVC_SITE_URL: 'myapp://callback' }), []);
  const template = 'SVC_MAILER_TEMPLATES_CONFIRMATION';
  assert.equal(warningsFor({ ...production, [template]: 'http://cms.example.com/mail.html' }), [
    `${template} is http: an attacker on the network can write the mail and read its link`,
  ]);
  for (const place of [
    'http://localhost/mail.html',
    'https://cms.example.com/mail.html',
    '/mail.html',
    'file:mail.html',
  ])
    assert.equal(warningsFor({ ...production, [template]: place }), [], place);
  const pattern = 'http://u:p@app.example.com:*/**';
  assert.equal(warningsFor({ ...production, SVC_URI_ALLOW_LIST: `https://app.example.com/**,${pattern}` }), [
    'SVC_URI_ALLOW_LIST: the pattern "http://***@app.example.com:*/**" is http: an attacker on the network can read the tokens that are sent there',
  ]);
  const local = 'http://localhost:*/**,http://127.0.0.1:3000/x,http://[::1]:3000/**,myapp://x';
  assert.equal(warningsFor({ ...production, SVC_URI_ALLOW_LIST: local }), []);

  assert.equal(warningsFor({ SVC_JWT_EXP: '3600000' }), [
    'SVC_JWT_EXP is 1000 h: access tokens stay valid that long, whatever happens to the account or the session',
  ]);
  assert.equal(warningsFor({ SVC_JWT_EXP: '24h' }), []);
  assert.equal(warningsFor({ SVC_MAILER_OTP_EXP: '86400000' }), [
    'SVC_MAILER_OTP_EXP is 24000 h: links in old mails sign in',
  ]);
  assert.equal(warningsFor({ SVC_MAILER_OTP_EXP: '168h' }), []);
  assert.equal(warningsFor({ SVC_SMS_OTP_EXP: '60000' }), ['SVC_SMS_OTP_EXP is 16.7 h: codes in old messages sign in']);
  assert.equal(warningsFor({ SVC_SMS_OTP_EXP: '1h' }), []);
});

test('an extra comma adds no empty element to any list', () => {
  assert.equal(settings({ SVC_JWT_ADMIN_ROLES: 'service_role,' }).jwt_admin_roles, ['service_role']);
  assert.equal(settings({ SVC_JWT_ADMIN_ROLES: ',' }).jwt_admin_roles, []);
  for (const [key, row] of Object.entries(SETTINGS) as [SettingName, Row<unknown>][]) {
    if (row.type !== 'list') continue;
    assert.equal(row.parse(',a,, ,b,'), ['a', 'b'], key);
  }
});

test('an invalid list of listen addresses is an error, not every interface', () => {
  for (const name of ['SVC_API_HOST', 'SVC_INBOX_HOST']) {
    assert.equal(settingErrors({ [name]: ' ,' }), [`${name}: must name an address, not " ,"`]);
    assert.equal(settingErrors({ [name]: '127.0.0.1,' }), []);
  }
});

test.run();
