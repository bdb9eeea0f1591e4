// Unconfirmed accounts that an administrator created, invited or banned, or to which an administrator gave a role or
// another address. Other people cannot take over these accounts by a sign-up under autoconfirm, cannot confirm them by
// requesting a link, and cannot read their data in any response. Other changes by an administrator (see UNSHIELDED) do
// not protect an account from a takeover, but the new owner gets none of the administrator's data.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({
  env: { SVC_EXTERNAL_PHONE_ENABLED: 'true', SVC_SMS_TEST_OTP: '491600000000:424242' },
});
const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true', SVC_SMS_AUTOCONFIRM: 'true' });
const { sql } = stack.db;
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
const THIEF = 'chosen by a stranger';
const TAKEN = [422, 'user_already_exists'];

let numbers = 0;
const newPhone = (): string => `4916400${String(++numbers).padStart(5, '0')}`;
const post = async (path: string, body: object) => (await stack.post(path, body, SERVICE)).body;
const unconfirmed = async (): Promise<{ id: unknown; email: string }> => {
  const email = newEmail();
  return { id: (await stack.post('/signup', { email, password: PASSWORD })).body.id, email };
};

/** Functions that create or change an unconfirmed account as an administrator or a DBA. Each returns the address. */
const MADE: Record<string, () => Promise<string>> = {
  'made with a password': async () => {
    const email = newEmail();
    await post('/admin/users', { email, password: PASSWORD, role: 'editor' });
    return email;
  },
  'made without one': async () => String((await post('/admin/users', { email: newEmail() })).email),
  invited: async () => String((await post('/invite', { email: newEmail(), data: { team: 'a' } })).email),
  'signed up, then invited': async () => {
    const { email } = await unconfirmed();
    await post('/invite', { email });
    return email;
  },
  'made by a generated link': async () =>
    String((await post('/admin/generate_link', { type: 'signup', email: newEmail(), password: PASSWORD })).email),
  'given the address by an administrator': async () => {
    const { id } = await unconfirmed();
    const email = newEmail();
    await stack.request('PUT', `/admin/users/${id}`, { email }, SERVICE);
    return email;
  },
  'given a role': async () => {
    const { id, email } = await unconfirmed();
    await stack.request('PUT', `/admin/users/${id}`, { role: 'service_role' }, SERVICE);
    return email;
  },
  banned: async () => {
    const { id, email } = await unconfirmed();
    await stack.request('PUT', `/admin/users/${id}`, { ban_duration: '24h' }, SERVICE);
    return email;
  },
  'given a role by a DBA': async () => {
    const { id, email } = await unconfirmed();
    await sql`update auth.users set role = 'editor' where id = ${String(id)}`;
    return email;
  },
};

/** Changes by an administrator that do not protect an unconfirmed account from other people. */
const UNSHIELDED: Record<string, object> = {
  'given metadata': { app_metadata: { plan: 'gold' }, user_metadata: { team: 'a' } },
  'whose ban was lifted': { ban_duration: 'none' },
  'given a password': { password: PASSWORD },
  'given the address that it has': {},
};

const state = async (email: string) => [
  ...(await sql`
    select u.id, u.aud, u.role, u.raw_app_meta_data, u.raw_user_meta_data, u.email_confirmed_at, u.phone_confirmed_at, u.banned_until,
      p.hash, (select count(*)::int from auth.sessions as s where s.user_id = u.id) as sessions
    from auth.users as u left join auth.passwords as p on p.user_id = u.id where u.email = ${email} or u.phone = ${email}`),
];

for (const [name, make] of Object.entries(MADE)) {
  test(`${name}: a sign-up under autoconfirm does not take the account over, and an unopened link does not confirm it`, async () => {
    const email = await make();
    const before = await state(email);
    const { status, body } = await auto.post('/signup', { email, password: THIEF, data: { evil: true } });
    assert.equal([status, body.error_code], TAKEN);
    assert.equal(await state(email), before);
    for (const path of ['/otp', '/magiclink']) {
      const answer = await auto.post(path, { email, data: { evil: true } });
      assert.ok([200, 429].includes(answer.status), answer.text);
      assert.equal(await state(email), before, `${path}: a mail is asked for, nothing is proven`);
    }
    assert.is.not((await stack.post('/token?grant_type=password', { email, password: THIEF })).status, 200);
  });
}

for (const [name, change] of Object.entries(UNSHIELDED)) {
  test(`${name}: a sign-up under autoconfirm takes the account over without the administrator’s data`, async () => {
    const { id, email } = await unconfirmed();
    await stack.request('PUT', `/admin/users/${id}`, { email, ...change }, SERVICE);
    const { status, body } = await auto.post('/signup', { email, password: THIEF });
    assert.is(status, 200, JSON.stringify(body));
    const user = body.user as { id: string; app_metadata: unknown };
    assert.equal([user.id, user.app_metadata], [id, { provider: 'email', providers: ['email'] }]);
    assert.is((await stack.post('/token?grant_type=password', { email, password: PASSWORD })).status, 400);
  });
}

test('applies the same rules to SMS autoconfirm', async () => {
  const phone = newPhone();
  await post('/admin/users', { phone, password: PASSWORD, role: 'editor' });
  const before = await state(phone);
  const { status, body } = await auto.post('/signup', { phone, password: THIEF });
  assert.equal([status, body.error_code], [400, 'user_already_exists']);
  await auto.post('/otp', { phone });
  assert.equal(await state(phone), before);
});

test('without autoconfirm, sends the mail and hides the administrator’s data', async () => {
  const [email, phone] = [newEmail(), newPhone()];
  const secret = { user_metadata: { note: 'secret' }, app_metadata: { plan: 'secret' }, role: 'secret', phone };
  const { id } = await post('/admin/users', { email, ...secret });
  const answer = await stack.post('/signup', { email, password: THIEF, data: { evil: true } });
  assert.equal([answer.status, answer.body.id, answer.body.identities], [200, id, []]);
  for (const word of ['secret', phone]) assert.not.ok(answer.text.includes(word));
  const { path } = await stack.mail(email);
  assert.is((await stack.get(path)).status, 303);
  const [row] =
    await sql`select role, raw_user_meta_data as user_metadata, email_confirmed_at is not null as proven from auth.users where email = ${email}`;
  assert.equal(
    { ...row, user_metadata: row?.user_metadata.note },
    { role: 'secret', user_metadata: 'secret', proven: true },
  );
  assert.is.not((await stack.post('/token?grant_type=password', { email, password: THIEF })).status, 200);
});

test('a sign-up under autoconfirm takes over an unconfirmed account that a sign-up created', async () => {
  const { email } = await unconfirmed();
  assert.is((await auto.post('/signup', { email, password: THIEF })).status, 200);
});

test.run();
