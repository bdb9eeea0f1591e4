// MAILER_NOTIFICATIONS_REPEATED_SIGN_UP_ENABLED: a sign-up with the address of a confirmed account notifies its owner.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { shiftClock } from '../support/database/clock.ts';
import { confirmedUser, newEmail, startStack, type TestGateway } from '../support/processes/stack.ts';

const KIND = 'repeated_sign_up_notification';
const TELLS = { SVC_MAILER_NOTIFICATIONS_REPEATED_SIGN_UP_ENABLED: 'true' };
const stack = await startStack({ env: TELLS });
const silent = await stack.another({ SVC_MAILER_NOTIFICATIONS_REPEATED_SIGN_UP_ENABLED: 'false' });
const auto = await stack.another({ ...TELLS, SVC_MAILER_AUTOCONFIRM: 'true' });
test.after(() => stack.close());

const PASSWORD = 'another password';
const signUp = (email: string, at: TestGateway = stack) =>
  at.post('/signup', { email, password: PASSWORD }, { 'Accept-Language': 'de' });
const mails = (to: string) => stack.db.sql`
  select m.kind, m.languages from auth.messages as m where m.to_address = ${to} order by m.created_at`;
const told = async (to: string): Promise<number> => (await mails(to)).filter(({ kind }) => kind === KIND).length;
/** Returns the response without the members that differ between any two users. */
const shape = (body: Record<string, unknown>) => {
  const { id: _id, email: _email, created_at: _c, updated_at: _u, confirmation_sent_at: _s, ...rest } = body;
  return { ...rest, identities: undefined };
};

test('the owner gets one mail, and the caller the answer of a new address', async () => {
  const { email } = await confirmedUser(stack);
  await shiftClock(stack.db, 3_600);
  const repeated = await signUp(email);
  const fresh = await signUp(newEmail());
  assert.equal([repeated.status, Object.keys(repeated.body)], [fresh.status, Object.keys(fresh.body)]);
  assert.equal(shape(repeated.body), { ...shape(fresh.body), user_metadata: {} });
  const mail = await stack.mail(email, 2);
  assert.match(mail.parsed.subject ?? '', /You already have an account/);
  assert.match(String(mail.parsed.html), /sign in, or ask for a new password/);
  assert.is(mail.code, '');
  const [, notification] = await mails(email);
  assert.is(notification?.languages, null, "a stranger's languages are not the owner's");
});

test('the mail is bounded by the spacing of sign-ups', async () => {
  const { email } = await confirmedUser(stack);
  await shiftClock(stack.db, 3_600);
  assert.is((await signUp(email)).status, 200);
  assert.is((await signUp(email)).status, 429);
  assert.is(await told(email), 1);
});

test('where addresses are confirmed automatically the answer stays user_already_exists, and the mail is bounded too', async () => {
  const { email } = await confirmedUser(stack);
  await shiftClock(stack.db, 3_600);
  for (let at = 0; at < 3; at += 1) assert.is((await signUp(email, auto)).body.error_code, 'user_already_exists');
  assert.is(await told(email), 1);
});

test('nothing is sent when the setting is off, to an unconfirmed address and to a banned user', async () => {
  const { email } = await confirmedUser(stack);
  const unconfirmed = newEmail();
  await signUp(unconfirmed);
  const banned = await confirmedUser(stack);
  await stack.request('PUT', `/admin/users/${banned.id}`, { ban_duration: '24h' }, SERVICE);
  await shiftClock(stack.db, 3_600);
  assert.is((await signUp(email, silent)).status, 200);
  await signUp(unconfirmed);
  await signUp(banned.email);
  assert.equal(await Promise.all([email, unconfirmed, banned.email].map(told)), [0, 0, 0]);
});

test.run();
