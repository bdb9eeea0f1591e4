// A request for an address in another audience cannot block the address. The request whose link or code confirms an
// account sets its audience. Accounts that an administrator created keep their audience.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { shiftClock } from '../support/database/clock.ts';
import { type Answer, newEmail, readRedirectFragment, startStack } from '../support/processes/stack.ts';

const stack = await startStack();
const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
const limited = await stack.another({ SVC_SECURITY_AUDIENCES: 'shop,desk' });
const { sql } = stack.db;
test.after(() => stack.close());
test.after.each(() => shiftClock(stack.db));

const PASSWORD = 'correct horse battery';
const EVIL = { 'X-JWT-AUD': 'evil' };
const audOf = async (email: string): Promise<string> =>
  (await sql`select aud from auth.users where email = ${email}`)[0]?.aud as string;
const signIn = (email: string, password = PASSWORD): Promise<Answer> =>
  stack.post('/token?grant_type=password', { email, password });

const THIEF: Record<string, (email: string) => Promise<Answer>> = {
  signup: (email) => stack.post('/signup', { email, password: 'chosen by a stranger' }, EVIL),
  otp: (email) => stack.post('/otp', { email }, EVIL),
  magiclink: (email) => stack.post('/magiclink', { email }, EVIL),
};

for (const [by, occupy] of Object.entries(THIEF)) {
  const occupied = async (): Promise<string> => {
    await shiftClock(stack.db);
    const email = newEmail();
    assert.is((await occupy(email)).status, 200);
    await stack.mail(email);
    await shiftClock(stack.db, 901);
    return email;
  };

  test(`an address requested with /${by} in another audience: the owner’s sign-up and link use the owner’s audience`, async () => {
    const email = await occupied();
    const signedUp = await stack.post('/signup', { email, password: PASSWORD });
    assert.equal([signedUp.status, signedUp.body.aud], [200, 'authenticated']);
    const token = readRedirectFragment(await stack.get((await stack.mail(email, 2)).path)).get('access_token') ?? '';
    assert.is(await audOf(email), 'authenticated');
    const own = await stack.get('/user', { Authorization: `Bearer ${token}` });
    assert.is(own.status, 200, own.text);
    const changed = await stack.request('PUT', '/user', { password: PASSWORD }, { Authorization: `Bearer ${token}` });
    assert.is(changed.status, 200);
    assert.is((await signIn(email)).status, 200);
    await shiftClock(stack.db, 2000);
    await stack.post('/recover', { email });
    assert.match((await stack.mail(email, 3)).path, /type=recovery/);
  });

  test(`an address requested with /${by}: the owner’s code, /recover and /resend work in the owner’s audience`, async () => {
    for (const ask of ['/otp', '/recover', '/resend']) {
      const email = await occupied();
      const asked = await stack.post(ask, {
        email,
        ...(ask === '/resend' ? { type: 'signup' } : { create_user: false }),
      });
      assert.is(asked.status, 200, asked.text);
      const { code } = await stack.mail(email, 2);
      const type = ask === '/recover' ? 'recovery' : 'email';
      const session = await stack.post('/verify', { type, email, token: code });
      assert.is(session.status, 200, `${ask} ${session.text}`);
      assert.is(await audOf(email), 'authenticated', ask);
    }
  });
}

test('a code from a stranger’s request in another audience counts in the audience where the owner enters it', async () => {
  const email = newEmail();
  await stack.post('/signup', { email, password: PASSWORD });
  await stack.mail(email);
  await stack.post('/otp', { email }, EVIL);
  const { code } = await stack.mail(email, 2);
  assert.is((await stack.post('/verify', { type: 'email', email, token: code })).status, 200);
  assert.is(await audOf(email), 'authenticated');
});

test('a sign-up under autoconfirm moves an unconfirmed account to its own audience', async () => {
  const email = newEmail();
  await THIEF.signup?.(email);
  const answer = await auto.post('/signup', { email, password: PASSWORD });
  assert.equal([answer.status, (answer.body.user as { aud: string }).aud], [200, 'authenticated']);
  assert.is((await signIn(email)).status, 200);
});

test('an invitation and a generated link set the audience, which later requests do not change', async () => {
  for (const invite of [
    (email: string) => stack.post('/invite', { email }, { ...SERVICE, 'X-JWT-AUD': 'shop' }),
    (email: string) =>
      stack.post('/admin/generate_link', { type: 'invite', email }, { ...SERVICE, 'X-JWT-AUD': 'shop' }),
  ]) {
    const email = newEmail();
    await THIEF.signup?.(email);
    await stack.mail(email);
    const invited = await invite(email);
    assert.equal([invited.status, invited.body.aud], [200, 'shop'], invited.text);
    await shiftClock(stack.db, 901);
    assert.is((await stack.post('/otp', { email }, EVIL)).status, 200, 'as for an unknown address');
    assert.is((await stack.post('/otp', { email, create_user: false }, EVIL)).status, 422);
    const { length } = await sql`select from auth.one_time_tokens where address = ${email} and aud = 'evil'`;
    assert.equal([length, await audOf(email)], [0, 'shop']);
  }
});

test('a confirmed account keeps its audience after requests in another audience', async () => {
  const email = newEmail();
  await stack.post('/signup', { email, password: PASSWORD });
  await stack.get((await stack.mail(email)).path);
  for (const occupy of Object.values(THIEF)) {
    await shiftClock(stack.db, 901);
    await occupy(email);
  }
  await auto.post('/signup', { email, password: 'chosen by a stranger' }, EVIL);
  assert.is(await audOf(email), 'authenticated');
  assert.is((await signIn(email)).status, 200);
});

test('rejects audiences other than SVC_SECURITY_AUDIENCES and SVC_JWT_AUD first', async () => {
  const before = [...(await sql`select count(*)::int from auth.users`)];
  for (const [path, body] of [
    ['/signup', { email: newEmail(), password: PASSWORD }],
    ['/otp', { email: newEmail() }],
    ['/token?grant_type=password', { email: newEmail(), password: PASSWORD }],
  ] as const) {
    const { status, body: answer } = await limited.post(path, body, EVIL);
    assert.equal([status, answer.error_code], [400, 'validation_failed'], path);
  }
  assert.equal([...(await sql`select count(*)::int from auth.users`)], before);
  for (const aud of ['shop', 'desk', 'authenticated', '']) {
    const email = newEmail();
    const answer = await limited.post('/signup', { email, password: PASSWORD }, { 'X-JWT-AUD': aud });
    assert.equal([answer.status, answer.body.aud], [200, aud || 'authenticated'], answer.text);
  }
});

test.run();
