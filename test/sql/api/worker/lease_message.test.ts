// lease_message returns null, another worker's lease, or the message. The first lease starts the lifetime of the code.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';
import { queueMail } from '../../../support/processes/worker.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());

interface LeaseResult {
  nothing?: string;
  leased_until?: string;
  message?: Record<string, unknown>;
  token?: Record<string, unknown>;
  other?: Record<string, unknown> | null;
  person?: Record<string, unknown>;
  user?: Record<string, unknown>;
}

const take = async (
  id: string,
  generation = 1,
  settings: Record<string, unknown> | null = {},
  sql = db.sql,
): Promise<LeaseResult> => {
  const [row] = await sql<{ taken: LeaseResult }[]>`
    select auth_api.lease_message(message_id => ${id}, generation => ${generation}, settings => ${settings && JSON.stringify(settings)}::text::jsonb) as taken`;
  return row?.taken ?? {};
};
const message = async (id: string) => (await db.sql`select * from auth.messages where id = ${id}`)[0];

test('the message under a lease, with the ids that derive its link and code, and no secret', async () => {
  const flow_id = randomUUID();
  const queued = await queueMail(db, { flow_id, data: { name: 'Ada' }, redirect_to: 'https://app.example.com/x' });
  const taken = await take(queued.message_id);
  assert.is(taken.message?.to, queued.email);
  assert.is(taken.message?.channel, 'mail');
  assert.is(taken.message?.attempt, 1);
  assert.is(taken.message?.redirect_to, 'https://app.example.com/x');
  assert.equal(taken.token, {
    id: queued.token_id,
    generation: 1,
    key_id: 1,
    digits: 6,
    purpose: 'signup',
    pkce: true,
  });
  assert.equal(taken.user, { email: queued.email, new_email: '', phone: '', data: { name: 'Ada' } });
  const row = await message(queued.message_id);
  assert.is(row?.state, 'sending');
});

test('the lease is 30 s, and the first one starts the lifetime of the code', async () => {
  const queued = await queueMail(db, { valid_for_s: 100 });
  // now() is constant within a transaction, so the differences are exact.
  const [row] = await db.sql.begin(async (sql) => {
    await sql`select auth_api.lease_message(${queued.message_id}, 1, null)`;
    return sql`
      select extract(epoch from m.leased_until - now())::float8 as lease, extract(epoch from t.expires_at - now())::float8 as life
      from auth.messages as m join auth.one_time_tokens as t on t.id = m.token_id where m.id = ${queued.message_id}`;
  });
  assert.equal({ ...row }, { lease: 30, life: 100 });
});

test('while the lease is valid no other worker gets it; after that one does, as a new attempt', async () => {
  const queued = await queueMail(db);
  await take(queued.message_id);
  assert.match((await take(queued.message_id)).leased_until ?? '', /^\d{4}-.*Z$/);
  await db.sql`update auth.messages set leased_until = now() - interval '1 second' where id = ${queued.message_id}`;
  assert.is((await take(queued.message_id)).message?.attempt, 2);
});

test('a worker that died may have sent: an SMS gets a second attempt and no third', async () => {
  const died = async (id: string) =>
    db.sql`update auth.messages set leased_until = now() - interval '1 second' where id = ${id}`;
  const sms = await queueMail(db);
  await db.sql`update auth.messages set channel = 'sms' where id = ${sms.message_id}`;
  const mail = await queueMail(db);
  for (const { message_id } of [sms, mail]) {
    for (const attempt of [1, 2]) {
      assert.is((await take(message_id)).message?.attempt, attempt);
      await died(message_id);
    }
  }
  assert.equal(await take(sms.message_id), { nothing: 'expired' });
  assert.match((await message(sms.message_id))?.last_error, /nobody knows/);
  assert.is((await take(mail.message_id)).message?.attempt, 3);
});

test('of many concurrent calls one gets the message', async () => {
  const login = db.login('worker', 8);
  const [coded, plain] = [await queueMail(db), await queueMail(db)];
  await db.sql`update auth.messages set token_id = null, kind = 'password_changed_notification' where id = ${plain.message_id}`;
  for (const queued of [coded, plain]) {
    const all = await Promise.all(Array.from({ length: 8 }, () => take(queued.message_id, 1, {}, login)));
    assert.is(all.filter((taken) => taken.message).length, 1);
    assert.is(all.filter((taken) => taken.leased_until).length, 7);
  }
});

test('a later lease leaves the lifetime of the code unchanged', async () => {
  const queued = await queueMail(db, { valid_for_s: 100 });
  const expiry = async () =>
    (await db.sql`select t.expires_at from auth.one_time_tokens as t where id = ${queued.token_id}`)[0];
  assert.is((await expiry())?.expires_at, null);
  await take(queued.message_id);
  const first = await expiry();
  assert.equal((await message(queued.message_id))?.expires_at, first?.expires_at);
  await db.sql`update auth.messages set leased_until = now() - interval '1 second' where id = ${queued.message_id}`;
  await take(queued.message_id);
  assert.equal((await expiry())?.expires_at, first?.expires_at);
});

test('a long-lived code does not keep a message longer than a day', async () => {
  const queued = await queueMail(db, { valid_for_s: 7 * 86400 });
  await take(queued.message_id);
  const [row] =
    await db.sql`select expires_at <= created_at + interval '24 hours' as ok from auth.messages where id = ${queued.message_id}`;
  assert.is(row?.ok, true);
});

test('nothing: unknown, another generation, sent, replaced, consumed, user deleted, too late', async () => {
  assert.equal(await take(randomUUID()), { nothing: 'unknown' });
  const queued = await queueMail(db);
  assert.equal(await take(queued.message_id, 2), { nothing: 'unknown' });
  await db.sql`update auth.messages set state = 'sent', finished_at = now() where id = ${queued.message_id}`;
  assert.equal(await take(queued.message_id), { nothing: 'sent' });

  const first = await queueMail(db);
  const second = await queueMail(db, { user_id: first.user_id, email: first.email });
  assert.equal(await take(first.message_id), { nothing: 'expired' });
  assert.is((await message(first.message_id))?.last_error, 'the link was used, replaced or its user deleted');
  assert.ok((await take(second.message_id, second.generation)).message);

  const gone = await queueMail(db);
  await db.sql`update auth.users set deleted_at = now() where id = ${gone.user_id}`;
  assert.equal(await take(gone.message_id), { nothing: 'expired' });

  const late = await queueMail(db);
  await db.sql`update auth.messages set expires_at = now() - interval '1 second', last_error = '451 at DATA' where id = ${late.message_id}`;
  assert.equal(await take(late.message_id), { nothing: 'expired' });
  assert.is((await message(late.message_id))?.last_error, '451 at DATA');
});

test('of a change with two confirmations a hook gets one event, with both tokens; a mail server sends two', async () => {
  const change = { purpose: 'email_change', message: 'email_change', valid_for_s: 100 } as const;
  const both = async () => {
    const current = await queueMail(db, { ...change, kind: 'email_change_current' });
    const { user_id } = current;
    return {
      current,
      next: await queueMail(db, { ...change, kind: 'email_change_new', user_id, email: `n${current.email}` }),
    };
  };
  const mails = await both();
  for (const { message_id, generation, token_id } of [mails.current, mails.next]) {
    const taken = await take(message_id, generation, { send_sms_hook: false });
    assert.equal([taken.token?.id, taken.other, taken.person], [token_id, undefined, undefined]);
  }
  const { current, next } = await both();
  const hooked = { send_email_hook: true };
  assert.equal(await take(current.message_id, current.generation, hooked), { nothing: 'expired' });
  assert.match((await message(current.message_id))?.last_error, /told of it with the mail to the new address/);
  const taken = await take(next.message_id, next.generation, hooked);
  assert.equal([taken.token?.id, taken.other?.id, taken.person?.id], [next.token_id, current.token_id, next.user_id]);
  assert.equal(Object.keys(taken.other ?? {}).sort(), ['digits', 'generation', 'id', 'key_id', 'pkce', 'purpose']);
  const lives = await db.sql`select distinct expires_at from auth.one_time_tokens where user_id = ${next.user_id}`;
  assert.is(lives.length, 1, 'both codes live from the same instant');
  assert.ok(lives[0]?.expires_at);

  const alone = await both();
  await db.sql`delete from auth.one_time_tokens where id = ${alone.next.token_id}`;
  const half = await take(alone.current.message_id, alone.current.generation, hooked);
  assert.equal([half.token?.id, half.other], [alone.current.token_id, null], 'the event contains the remaining token');
});

test('a hook gets the user of a message without a token too', async () => {
  const queued = await queueMail(db, { data: { name: 'Ada' } });
  await db.sql`update auth.messages set token_id = null, kind = 'password_changed_notification' where id = ${queued.message_id}`;
  const taken = await take(queued.message_id, queued.generation, { send_sms_hook: true });
  assert.equal([taken.token, taken.other, taken.person?.id], [null, null, queued.user_id]);
  assert.equal(taken.person?.user_metadata, { name: 'Ada' });
  assert.not.ok(Object.values(taken.person ?? {}).includes(null));
});

test('omitted settings have the documented defaults', async () => {
  const queued = await queueMail(db);
  assert.ok((await take(queued.message_id, 1, null)).message);
  const short = await queueMail(db);
  await take(short.message_id, 1, { message_lease: 5 });
  const [row] =
    await db.sql`select leased_until < now() + interval '6 seconds' as ok from auth.messages where id = ${short.message_id}`;
  assert.is(row?.ok, true);
});

test('all workers share one pace of mails: each lease gets the next time, and starts then', async () => {
  const settings = { mail_max_per_second: 2 };
  // now() is constant within a transaction, so the differences are exact.
  const waits = await db.sql.begin(async (sql) => {
    const found: unknown[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { message_id } = await queueMail({ ...db, sql: sql as unknown as typeof db.sql });
      const [row] = await sql`
        select auth_api.lease_message(${message_id}, 1, ${JSON.stringify(settings)}::text::jsonb) #>> '{message,wait}' as wait`;
      const [lease] = await sql`
        select extract(epoch from leased_until - now())::float8 as lease from auth.messages where id = ${message_id}`;
      found.push([Number(row?.wait), lease?.lease]);
    }
    return found;
  });
  assert.equal(waits, [
    [0, 30],
    [0.5, 30.5],
    [1, 31],
    [1.5, 31.5],
  ]);
});

test('an idle time allows one mail at most, and without a pace there is no wait', async () => {
  const wait = async (settings: object, passed_s = 0): Promise<number> => {
    await db.sql`update auth.quotas set refilled_at = refilled_at - make_interval(secs => ${passed_s}) where kind = 'pace'`;
    const taken = await take((await queueMail(db)).message_id, 1, settings as Record<string, unknown>);
    return Number(taken.message?.wait);
  };
  assert.is(await wait({ mail_max_per_second: 1 }, 3600), 0);
  assert.ok((await wait({ mail_max_per_second: 1 })) > 0.5);
  assert.is(await wait({}), 0);
});

test.run();
