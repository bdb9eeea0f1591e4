// An attacker with a stolen access token requests a change of address. The recovery of the account by its owner cancels
// the change. Afterwards /resend, which needs no credential, sends no message to the attacker, and all codes sent to
// the attacker are invalid.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { shiftClock } from '../support/database/clock.ts';
import { codeOf, type TokenRow } from '../support/database/sql_api.ts';
import { type Answer, bearer, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({
  env: {
    SVC_EXTERNAL_PHONE_ENABLED: 'true',
    SVC_SMS_PROVIDER: 'twilio',
    SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
    SVC_SMS_TWILIO_AUTH_TOKEN: 'x',
    SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
    SVC_RATE_LIMIT_SMS_SENT: '1000000',
    SVC_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false',
  },
  worker: false,
});
const { sql } = stack.db;
test.after(() => stack.close());
test.after.each(() => shiftClock(stack.db));

type Victim = Awaited<ReturnType<typeof createVictim>>;
const put = (victim: Victim, body: object): Promise<Answer> =>
  stack.request('PUT', '/user', body, bearer(victim.access_token));
const byAdmin = (victim: Victim, body: object): Promise<Answer> =>
  stack.request('PUT', `/admin/users/${victim.id}`, body, SERVICE);

let numbers = 0;
const newPhone = (): string => `4916300${String(++numbers).padStart(5, '0')}`;

/** Creates a confirmed user with a session. No worker runs, so tests compute codes from the database. */
async function createVictim() {
  const [email, password] = [newEmail(), 'correct horse battery'];
  const { body } = await stack.post('/admin/users', { email, password, email_confirm: true }, SERVICE);
  const session = (await stack.post('/token?grant_type=password', { email, password })).body;
  return { id: String(body.id), email, password, access_token: session.access_token };
}

/** Returns the token for an address and starts its lifetime, as the worker does when it sends the mail. */
async function markTokenSent(address: string): Promise<TokenRow | undefined> {
  const [token] = await sql<TokenRow[]>`
    update auth.one_time_tokens set expires_at = coalesce(expires_at, auth_lib.clock() + valid_for)
    where address = ${address} returning *`;
  return token;
}

const messages = async (address: string): Promise<number> =>
  (await sql`select from auth.messages where to_address = ${address}`).length;

/** Recovers the account as its owner, by code. Returns the new access token. */
async function recoverAccount(victim: Victim): Promise<string> {
  assert.is((await stack.post('/recover', { email: victim.email })).status, 200);
  const token = await markTokenSent(victim.email);
  const code = codeOf(token as TokenRow);
  const session = await stack.post('/verify', { type: 'recovery', email: victim.email, token: code });
  assert.is(session.status, 200, session.text);
  return String(session.body.access_token);
}

const OWNER: Record<string, (victim: Victim) => Promise<unknown>> = {
  'a recovery': recoverAccount,
  'a recovery, a new password and the end of all sessions': async (victim) => {
    const token = bearer(await recoverAccount(victim));
    assert.is((await stack.request('PUT', '/user', { password: 'chosen by the owner' }, token)).status, 200);
    assert.is((await stack.post('/logout?scope=global', {}, token)).status, 204);
  },
  'a new password': (victim) => put(victim, { password: 'chosen by the owner' }),
  'an administrator’s password': (victim) => byAdmin(victim, { password: 'chosen by an administrator' }),
  'an administrator’s number': (victim) => byAdmin(victim, { phone: newPhone() }),
  'a ban': async (victim) => {
    await byAdmin(victim, { ban_duration: '24h' });
    await byAdmin(victim, { ban_duration: 'none' });
  },
  'an empty address': (victim) => put(victim, { email: '', phone: '' }),
  'the present address, and an empty number': (victim) => put(victim, { email: victim.email.toUpperCase(), phone: '' }),
};

for (const [name, takes_back] of Object.entries(OWNER)) {
  for (const kind of ['phone', 'email'] as const) {
    test(`${name} ends a pending change of ${kind}: /resend sends nothing, no code opens a session`, async () => {
      const victim = await createVictim();
      const evil = kind === 'phone' ? newPhone() : newEmail();
      assert.is((await put(victim, { [kind]: evil })).status, 200);
      const stolen = (await markTokenSent(evil)) as TokenRow;
      assert.is(await messages(evil), 1);
      await takes_back(victim);
      await shiftClock(stack.db, 90);
      const type = `${kind}_change`;
      for (const address of [{ email: victim.email }, { [kind]: evil }]) {
        assert.is((await stack.post('/resend', { type, ...address })).status, 200);
      }
      assert.is(await messages(evil), 1, 'nothing more was sent to the thief');
      assert.is(await markTokenSent(evil), undefined);
      const typed = await stack.post('/verify', { type, [kind]: evil, token: codeOf(stolen) });
      assert.equal([typed.status, typed.body.error_code], [403, 'otp_expired']);
      const { body } = await stack.get(`/admin/users/${victim.id}`, SERVICE);
      assert.equal([body.new_email, body.new_phone], [undefined, undefined]);
      const [row] = await sql`select email_change_status from auth.users where id = ${victim.id}`;
      assert.is(row?.email_change_status, 0);
    });
  }
}

test('an administrator’s e-mail address ends both kinds of change; the owner’s own change ends the other one', async () => {
  const [victim, mover] = [await createVictim(), await createVictim()];
  const [phone, email] = [newPhone(), newEmail()];
  await put(victim, { email, phone });
  await byAdmin(victim, { email: newEmail(), email_confirm: true });
  for (const address of [phone, email]) assert.is(await markTokenSent(address), undefined);

  const [evil, own] = [newPhone(), newEmail()];
  await put(mover, { email: own, phone: evil });
  const done = await stack.post('/verify', {
    type: 'email_change',
    email: own,
    token: codeOf((await markTokenSent(own)) as TokenRow),
  });
  assert.is(done.status, 200, done.text);
  await shiftClock(stack.db, 90);
  await stack.post('/resend', { type: 'phone_change', email: own });
  assert.is(await messages(evil), 1);
  const [row] = await sql`select new_phone from auth.users where id = ${mover.id}`;
  assert.is(row?.new_phone, null);
});

test('resends a change that is still pending, and one that has expired within the hour', async () => {
  const victim = await createVictim();
  const phone = newPhone();
  await put(victim, { phone });
  await markTokenSent(phone);
  await shiftClock(stack.db, 90);
  await stack.post('/resend', { type: 'phone_change', email: victim.email });
  assert.is(await messages(phone), 2);
  await markTokenSent(phone);
  await shiftClock(stack.db, 90 + 3700);
  await stack.post('/resend', { type: 'phone_change', email: victim.email });
  assert.is(await messages(phone), 2, 'the request itself is too old');
});

test('/resend of a change returns the same with and without a change, with and without an account', async () => {
  const [waiting, idle, stranger] = [await createVictim(), await createVictim(), newEmail()];
  await put(waiting, { email: newEmail(), phone: newPhone() });
  for (const type of ['email_change', 'phone_change']) {
    for (const later of [0, 0, 90, 90]) {
      await shiftClock(stack.db, later);
      const answers = [];
      for (const email of [waiting.email, idle.email, stranger]) {
        const { status, body } = await stack.post('/resend', { type, email });
        answers.push([status, Object.keys(body).sort(), String(body.msg).replace(/\d+/, 'N')]);
      }
      assert.equal(answers[0], answers[1], `${type} after ${later} s`);
      assert.equal(answers[0], answers[2], `${type} after ${later} s`);
    }
  }
});

test.run();
