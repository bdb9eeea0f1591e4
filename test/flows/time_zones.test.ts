// The database and the processes have different local time zones, neither of them UTC. Times in responses, tokens and
// mails are in UTC, and lifetimes are exact.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { claimsOf } from '../support/clients/client.ts';
import { shiftClock } from '../support/database/clock.ts';
import { createDatabase } from '../support/database/db.ts';
import { type Answer, newEmail, startStack } from '../support/processes/stack.ts';

const HOUR_S = 3_600;
const { TZ } = process.env;
process.env.TZ = 'America/St_Johns';
const db = await createDatabase();
await db.sql.unsafe(`alter database ${db.name} set timezone = 'Pacific/Kiritimati'`);
const stack = await startStack({
  db,
  env: { SVC_SESSIONS_TIMEBOX: '1h', SVC_MAILER_OTP_EXP: '600', SVC_JWT_EXP: String(HOUR_S) },
});
test.after(async () => {
  await stack.close();
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

/** Requests a code, reads it in the mail, calls `at`, and signs in with the code. */
async function signInByCode(o: { email: string; count?: number; at?: () => Promise<void> }): Promise<Answer> {
  assert.is((await stack.post('/otp', { email: o.email })).status, 200);
  const { code } = await stack.mail(o.email, o.count);
  await o.at?.();
  return stack.post('/verify', { type: 'email', email: o.email, token: code });
}

/** Fails unless the time is within a minute of the current time. */
function assertCurrent(time: number, about: string): void {
  assert.ok(Math.abs(time - Date.now()) < 60_000, `${about}: ${new Date(time).toISOString()}`);
}

test('the time zones differ', async () => {
  assert.is.not(new Date().getTimezoneOffset(), 0);
  const later = db.connect(1);
  const [row] = await later`select current_setting('timezone') as zone`;
  await later.end();
  assert.is(row?.zone, 'Pacific/Kiritimati');
});

test('times in responses, tokens and mails are those of UTC', async () => {
  const email = newEmail();
  const answer = await signInByCode({ email });
  assert.is(answer.status, 200, answer.text);
  const { iat, exp } = claimsOf(String(answer.body.access_token)) as Record<string, number>;
  assertCurrent(Number(iat) * 1_000, 'iat');
  assert.is(Number(exp) - Number(iat), HOUR_S);
  const listed = await stack.get('/admin/users', SERVICE);
  const [found] = (listed.body.users as Record<string, string>[]).filter((user) => user.email === email);
  for (const user of [answer.body.user as Record<string, string>, found]) {
    for (const name of ['created_at', 'confirmed_at', 'last_sign_in_at']) {
      const time = String(user?.[name]);
      assert.match(time, /Z$/, name);
      assertCurrent(Date.parse(time), name);
    }
  }
  const audit = await stack.get('/admin/audit', SERVICE);
  for (const { created_at } of audit.body as unknown as { created_at: string }[]) {
    assert.match(created_at, /Z$/);
    assertCurrent(Date.parse(created_at), 'audit');
  }
  const [, date = ''] = /^Date: (.*)$/im.exec((await stack.mail(email)).raw) ?? [];
  assertCurrent(Date.parse(date), 'the mail');
});

test('a session ends at its time box and a code at its expiry', async () => {
  const email = newEmail();
  let { body } = await signInByCode({ email });
  const refresh = () => stack.post('/token?grant_type=refresh_token', { refresh_token: body.refresh_token });
  await shiftClock(db, HOUR_S - 60);
  const alive = await refresh();
  assert.is(alive.status, 200, alive.text);
  body = alive.body;
  await shiftClock(db, HOUR_S + 60);
  assert.is((await refresh()).body.error_code, 'session_expired');

  const inTime = await signInByCode({ email, count: 2, at: () => shiftClock(db, HOUR_S + 600) });
  assert.is(inTime.status, 200, inTime.text);
  const late = await signInByCode({ email, count: 3, at: () => shiftClock(db, HOUR_S + 1_260) });
  assert.is(late.body.error_code, 'otp_expired');
});

test.run();
