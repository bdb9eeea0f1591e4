// Spacing of mails to one address, and the mail quota of the installation, with a shifted clock.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { freezeClock } from '../support/database/clock.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import {
  api,
  type CallResult,
  type Connection,
  codeOf,
  leaseQueuedMessages,
  returnedErrorCode,
  SETTINGS,
  type TokenRow,
} from '../support/database/sql_api.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
let db: TestDatabase;
test.before(async () => {
  db = await createDatabase();
  await freezeClock(db.sql);
});
test.after(() => db.drop());

async function setClock(at: string): Promise<void> {
  await db.sql`update public.test_clock set at = ${at}::timestamptz`;
}
async function advanceClock(by: string): Promise<void> {
  await db.sql`update public.test_clock set at = at + ${by}::interval`;
}

type MailCall = (email: string, settings?: CallResult) => Promise<CallResult>;
const call =
  (name: string, args: CallResult = {}): MailCall =>
  (email, settings = {}) =>
    api(db.sql, name, { email, ...args, settings: { ...SETTINGS, ...settings } });
const signUp = call('sign_up', { password: PASSWORD });
const resend = call('resend', { type: 'signup' });
const otp = call('request_otp');
const magicLink = call('request_magic_link');
const recover = call('request_recovery');

const text = (answer: CallResult): string => String((answer.refused as CallResult | undefined)?.message ?? 'sent');
const wait = (seconds: number): string => `For security purposes, you can only request this after ${seconds} seconds.`;

async function confirmByMail(email: string): Promise<void> {
  const [token] = await leaseQueuedMessages(db.sql, email);
  const answer = await api(db.sql, 'verify_token', { type: 'email', email, code: codeOf(token as TokenRow) });
  assert.ok(answer.body, JSON.stringify(answer));
}

test('the spacing is 900 s for sign-up and resend, 60 s for links and recovery, or one setting; allowed at the boundary', async () => {
  const rows: [MailCall, CallResult, number][] = [
    [signUp, {}, 900],
    [resend, {}, 900],
    [otp, {}, 60],
    [magicLink, {}, 60],
    [recover, {}, 60],
    [signUp, { smtp_max_frequency: 120 }, 120],
    [otp, { smtp_max_frequency: 120 }, 120],
  ];
  for (const [ask, settings, seconds] of rows) {
    const email = newEmail();
    assert.is(text(await ask(email, settings)), 'sent');
    assert.is(text(await ask(email, settings)), wait(seconds));
    await advanceClock(`${seconds - 1}.000001 seconds`);
    assert.is(text(await ask(email, settings)), wait(0));
    await advanceClock('0.999999 seconds');
    assert.is(text(await ask(email, settings)), 'sent');
    assert.is(text(await ask(email, settings)), wait(seconds));
  }
});

test('sign-up and resend share one spacing, /otp, /magiclink and /recover another', async () => {
  const email = newEmail();
  assert.is(text(await signUp(email)), 'sent');
  assert.is(text(await resend(email)), wait(900));
  for (const ask of [otp, magicLink, recover]) {
    assert.is(text(await ask(email)), 'sent');
    for (const other of [otp, magicLink, recover]) assert.is(text(await other(email)), wait(60));
    await advanceClock('60 seconds');
  }
});

test('the spacing ignores the spelling of an address and does not affect other addresses', async () => {
  const email = newEmail();
  await otp(email);
  assert.is(text(await otp(email.toUpperCase())), wait(60));
  assert.is(text(await otp(`x${email}`)), 'sent');
});

test('a confirmation ends every spacing of its address', async () => {
  const email = newEmail();
  await signUp(email);
  await recover(email);
  await confirmByMail(email);
  assert.is(text(await recover(email)), 'sent');
  assert.is(text(await signUp(email)), 'sent');
});

test('under autoconfirm a sign-up has no spacing and uses no quota', async () => {
  const auto = { mailer_autoconfirm: true, rate_limit_email_sent: { count: 1 } };
  await db.sql`delete from auth.quotas`;
  for (let n = 0; n < 3; n += 1) assert.is(returnedErrorCode(await signUp(newEmail(), auto)), undefined);
  const email = newEmail();
  await signUp(email, auto);
  assert.is(returnedErrorCode(await signUp(email, auto)), 'user_already_exists');
});

async function countMessages(email: string): Promise<number> {
  const [row] = await db.sql`
    select (select count(*) from auth.addresses where value = ${email})::int
         + (select count(*) from auth.messages where to_address = ${email})::int as n`;
  return Number(row?.n);
}

test('N: allows N mails per clock hour of the database; a rejected request stores nothing and starts no spacing', async () => {
  await db.sql`delete from auth.quotas`;
  await setClock('2031-05-05 10:59:00Z');
  const settings = { rate_limit_email_sent: { count: 3 } };
  for (const ask of [signUp, otp, magicLink]) assert.is(text(await ask(newEmail(), settings)), 'sent');
  const email = newEmail();
  for (const ask of [signUp, otp, magicLink]) {
    assert.is(text(await ask(email, settings)), 'email rate limit exceeded');
    assert.is(await countMessages(email), 0);
  }
  assert.is(
    text(await recover(newEmail(), settings)),
    'email rate limit exceeded',
    'an unknown address learns the same',
  );
  await setClock('2031-05-05 11:00:00Z');
  assert.is(text(await signUp(email, settings)), 'sent', 'at once: a refusal by the quota counted no attempt');
  for (let n = 0; n < 2; n += 1) assert.is(text(await otp(newEmail(), settings)), 'sent');
  assert.is(text(await otp(newEmail(), settings)), 'email rate limit exceeded');
});

test('a request that sends nothing uses no quota: unknown addresses at /recover and /resend, confirmed ones at /signup', async () => {
  const email = newEmail();
  await signUp(email);
  await confirmByMail(email);
  await db.sql`delete from auth.quotas`;
  const settings = { rate_limit_email_sent: { count: 1 } };
  for (let n = 0; n < 3; n += 1) {
    assert.is(text(await recover(newEmail(), settings)), 'sent');
    assert.is(text(await resend(newEmail(), settings)), 'sent');
  }
  assert.is(text(await signUp(email, settings)), 'sent');
  assert.is(text(await otp(newEmail(), settings)), 'sent', 'the one mail is still there');
  assert.is(text(await otp(newEmail(), settings)), 'email rate limit exceeded');
});

test('N/d: a bucket of N that gains one every d', async () => {
  await db.sql`delete from auth.quotas`;
  const settings = { rate_limit_email_sent: { count: 2, per: 30 } };
  const ask = async (): Promise<string> => text(await otp(newEmail(), settings));
  assert.equal([await ask(), await ask(), await ask()], ['sent', 'sent', 'email rate limit exceeded']);
  await advanceClock('29 seconds');
  assert.is(await ask(), 'email rate limit exceeded');
  await advanceClock('1 second');
  assert.equal([await ask(), await ask()], ['sent', 'email rate limit exceeded']);
  await advanceClock('10 hours');
  assert.equal([await ask(), await ask(), await ask()], ['sent', 'sent', 'email rate limit exceeded']);
});

test('0 rejects every mail', async () => {
  await db.sql`delete from auth.quotas`;
  for (const zero of [{ count: 0 }, { count: 0, per: 1 }]) {
    for (const ask of [signUp, otp, magicLink, recover, resend]) {
      assert.is(text(await ask(newEmail(), { rate_limit_email_sent: zero })), 'email rate limit exceeded');
    }
  }
});

test('a quota holds for parallel requests', async () => {
  const settings = { ...SETTINGS, rate_limit_email_sent: { count: 5 } };
  const people = Array.from({ length: 24 }, () => newEmail());
  // Sign-ups lock the counts of users, so only requests of existing users run at once.
  for (const email of people) await signUp(email, { mailer_autoconfirm: true });
  const login = db.login('gateway', people.length);
  // If another request uses up the quota during the call, the error is raised, which rolls back the new user.
  const raised = (error: { code: string; message: string }): CallResult => {
    if (error.code !== 'PT429') throw error;
    return { refused: { message: error.message } };
  };
  for (const [name, emails] of [
    ['request_recovery', people],
    ['request_otp', people.map(() => newEmail())],
  ] as const) {
    await db.sql`delete from auth.quotas`;
    const answers = await Promise.all(emails.map((email) => api(login, name, { email, settings }).catch(raised)));
    const sent = answers.filter((answer) => text(answer) === 'sent').length;
    const refused = answers.filter((answer) => text(answer) === 'email rate limit exceeded').length;
    assert.equal({ sent, refused }, { sent: 5, refused: 19 }, name);
  }
});

test('two gateways share the quota, written as N and as N/d', async () => {
  for (const written of ['2', '2/1h']) {
    const stack = await startStack({ worker: false, env: { SVC_RATE_LIMIT_EMAIL_SENT: written } });
    try {
      await freezeClock(stack.db.sql);
      const second = await stack.another();
      const statuses = [];
      for (const node of [stack, second, stack, second]) {
        statuses.push((await node.post('/signup', { email: newEmail(), password: PASSWORD })).status);
      }
      assert.equal(statuses, [200, 200, 429, 429], written);
    } finally {
      await stack.close();
    }
  }
});

test('parallel requests for one address send one mail', async () => {
  const parallel = async (ask: MailCall): Promise<void> => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(email)));
    assert.is(answers.filter((answer) => text(answer) === 'sent').length, 1);
    const [row] =
      await (db.sql as Connection)`select count(*)::int as n from auth.messages where to_address = ${email}`;
    assert.is(row?.n, 1);
  };
  for (const ask of [signUp, otp, magicLink]) await parallel(ask);
});

test.run();
