// After an administrator has confirmed an account, its owner signs in with the password of the sign-up, unless a second
// sign-up for the address had another password.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAdmin } from '../support/clients/admin.ts';
import { assertClientError, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';

const PHONE = '491520099999';
const stack = await startStack({
  env: { SVC_EXTERNAL_PHONE_ENABLED: 'true', SVC_SMS_TEST_OTP: `+${PHONE}:424242` },
});
test.after(() => stack.close());

const password = 'correct horse battery';
const admin = createAdmin(stack.url);

test('an e-mail address: signUp, updateUserById with email_confirm, signInWithPassword', async () => {
  const email = newEmail();
  const { auth } = createClient(stack.url);
  const { user } = expectData(await auth.signUp({ email, password }));
  assertClientError(await auth.signInWithPassword({ email, password }), [
    400,
    'email_not_confirmed',
    'Email not confirmed',
  ]);
  expectData(await admin.updateUserById(String(user?.id), { email_confirm: true }));
  assert.is(sessionOf(await auth.signInWithPassword({ email, password })).user.id, user?.id);
});

test('a number: signUp, updateUserById with phone_confirm, signInWithPassword', async () => {
  const { auth } = createClient(stack.url);
  const { user } = expectData(await auth.signUp({ phone: PHONE, password }));
  assertClientError(await auth.signInWithPassword({ phone: PHONE, password }), [
    400,
    'phone_not_confirmed',
    'Phone not confirmed',
  ]);
  expectData(await admin.updateUserById(String(user?.id), { phone_confirm: true }));
  assert.is(sessionOf(await auth.signInWithPassword({ phone: PHONE, password })).user.id, user?.id);
});

test('after a second sign-up with another password neither signs in', async () => {
  const email = newEmail();
  const { auth } = createClient(stack.url);
  const { user } = expectData(await auth.signUp({ email, password }));
  await auth.signUp({ email, password: `${password} of a stranger` });
  expectData(await admin.updateUserById(String(user?.id), { email_confirm: true }));
  for (const tried of [password, `${password} of a stranger`]) {
    assertClientError(await auth.signInWithPassword({ email, password: tried }), [
      400,
      'invalid_credentials',
      'Invalid login credentials',
    ]);
  }
});

test.run();
