// Links, templates and subjects of mails. Text of a user is escaped.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyRing } from '../../core/keys/ring.ts';
import { buildConfirmationUrl } from '../../core/link.ts';
import { composeMail, type LeasedMessage } from '../../core/mail/compose.ts';
import { htmlToText } from '../../core/mail/html_text.ts';
import { parseMailTemplate } from '../../core/mail/mail_template.ts';
import { createMailComposer } from '../../worker/mail/compose.ts';
import type { TestDatabase } from '../support/database/db.ts';
import { createMemoryLog, PEPPER, workerSettings } from '../support/processes/worker.ts';

const ring = createKeyRing({ security_pepper: PEPPER, jwt_secret: '' });
const settings = workerSettings({ url: () => '', environment: () => ({}) } as unknown as TestDatabase, 0);
const token_id = '2f1c9f8e-51a5-4f5b-a7a0-6d8f3c0b9a11';

interface ComposeChanges {
  message?: Partial<LeasedMessage['message']>;
  token?: Partial<NonNullable<LeasedMessage['token']>>;
  user?: Partial<LeasedMessage['user']>;
}

const taken = (changes: ComposeChanges = {}): LeasedMessage => ({
  message: {
    id: '0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d11',
    kind: 'confirmation',
    channel: 'mail',
    to: 'ada@example.org',
    attempt: 1,
    base_url: '',
    redirect_to: 'https://app.example.com/cb',
    created_at: '2026-08-01T10:00:00.1Z',
    ...changes.message,
  },
  token: { id: token_id, generation: 1, key_id: 1, digits: 6, purpose: 'signup', pkce: false, ...changes.token },
  user: { email: 'ada@example.org', new_email: '', phone: '', data: {}, ...changes.user },
});

const link = (more: Partial<Parameters<typeof buildConfirmationUrl>[0]>): string =>
  buildConfirmationUrl({
    base_url: 'https://h/auth/v1',
    path: '/verify',
    token: 't',
    type: 'signup',
    redirect_to: 'r',
    ...more,
  });

test('T71: a path with a leading slash replaces the path of the base', () => {
  assert.is(link({}), 'https://h/verify?token=t&type=signup&redirect_to=r');
  assert.is(link({ path: '/auth/v1/verify' }), 'https://h/auth/v1/verify?token=t&type=signup&redirect_to=r');
  assert.is(link({ path: 'verify' }), 'https://h/auth/verify?token=t&type=signup&redirect_to=r');
  assert.is(link({ path: '' }), 'https://h/verify?token=t&type=signup&redirect_to=r');
});

test('an absolute path setting replaces everything; its query is dropped', () => {
  assert.is(
    link({ path: 'https://app.example.com/confirm?x=1#y' }),
    'https://app.example.com/confirm?token=t&type=signup&redirect_to=r',
  );
});

test('an app’s own scheme is kept', () => {
  assert.is(link({ path: 'myapp://host/verify' }), 'myapp://host/verify?token=t&type=signup&redirect_to=r');
  assert.is(link({ path: 'com.example:/x?y' }), 'com.example:/x?token=t&type=signup&redirect_to=r');
});

test('T72: redirect_to is escaped only when it holds & = or #', () => {
  assert.match(link({ redirect_to: 'https://app.example.com/cb' }), /&redirect_to=https:\/\/app\.example\.com\/cb$/);
  assert.match(link({ redirect_to: 'com.example.app://cb?x' }), /&redirect_to=com\.example\.app:\/\/cb\?x$/);
  assert.match(link({ redirect_to: "https://a/b?c=d e'" }), /&redirect_to=https%3A%2F%2Fa%2Fb%3Fc%3Dd\+e%27$/);
  assert.match(link({ redirect_to: 'https://a/#b' }), /&redirect_to=https%3A%2F%2Fa%2F%23b$/);
});

test('each kind has its link type, its path setting and its subject', () => {
  const custom = {
    ...settings,
    mailer_urlpaths_invite: '/i',
    mailer_urlpaths_confirmation: '/c',
    mailer_urlpaths_recovery: '/r',
    mailer_urlpaths_email_change: '/e',
  };
  const kinds = [
    ['confirmation', 'signup', '/c', 'Confirm Your Signup'],
    ['invite', 'invite', '/i', 'You have been invited'],
    ['recovery', 'recovery', '/r', 'Reset Your Password'],
    ['magic_link', 'magiclink', '/r', 'Your Magic Link'],
    ['email_change', 'email_change', '/e', 'Confirm Email Change'],
  ];
  for (const [kind = '', purpose = '', path, subject] of kinds) {
    const mail = composeMail(taken({ message: { kind }, token: { purpose } }), custom, ring);
    const url = /href="([^"]+)"/.exec(mail.html)?.[1]?.replaceAll('&amp;', '&');
    assert.is(
      url,
      `https://auth.example.com${path}?token=${ring.sealLink(token_id)}&type=${purpose}&redirect_to=https://app.example.com/cb`,
    );
    assert.is(mail.html.match(/<a /g)?.length, 1);
    assert.is(mail.html.match(/<h1 /g)?.length, 1);
    assert.is(mail.html.match(/<p class="words"/g)?.length, 2, 'what it is about, and the code');
    assert.is(mail.link, url);
    assert.is(mail.subject, subject);
    const code = ring.code({ key_id: 1, token_id, generation: 1, digits: 6 });
    assert.ok(mail.html.includes(`>${code}</strong>`), `${kind} shows its code`);
    assert.ok(mail.text.includes(`:\n${url}\n\nOr type this code: ${code}\n`), mail.text);
    for (const part of [mail.html, mail.text]) assert.not.match(part, /\[\[|\{\{/, 'nothing is left to fill in');
  }
});

test('a flow gives its link the pkce_ prefix; a forwarded host sets its base', () => {
  const mail = composeMail(
    taken({ token: { pkce: true }, message: { base_url: 'https://eu.example.com' } }),
    settings,
    ring,
  );
  assert.ok(mail.link.startsWith(`https://eu.example.com/verify?token=pkce_${ring.sealLink(token_id)}&type=signup&`));
});

test('reauthentication is a code without a link', () => {
  const mail = composeMail(
    taken({ message: { kind: 'reauthentication' }, token: { purpose: 'reauthentication', digits: 8 } }),
    settings,
    ring,
  );
  const code = ring.code({ key_id: 1, token_id, generation: 1, digits: 8 });
  assert.not.match(mail.html, /<a |verify/);
  assert.ok(mail.html.includes(code));
  assert.match(mail.text, `Type this code: ${code}`);
  assert.is(mail.subject, `${code} is your code`);
});

test('text typed by a user is escaped, in the body and in the link', () => {
  const evil = '"><a href="https://evil.example">click</a>';
  const mail = composeMail(
    taken({ user: { email: `${evil}@x` }, message: { redirect_to: `https://app.example.com/${evil}` } }),
    settings,
    ring,
  );
  assert.is(mail.html.match(/<a /g)?.length, 1);
  assert.is(mail.html.match(/href="/g)?.length, 1);
});

test('a subject template that one user’s values make too long does not stop the mail', async () => {
  const { log, text } = createMemoryLog();
  const endless = { ...settings, mailer_subjects_confirmation: '{{ range .Data.n }}x{{ end }}' };
  const compose = createMailComposer({ settings: endless, ring, files: { get: async () => null }, log });
  const mail = await compose(taken({ user: { data: { n: 1e9 } } }));
  assert.is(mail.subject, 'Confirm your address');
  assert.match(mail.html, mail.code);
  assert.match(text(), /SVC_MAILER_SUBJECTS_CONFIRMATION.*more than 100000 steps/);
  assert.is((await compose(taken({ user: { data: { n: 3 } } }))).subject, 'xxx');
});

test('a template that doubles a value is not used: the next fallback is, and the mail is sent', async () => {
  const doubling = '{{ $x := "ab" }}{{ range 40 }}{{ $x = print $x $x }}{{ end }}<p>{{ len $x }} {{ .Token }}</p>';
  const source = { locale: '', subject: '', html: doubling, text: '' };
  const { log, text } = createMemoryLog();
  const files = { get: async () => parseMailTemplate(source) };
  const compose = createMailComposer({ settings, ring, files, log });
  const mail = await compose({ ...taken(), template: source });
  assert.match(mail.html, mail.code);
  assert.match(mail.html, 'Confirm your address');
  const lines = text()
    .split('\n')
    .filter((line) => line.includes('functions return more than 1000000 characters'));
  assert.equal(
    lines.map((line) => JSON.parse(line).source),
    ['a URL or file', 'the table'],
  );
  const subject = { ...settings, mailer_subjects_confirmation: doubling };
  const plain = await createMailComposer({ settings: subject, ring, files: { get: async () => null }, log })(taken());
  assert.is(plain.subject, 'Confirm your address');
});

test('a notification shows the time in a readable form', () => {
  const details = { Device: 'Firefox', IPAddress: '192.0.2.7', Time: '2031-05-01T12:34:56.789Z' };
  const mail = composeMail(taken({ message: { kind: 'new_device_notification', details } }), settings, ring);
  assert.match(mail.text, /Firefox, 192\.0\.2\.7, on 2031-05-01 at 12:34 UTC\./);
  assert.match(mail.html, 'on 2031-05-01 at 12:34 UTC.');
});

test('derives a text part from HTML without one', () => {
  const html =
    '<html><head><title>x</title><style>p {}</style></head><body><h1>Hi  &amp; <b>welcome</b></h1>\n<p>One<br>two&nbsp;three &#8364;&#x20ac;</p>' +
    '<ul><li>a</li><li>b</li></ul><a href="https://x.example/?a=1&amp;b=2">Go <i>on</i></a> <a href="https://y.example">https://y.example</a>' +
    '<table><tr><td>left</td><td>right</td></tr></table><script>evil()</script></body></html>';
  assert.is(
    htmlToText(html),
    'Hi & welcome\n\nOne\ntwo three €€\n\n- a\n- b\n\nGo on: https://x.example/?a=1&b=2 https://y.example\n\nleft right\n',
  );
});

test.run();
