// The language of a mail passes from the request to the worker, and notifications reach the mailbox, over HTTP and
// SMTP.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newEmail, type Stack, startStack } from '../support/processes/stack.ts';

let stack: Stack;
test.before(async () => {
  stack = await startStack({
    env: {
      SVC_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED: 'true',
      SVC_MAILER_NOTIFICATIONS_EMAIL_CHANGED_ENABLED: 'true',
      SVC_MAILER_NOTIFICATIONS_NEW_DEVICE_ENABLED: 'true',
      SVC_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false',
    },
  });
  await stack.db.sql`insert into auth.templates values
    ('confirmation', 'de', 'Willkommen', '<p><a href="{{ .ConfirmationURL }}">weiter</a> {{ .Token }}</p>', '', now()),
    ('password_changed_notification', 'de', 'Neues Kennwort', '<p>Neu: {{ .Email }}</p>', '', now())`;
});
test.after(() => stack.close());

const GERMAN = { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.5' };
const PASSWORD = 'correct horse battery';

test('Accept-Language decides, unless there is user_metadata.locale', async () => {
  const subjectOf = async (body: object, headers: Record<string, string>): Promise<string | undefined> => {
    const email = newEmail();
    await stack.post('/signup', { email, password: PASSWORD, ...body }, headers);
    return (await stack.mail(email)).parsed.subject;
  };
  assert.is(await subjectOf({}, GERMAN), 'Willkommen');
  assert.is(await subjectOf({}, {}), 'Confirm Your Signup');
  assert.is(await subjectOf({}, { 'Accept-Language': 'en-GB,en,de' }), 'Confirm Your Signup');
  assert.is(await subjectOf({ data: { locale: 'en' } }, GERMAN), 'Confirm Your Signup');
  assert.is(await subjectOf({ data: { locale: 'de_CH' } }, {}), 'Willkommen');
});

test('notifies of a changed password, a new device and another address, in the language of the request', async () => {
  const email = newEmail();
  await stack.post('/signup', { email, password: PASSWORD });
  const { token } = await stack.mail(email);
  const signed_in = await stack.post('/verify', { type: 'signup', token_hash: token });
  const bearer = { Authorization: `Bearer ${signed_in.body.access_token}` };
  await stack.request('PUT', '/user', { password: 'another horse battery' }, { ...bearer, ...GERMAN });
  const changed = await stack.mail(email, 2);
  assert.is(changed.parsed.subject, 'Neues Kennwort');
  assert.match(String(changed.parsed.html), `<p>Neu: ${email}</p>`);

  const again = { email, password: 'another horse battery' };
  await stack.post('/token?grant_type=password', again, { 'User-Agent': 'somebody else' });
  const device = await stack.mail(email, 3);
  assert.is(device.parsed.subject, 'New sign-in to your account');
  assert.match(device.parsed.text ?? '', /somebody else, 127\.0\.0\.1, on 2\d{3}-\d\d-\d\d at \d\d:\d\d UTC\./);
  assert.not.match(String(device.parsed.html), /<a |class="code"/);

  const next = newEmail();
  await stack.request('PUT', '/user', { email: next }, bearer);
  const { token: change } = await stack.mail(next);
  assert.is((await stack.post('/verify', { type: 'email_change', token_hash: change })).status, 200);
  const mail = await stack.mail(email, 4);
  assert.is(mail.parsed.subject, 'Your e-mail address has been changed');
  assert.match(mail.parsed.text ?? '', `The account of ${email} now has the address ${next}`);
});

test.run();
