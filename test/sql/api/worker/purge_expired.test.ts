// Tests of purge_expired.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';
import { queueMail } from '../../../support/processes/worker.ts';
import { createUserWithEvents, insertWebhook } from './webhooks.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());

const purge = async (most: number | null = null, settings: Record<string, unknown> | null = null) =>
  (
    await db.sql`select auth_api.purge_expired(most => ${most}, settings => ${settings && JSON.stringify(settings)}::text::jsonb) as r`
  )[0]?.r;
const nothing = {
  messages: 0,
  one_time_tokens: 0,
  flow_states: 0,
  webhook_events: 0,
  passkey_challenges: 0,
  consumed_id_tokens: 0,
  consumed_assertions: 0,
  consumed_codes: 0,
  consumed_web3_messages: 0,
  sessions: 0,
  challenges: 0,
  factors: 0,
  limits: 0,
  attempts: 0,
  oauth_clients: 0,
  oauth_assertions: 0,
  oauth_logouts: 0,
  oauth_authorizations: 0,
};

test('deletes messages after their retention', async () => {
  const [old, young, open] = [await queueMail(db), await queueMail(db), await queueMail(db)];
  await db.sql`update auth.messages set state = 'sent', finished_at = now() - interval '31 days' where id = ${old.message_id}`;
  await db.sql`update auth.messages set state = 'expired', finished_at = now() - interval '29 days' where id = ${young.message_id}`;
  assert.equal(await purge(), { ...nothing, messages: 1 });
  assert.equal(await purge(null, { message_retention: 86400 }), { ...nothing, messages: 1 });
  // The rows of the last day stay, with any arguments that the worker's role passes.
  await db.sql`update auth.messages set state = 'sent', finished_at = now() - interval '23 hours' where id = ${open.message_id}`;
  for (const message_retention of [0, 1, -1e9]) assert.equal(await purge(null, { message_retention }), nothing);
  assert.is((await db.sql`select from auth.messages where id = ${open.message_id}`).length, 1);
});

test('deletes codes an hour after they expire, or a day after they were not sent; their flows follow', async () => {
  await db.sql`delete from auth.users`;
  const [dead, live, unsent] = [await queueMail(db), await queueMail(db), await queueMail(db)];
  await db.sql`update auth.one_time_tokens set expires_at = now() - interval '61 minutes' where id = ${dead.token_id}`;
  await db.sql`update auth.one_time_tokens set expires_at = now() - interval '59 minutes' where id = ${live.token_id}`;
  await db.sql`update auth.one_time_tokens set created_at = now() - interval '26 hours' where id = ${unsent.token_id}`;
  await db.sql`
    insert into auth.flow_states (id, user_id, provider, authentication_method, created_at)
    select gen_random_uuid(), u.id, 'email', 'signup', now() - interval '25 hours' from auth.users as u`;
  await db.sql`
    update auth.one_time_tokens as t set flow_id = f.id from auth.flow_states as f where f.user_id = t.user_id and t.id = ${live.token_id}`;
  assert.equal(await purge(), { ...nothing, one_time_tokens: 2, flow_states: 2 });
  const kept = await db.sql`select user_id from auth.flow_states`;
  assert.equal(
    kept.map((row) => row.user_id),
    [live.user_id],
  );
});

test('deletes an abandoned provider flow once it has expired, in bounded batches; a code stays for a day', async () => {
  const begin = (age: string, more: { issued?: string; taken?: boolean; provider?: string } = {}) => db.sql`
    insert into auth.flow_states (id, provider, authentication_method, redirect_to, consumed_at, auth_code_digest, auth_code_issued_at, access_epoch, created_at)
    values (gen_random_uuid(), ${more.provider ?? 'github'}, 'oauth', ${more.provider ? null : 'http://localhost:3000'},
      ${more.taken ? db.sql`now()` : null}, ${more.issued ? db.sql`decode(md5(random()::text), 'hex')` : null},
      now() - ${more.issued ?? null}::interval, ${more.issued ? 0 : null}::bigint, now() - ${age}::interval)`;
  for (const age of ['7 minutes', '7 minutes', '2 hours']) await begin(age);
  await begin('7 minutes', { taken: true });
  await begin('5 minutes');
  await begin('2 hours', { issued: '110 minutes' });
  await begin('2 hours', { provider: 'email' });
  assert.equal(await purge(3), { ...nothing, flow_states: 3 });
  assert.equal(await purge(null, { external_flow_state_expiry_duration: 600 }), nothing);
  assert.equal(await purge(), { ...nothing, flow_states: 1 });
  assert.is((await db.sql`select from auth.flow_states where redirect_to is not null`).length, 2);
  await db.sql`delete from auth.flow_states`;
});

test('F-17: deletes a used ID token once no gateway accepts it, even with a clock that is behind', async () => {
  await db.sql`insert into auth.consumed_id_tokens (digest, expires_at) values
    (sha256('old'), now() - interval '61 minutes'), (sha256('for slow clocks'), now() - interval '59 minutes'), (sha256('live'), now() + interval '1 minute'), (sha256('ever'), 'infinity')`;
  assert.equal(await purge(), { ...nothing, consumed_id_tokens: 1 });
});

test('deletes a used assertion in the same way', async () => {
  await db.sql`insert into auth.consumed_assertions (digest, expires_at) values
    (sha256('old'), now() - interval '61 minutes'), (sha256('for slow clocks'), now() - interval '59 minutes')`;
  assert.equal(await purge(), { ...nothing, consumed_assertions: 1 });
});

test('deletes an abandoned sign-in by SSO after the time that a user has at the provider', async () => {
  for (const age of ['10 minutes', '12 minutes'])
    await db.sql`insert into auth.flow_states (id, provider, authentication_method, redirect_to, created_at)
      values (gen_random_uuid(), 'sso:1', 'sso/saml', 'http://localhost:3000', now() - ${age}::interval)`;
  assert.equal(await purge(null, { saml_relay_state_validity_period: 3600 }), nothing);
  assert.equal(await purge(), { ...nothing, flow_states: 1 });
  await db.sql`delete from auth.flow_states`;
});

test("deletes a wallet's message once it is too old", async () => {
  await db.sql`insert into auth.consumed_web3_messages (digest, expires_at) values
    (sha256('old'), now() - interval '1 second'), (sha256('live'), now() + interval '1 minute')`;
  assert.equal(await purge(), { ...nothing, consumed_web3_messages: 1 });
});

test('deletes an exchanged code once it would have expired', async () => {
  const { user_id } = await queueMail(db);
  const id = randomUUID();
  await db.sql`insert into auth.sessions (user_id, id, amr, created_at) values (${user_id}, ${id}, '[]', now())`;
  await db.sql`insert into auth.consumed_codes (digest, user_id, session_id, expires_at)
    select sha256(age::text::bytea), ${user_id}, ${id}, now() - age
    from unnest('{3 minutes, 1 second, -1 minute}'::interval[]) as a (age)`;
  assert.equal(await purge(1), { ...nothing, consumed_codes: 1 });
  assert.equal(await purge(), { ...nothing, consumed_codes: 1 });
  assert.equal(await purge(), nothing);
  await db.sql`delete from auth.users`;
  assert.is((await db.sql`select from auth.consumed_codes`).length, 0);
});

test('deletes sessions a day after their end', async () => {
  await db.sql`delete from auth.users`;
  const { user_id } = await queueMail(db);
  const insert = (revoked: string | null, not_after: string | null) => db.sql`
    insert into auth.sessions (user_id, id, amr, revoked_at, revoked_reason, not_after, created_at)
    values (${user_id}, gen_random_uuid(), '[]', now() - ${revoked}::interval, ${revoked && 'logout'}, now() - ${not_after}::interval, now() - interval '9 days')`;
  await insert('25 hours', null);
  await insert('23 hours', null);
  await insert(null, '25 hours');
  await insert(null, '23 hours');
  await insert(null, null);
  assert.equal(await purge(), { ...nothing, sessions: 2 });
  assert.is((await db.sql`select from auth.sessions`).length, 3);
});

test('deletes challenges a day after their end, and factors never verified', async () => {
  await db.sql`delete from auth.users`;
  const { user_id } = await queueMail(db);
  const insert = (status: string, age: string) => db.sql`
    insert into auth.factors (user_id, id, factor_type, status, secret, created_at, updated_at)
    values (${user_id}, gen_random_uuid(), 'totp', ${status}, 'sealed', now() - ${age}::interval, now())`;
  await insert('verified', '25 hours');
  await insert('unverified', '25 hours');
  await insert('unverified', '23 hours');
  await db.sql`update auth.users set factor_status = 'verified'`;
  await db.sql`
    insert into auth.challenges (user_id, id, factor_id, expires_at, created_at)
    select f.user_id, gen_random_uuid(), f.id, now() - x.ago, now() from auth.factors as f
    cross join (values (interval '25 hours'), (interval '23 hours')) as x (ago) where f.status = 'verified'`;
  assert.equal(await purge(), { ...nothing, challenges: 1, factors: 1 });
  assert.is((await db.sql`select from auth.factors`).length, 2);
  await db.sql`delete from auth.factors where status = 'verified'`;
  await db.sql`update auth.factors set created_at = now() - interval '2 days'`;
  assert.equal(await purge(), { ...nothing, factors: 1 });
  assert.is((await db.sql`select from auth.users where factor_status is null`).length, 1);
});

test('deletes challenges of passkeys an hour after their end', async () => {
  const insert = (ago: string) => db.sql`
    insert into auth.passkey_challenges (id, purpose, challenge, expires_at, created_at)
    values (gen_random_uuid(), 'sign_in', ${Buffer.alloc(32)}, now() - ${ago}::interval, now())`;
  for (const ago of ['61 minutes', '59 minutes', '-5 minutes']) await insert(ago);
  assert.equal(await purge(), { ...nothing, passkey_challenges: 1 });
  assert.is((await db.sql`select from auth.passkey_challenges`).length, 2);
});

test('deletes limits and attempts once they no longer count; a longer spacing keeps its attempts longer', async () => {
  await db.sql`delete from auth.users`;
  await db.sql`insert into auth.limits (key, tokens, refilled_at, created_at) values
    ('old', 1, now() - interval '61 minutes', now() - interval '61 minutes'), ('used', 0, now(), now() - interval '61 minutes'),
    ('counting', 0, now() - interval '59 minutes', now() - interval '59 minutes')`;
  await db.sql`insert into auth.attempts (digest, touched_at) values ('\\x01', now() - interval '26 hours'), ('\\x02', now())`;
  assert.equal(await purge(null, { smtp_max_frequency: 172800 }), { ...nothing, limits: 2 });
  assert.equal(
    await purge(null, { mailer_otp_exp: 172800 }),
    nothing,
    'attempts are kept for the lifetime of the code',
  );
  assert.equal(await purge(null, { smtp_max_frequency: 60, sms_max_frequency: 172800 }), nothing);
  assert.equal(await purge(), { ...nothing, attempts: 1 });
});

test('deletes the assertions of clients two minutes after their end', async () => {
  await db.sql`insert into auth.oauth_assertions (digest, expires_at) values
    (sha256('old'), now() - interval '3 minutes'), (sha256('young'), now() - interval '1 minute')`;
  assert.equal(await purge(), { ...nothing, oauth_assertions: 1 });
});

test('deletes logouts of clients after 30 days, ended or not', async () => {
  await db.sql`insert into auth.oauth_logouts (id, client_id, user_id, session_id, state, created_at, finished_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), l.state, now() - l.age, l.ended
    from (values ('queued', interval '31 days', null), ('failed', '31 days', now()), ('delivered', '29 days', now()))
      as l (state, age, ended)`;
  assert.equal(await purge(), { ...nothing, oauth_logouts: 2 });
});

test('a batch is bounded', async () => {
  await db.sql`insert into auth.attempts (digest, touched_at)
    select int4send(g), now() - interval '2 days' from generate_series(1, 25) as g`;
  assert.is((await purge(10)).attempts, 10);
  assert.is((await purge(10)).attempts, 10);
  assert.is((await purge(10)).attempts, 5);
});

test('deletes events after their retention, including those never leased', async () => {
  const webhook_id = await insertWebhook(db);
  const [ended] = await createUserWithEvents(db, webhook_id, ['user.created']);
  const [waiting] = await createUserWithEvents(db, webhook_id, ['user.created']);
  const [young] = await createUserWithEvents(db, webhook_id, ['user.created']);
  const aged = (id: string | undefined, ago: string) => db.sql`
    update auth.webhook_events set created_at = now() - ${ago}::interval where id = ${id ?? ''}`;
  await aged(waiting?.id, '8 days');
  await aged(young?.id, '6 days');
  await aged(ended?.id, '9 days');
  await db.sql`update auth.webhook_events set state = 'failed', finished_at = now() - interval '8 days' where id = ${ended?.id ?? ''}`;
  assert.is((await purge(1)).webhook_events, 1);
  assert.equal(
    [...(await db.sql`select id from auth.webhook_events`)].map(({ id }) => id),
    [young?.id],
  );
  assert.is((await purge(null, { webhook_retention: 5 * 86400 })).webhook_events, 1);
});

test('counts the messages of each hour that is over, once', async () => {
  await db.sql`truncate auth.messages, auth.tallies`;
  const at = async (finished_at: string, state: string) => {
    const { message_id } = await queueMail(db);
    await db.sql.unsafe(
      `update auth.messages set state = '${state}', finished_at = date_trunc('hour', now(), 'UTC') + interval '${finished_at}' where id = '${message_id}'`,
    );
  };
  for (const minutes of [5, 59]) await at(`-3 hours ${minutes} minutes`, 'sent');
  await at('-3 hours 10 minutes', 'failed');
  await at('0 minutes', 'sent');
  const counted = async () =>
    (
      await db.sql`
        select round(extract(epoch from date_trunc('hour', now(), 'UTC') - (day + make_interval(hours => hour)) at time zone 'UTC') / 3600)::integer as ago,
          name, outcome, count::integer from auth.tallies where kind = 'message' order by 1, 2, 3`
    ).map((row) => [row.ago, row.name, row.outcome, row.count]);
  await purge();
  const first = [
    [3, 'mail', 'failed', 1],
    [3, 'mail', 'sent', 2],
  ];
  assert.equal(await counted(), first);
  await purge();
  assert.equal(await counted(), first);
  await at('-2 hours 1 minute', 'expired');
  await purge();
  assert.equal(await counted(), [[2, 'mail', 'expired', 1], ...first]);
});

test.run();
