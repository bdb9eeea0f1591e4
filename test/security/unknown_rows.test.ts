// The number of rows about unknown addresses is bounded. A flood of such rows neither lifts a limit of a known address
// nor reveals which address is known.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/database/db.ts';
import { api, leaseQueuedMessages, SETTINGS } from '../support/database/sql_api.ts';

const db = await createDatabase();
test.after(() => db.drop());

const MOST = 40;
const settings = { ...SETTINGS, unknown_address_rows: MOST, security_max_password_failures: 2 };
const count = async (where: string): Promise<number> =>
  Number((await db.sql.unsafe(`select count(*) as n from auth.attempts where ${where}`))[0]?.n);
let strangers = 0;
const stranger = () => `stranger${++strangers}@example.com`;
const recover = (email: string) => api(db.sql, 'request_recovery', { email, settings });
const flood = async (times: number): Promise<void> => {
  for (let done = 0; done < times; done += 8) {
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const email = stranger();
        if (index % 4 === 0) await api(db.sql, 'sign_in_with_password', { email, password: 'wrong', settings });
        else if (index % 4 === 1) await api(db.sql, 'resend', { type: 'signup', email, settings });
        else if (index % 4 === 2)
          await api(db.sql, 'resend', {
            type: 'sms',
            phone: `4917${strangers}`,
            settings: { ...settings, external_phone_enabled: true },
          });
        else await recover(email);
        await api(db.sql, 'verify_token', { type: 'email', email, code: 'wrong', settings });
      }),
    );
  }
};

test('rows about unknown addresses stay bounded under a flood, and rows of known ones stay', async () => {
  const email = 'ada@example.com';
  await api(db.sql, 'sign_up', { email, password: 'correct horse battery', settings });
  await leaseQueuedMessages(db.sql, email);
  await recover(email);
  for (let guess = 0; guess < 2; guess += 1) {
    await api(db.sql, 'verify_token', { type: 'email', email, code: 'wrong', settings });
    await api(db.sql, 'sign_in_with_password', { email, password: 'wrong', settings });
  }
  const before =
    await db.sql`select digest, asked_at, tries, credit, failures, missed from auth.attempts order by digest`;
  assert.ok(before.length >= 4);
  await flood(400);
  // Concurrent writers may exceed the limit by one or two rows each.
  assert.ok((await count('unknown')) <= MOST + 16, `${await count('unknown')} rows`);
  const digests = before.map(({ digest }) => digest as Buffer);
  const after = await db.sql`
    select digest, asked_at, tries, credit, failures, missed from auth.attempts where digest in ${db.sql(digests)} order by digest`;
  assert.equal([...after], [...before], 'no row of the account has changed');
  const wrong = await api(db.sql, 'sign_in_with_password', { email, password: 'correct horse battery', settings });
  assert.is((wrong.refused as { status: number }).status, 429);
});

test('keeps the newest rows: a recent request is limited, known address or not', async () => {
  const email = stranger();
  assert.equal(await recover(email), {});
  await flood(8);
  assert.is(((await recover(email)).refused as { status: number }).status, 429);
});

test('an address requested in another audience does not count as unknown', async () => {
  const email = 'bob@example.com';
  await api(db.sql, 'sign_up', { email, password: 'correct horse battery', settings });
  const mailbox = () => count(`digest = any (auth_lib.mailbox_digests('{${email}}')) and not unknown`);
  assert.is(await mailbox(), 1);
  await api(db.sql, 'request_recovery', { email, audience: 'elsewhere', settings });
  for (let guess = 0; guess < 2; guess += 1) {
    await api(db.sql, 'sign_in_with_password', { email, password: 'wrong', audience: 'elsewhere', settings });
  }
  await flood(200);
  assert.is(await mailbox(), 1);
  const wrong = await api(db.sql, 'sign_in_with_password', { email, password: 'correct horse battery', settings });
  assert.is((wrong.refused as { status: number }).status, 429);
});

test.run();
