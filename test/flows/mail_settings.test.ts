// Mail settings: headers of each mail, and the quota of an installation whose hook sends mails.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSettings } from '../../core/settings/reading.ts';
import { serverHookSettings } from '../support/database/hooks.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';
import { startThirdParty } from '../support/providers/third_party.ts';

const PASSWORD = 'correct horse battery';
const HEADERS = { 'X-Tag': ['auth', 'second'], 'X-PM-Message-Stream': ['kind-$messageType'] };
const server = await startThirdParty();
server.behaviour = () => ({ body: {}, headers: { 'content-type': 'application/json' } });
const stack = await startStack({ env: { SVC_SMTP_HEADERS: JSON.stringify(HEADERS), SVC_RATE_LIMIT_EMAIL_SENT: '' } });
const hooked = await stack.another(serverHookSettings(server.url, 'send_email'));
const bounded = await stack.another({
  ...serverHookSettings(server.url, 'send_email'),
  SVC_RATE_LIMIT_EMAIL_SENT: '31',
});
test.after(async () => {
  await stack.close();
  await server.close();
});

test('every mail has the headers, with its kind in place of $messageType', async () => {
  const email = newEmail();
  await stack.post('/signup', { email, password: PASSWORD });
  const { parsed } = await stack.mail(email);
  const valuesOf = (name: string) => parsed.headers.filter(({ key }) => key === name).map(({ value }) => value);
  assert.equal(valuesOf('x-tag'), ['auth', 'second']);
  assert.equal(valuesOf('x-pm-message-stream'), ['kind-confirmation']);
});

test('headers that would change the mail or add one are refused at the start', () => {
  const read = (value: unknown): string => {
    const values = { SVC_SMTP_HEADERS: typeof value === 'string' ? value : JSON.stringify(value) };
    const environment = {
      values,
      bySource: { environment: values, file: {} },
      origins: { environment: {}, file: {} },
      warnings: [],
      problems: [],
    };
    try {
      readSettings(environment as never);
    } catch (error) {
      return (error as { problems: string[] }).problems.filter((one) => one.includes('SMTP_HEADERS')).join();
    }
    return '';
  };
  for (const value of [
    '{',
    '[]',
    '"X-Tag: a"',
    { From: ['a@example.com'] },
    { to: ['a@example.com'] },
    { BCC: ['a@example.com'] },
    { 'Resent-To': ['a@example.com'] },
    { 'Content-Type': ['text/plain'] },
    { Subject: ['x'] },
    { 'X-Tag': ['a\r\nBcc: b@example.com'] },
    { 'X-Tag': ['a\nb'] },
    { 'X-Tag\r\nBcc': ['b@example.com'] },
    { 'X-Tag:': ['a'] },
    { '': ['a'] },
    { 'X-Tag': 'a' },
    { 'X-Tag': [1] },
    { 'X-Tag': ['ä'] },
  ]) {
    assert.match(read(value), /SVC_SMTP_HEADERS: /, JSON.stringify(value));
  }
  assert.is(read(HEADERS), '');
});

test('the default quota of 30 mails an hour does not hold where a hook sends; one that is set does', async () => {
  const signUp = async (at: Pick<typeof stack, 'post'>) =>
    (await at.post('/signup', { email: newEmail(), password: PASSWORD })).status;
  for (let at = 0; at < 29; at += 1) assert.is(await signUp(stack), 200);
  assert.is(await signUp(stack), 429, 'the thirtieth after the first test');
  for (let at = 0; at < 5; at += 1) assert.is(await signUp(hooked), 200);
  assert.is(await signUp(bounded), 429);
});

test.run();
