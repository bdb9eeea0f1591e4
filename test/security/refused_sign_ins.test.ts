// Failed sign-ins in the audit log. An account gets at most SECURITY_AUDIT_REFUSED_SIGN_INS such entries per hour, for
// any sequence of attempts, also in parallel. An unknown address gets no entries but has the same counters.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  createUnconfirmedPerson,
  createWrongCode,
  findSentToken,
  newEmail,
  openSqlApi,
  type SqlPerson,
  settings,
  toUnsealedLink,
} from '../support/database/sql_api.ts';
import { createRandom, readSeed } from './random.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const MOST = 5;
const common = (more: CallArguments = {}) => ({
  settings: settings({ security_audit_refused_sign_ins: MOST, ...more }),
  client,
});
const signIn = (email: string, password: string, more: CallArguments = {}) =>
  sql_api.call('sign_in_with_password', { email, password, ...common(more) });
const ban = (id: string, ban_duration: string) =>
  sql_api.call('change_user', {
    claims: { role: 'service_role' },
    user_id: id,
    ban_duration,
    settings: settings(),
    client,
  });
const recorded = (id: string) =>
  sql_api.rows(
    'auth.audit_log',
    `t.actor_id = '${id}' and t.actions = '{sign_in_refused}' order by t.created_at, t.id`,
  );
const codes = async (id: string) => (await recorded(id)).map((row) => (row.traits as CallArguments).error_code);
const attempts = async () =>
  (await sql_api.rows('auth.attempts', 'true order by t.failures')).map((row) => ({
    ...row,
    digest: 0,
    unknown: 0,
    touch: 0,
  }));

test('each failed sign-in of an account is recorded with its error and its origin', async () => {
  const person = await createConfirmedPerson(sql_api);
  await signIn(person.email, 'wrong');
  const [row] = await recorded(person.id);
  assert.equal(row?.traits, { provider: 'email', error_code: 'invalid_credentials' });
  assert.equal([row?.ip, row?.user_agent, row?.request_id], [client.ip, client.user_agent, client.request_id]);
  assert.is(row?.actor_username, person.email);

  await signIn(person.email, 'wrong again', { security_max_password_failures: 1 });
  await ban(person.id, '1h');
  await sql_api.db.sql`delete from auth.attempts`;
  await signIn(person.email, person.password);
  assert.equal(await codes(person.id), ['invalid_credentials', 'over_request_rate_limit', 'user_banned']);

  const waiting = await createUnconfirmedPerson(sql_api);
  await signIn(waiting.email, waiting.password);
  const token = await findSentToken(sql_api, waiting.id);
  const verify = (args: CallArguments) => sql_api.call('verify_token', { type: 'signup', ...args, ...common() });
  await verify({ email: waiting.email, code: createWrongCode(token) });
  await sql_api.db
    .sql`update auth.one_time_tokens set expires_at = ${sql_api.now()}::timestamptz - interval '1 s' where id = ${token.id}`;
  await verify({ link: toUnsealedLink(token) });
  await sql_api.call('follow_link', { type: 'signup', link: toUnsealedLink(token), ...common() });
  assert.equal(await codes(waiting.id), ['email_not_confirmed', 'otp_expired', 'otp_expired', 'otp_expired']);
});

test('a successful sign-in is not recorded, and with 0 nothing is recorded', async () => {
  const person = await createConfirmedPerson(sql_api);
  assert.ok((await signIn(person.email, person.password)).claims);
  await signIn(person.email, 'wrong', { security_audit_refused_sign_ins: 0 });
  assert.equal(await codes(person.id), []);
});

test('an unknown address has the same counts and no entry', async () => {
  const counts: unknown[] = [];
  for (const email of [(await createConfirmedPerson(sql_api)).email, newEmail()]) {
    await sql_api.db.sql`delete from auth.attempts`;
    for (let tries = 0; tries < MOST + 2; tries += 1) await signIn(email, 'wrong');
    counts.push(await attempts());
  }
  assert.is((counts[0] as unknown[]).length, 2, 'wrong passwords, and those that are recorded');
  assert.equal(counts[0], counts[1]);
  const [row] = await sql_api.db.sql`select count(*)::integer as entries from auth.audit_log as l
    where l.actor_id = '00000000-0000-0000-0000-000000000000' and l.actions = '{sign_in_refused}'`;
  assert.is(row?.entries, 0);
});

test('a code that was not requested is not recorded and writes nothing, for known and unknown addresses', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`delete from auth.attempts`;
  for (const email of [person.email, newEmail()]) {
    const guess = () => sql_api.call('verify_token', { type: 'email', email, code: '123456', ...common() });
    assert.equal(await sql_api.changes(guess), []);
  }
});

test('parallel attempts record no more entries than sequential ones', async () => {
  const person = await createConfirmedPerson(sql_api);
  const sends = Array.from({ length: 4 * MOST }, () => signIn(person.email, 'wrong'));
  await Promise.all(sends);
  assert.is((await recorded(person.id)).length, MOST);
});

const seed = readSeed();
test(`no hour has more entries of an account than the setting allows (POSTERN_TEST_SEED=${seed})`, async () => {
  const choose = createRandom(seed);
  const person: SqlPerson = await createConfirmedPerson(sql_api);
  let refusals = 0;
  const noted = async (answer: Promise<CallArguments>) => {
    if ('refused' in (await answer)) refusals += 1;
  };
  const deeds: (() => Promise<unknown>)[] = [
    () => noted(signIn(person.email, 'wrong')),
    () => noted(signIn(person.email, 'wrong', { security_max_password_failures: 3 })),
    () => noted(signIn(person.email, person.password)),
    () => Promise.all([1, 2, 3].map(() => noted(signIn(person.email, 'wrong')))),
    async () => {
      await sql_api.call('request_otp', { email: person.email, settings: settings(), client });
      await noted(sql_api.call('verify_token', { type: 'email', email: person.email, code: '000000', ...common() }));
    },
    () => ban(person.id, choose(2) === 0 ? '20m' : 'none'),
    () => sql_api.advance(choose(15) * 60),
    () => sql_api.advance(choose(60)),
  ];
  for (let step = 0; step < 150; step += 1) await deeds[choose(deeds.length)]?.();
  const times = (await recorded(person.id)).map((row) => (row.created_at as Date).getTime());
  assert.ok(refusals > times.length && times.length > MOST, `${refusals} refusals, ${times.length} entries`);
  for (const [index, time] of times.entries()) {
    const later = times[index + MOST];
    if (later !== undefined)
      assert.ok(later - time >= 3_600_000, `entry ${index} and ${MOST} more within ${later - time} ms`);
  }
});

test.run();
