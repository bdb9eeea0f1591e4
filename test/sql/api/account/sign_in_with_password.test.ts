// Tests of sign_in_with_password.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  createUnconfirmedPerson,
  type ExpectedError,
  newEmail,
  openSqlApi,
  readMemberAt,
  settings,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const WRONG: ExpectedError = [400, 'invalid_credentials', 'Invalid login credentials'];
const TOO_MANY: ExpectedError = [429, 'over_request_rate_limit', 'Request rate limit reached'];
const signIn = (args: CallArguments) =>
  sql_api.call('sign_in_with_password', { settings: settings(), client, ...args });
const refused = (args: CallArguments, expected: ExpectedError, changes: string[] = []) =>
  sql_api.refused('sign_in_with_password', { settings: settings(), ...args }, expected, changes);

test('the checks before any account lookup', async () => {
  const both = { email: 'a@example.com', phone: '12' };
  const off = settings({ external_email_enabled: false });
  await refused({ ...both, settings: off }, [
    400,
    'validation_failed',
    'Only an email address or phone number should be provided on login.',
  ]);
  await refused({ email: both.email, settings: off }, [422, 'email_provider_disabled', 'Email logins are disabled']);
  await refused({ phone: both.phone }, [422, 'phone_provider_disabled', 'Phone logins are disabled']);
  await refused({ email: '', phone: '', password: 'x' }, [400, 'validation_failed', 'missing email or phone']);
  await refused({}, [400, 'validation_failed', 'missing email or phone']);
  await refused({ phone: '+ ', settings: settings({ external_phone_enabled: true }) }, WRONG, ['attempts']);
});

test('the right password: a session, the audit row, last_sign_in_at; the address in any case', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.advance(60);
  let answer: CallArguments = {};
  const tables = await sql_api.changes(async () => {
    answer = await signIn({ email: person.email.toUpperCase(), password: person.password });
  });
  assert.equal(tables, ['audit_log', 'sessions', 'users']);
  assert.is(readMemberAt(answer, 'body.weak_password'), null);
  assert.is(readMemberAt(answer, 'body.user.id'), person.id);
  assert.is(readMemberAt(answer, 'body.user.last_sign_in_at'), sql_api.now());
  assert.is(readMemberAt(answer, 'claims.amr.0.method'), 'password');
  assert.is.not(readMemberAt(answer, 'claims.session_id'), person.session_id, 'earlier sessions are untouched');
  assert.equal(await sql_api.audited(), { actions: ['login'], traits: { provider: 'email' }, actor_id: person.id });
});

test('a sign-in does not lock the attempts while it waits for its user, because a confirmation locks them in reverse order', async () => {
  const { id, email, password } = await createConfirmedPerson(sql_api);
  await refused({ email, password: 'wrong' }, WRONG, ['attempts']);
  const { sql } = sql_api.db;
  const [{ digest } = { digest: null }] = await sql`select auth_lib.attempt_digest('password', ${id}) as digest`;
  let answer: Promise<CallArguments> = Promise.resolve({});
  let free = 0;
  await sql.begin(async (held) => {
    await held`select from auth.users as u where u.id = ${id} for no key update`;
    answer = signIn({ email, password });
    for (let looks = 0; ; looks += 1) {
      const [row] = await sql`select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      if (row?.waiting === 1) break;
      if (looks > 500) throw new Error('the sign-in does not wait');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    free = (await held`select from auth.attempts as a where a.digest = ${digest} for update skip locked`).length;
  });
  assert.is(readMemberAt(await answer, 'body.user.id'), id);
  assert.is(free, 1);
  assert.equal([...(await sql`select from auth.attempts as a where a.digest = ${digest}`)], []);
});

test("a password that violates today's rules still signs in, with a warning", async () => {
  const person = await createConfirmedPerson(sql_api);
  const strict = settings({ password_min_length: 30, password_required_characters: ['0123456789'] });
  const answer = await signIn({ email: person.email, password: person.password, settings: strict });
  assert.equal(readMemberAt(answer, 'body.weak_password'), {
    message:
      'Password should be at least 30 characters. Password should contain at least one character of each: 0123456789.',
    reasons: ['length', 'characters'],
  });
});

test('a password does not expire', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.db
    .sql`update auth.passwords set updated_at = updated_at - interval '30 years' where user_id = ${person.id}`;
  const answer = await signIn({ email: person.email, password: person.password });
  assert.is(readMemberAt(answer, 'body.user.id'), person.id);
  assert.is(readMemberAt(answer, 'body.weak_password'), null);
});

test('unknown, wrong, empty, over-long, without a password, unconfirmed with a wrong one: the same response, and counted', async () => {
  const person = await createConfirmedPerson(sql_api);
  const waiting = await createUnconfirmedPerson(sql_api);
  const bare = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`delete from auth.passwords where user_id = ${bare.id}`;
  for (const args of [
    { email: newEmail(), password: 'anything' },
    { email: 'not an address', password: 'anything' },
    { email: person.email, password: 'wrong' },
    { email: person.email, password: '' },
    { email: person.email },
    { email: person.email, password: person.password.padEnd(73, 'x') },
    { email: bare.email, password: bare.password },
    { email: waiting.email, password: 'wrong' },
    { email: person.email, password: person.password, audience: 'elsewhere' },
  ]) {
    await refused(args, WRONG, ['attempts']);
  }
});

test('72 bytes are compared whole: a longer password never matches by being cut', async () => {
  const password = 'p'.repeat(72);
  const email = newEmail();
  await sql_api.call('sign_up', { email, password, settings: settings({ mailer_autoconfirm: true }) });
  assert.ok((await signIn({ email, password })).body);
  await refused({ email, password: `${password}p` }, WRONG, ['attempts']);
});

test('a password is compared as it was sent: in the same case, with its spaces, in the same Unicode form', async () => {
  const password = ' Caf\u00e9 au Lait ';
  const email = newEmail();
  await sql_api.call('sign_up', { email, password, settings: settings({ mailer_autoconfirm: true }) });
  assert.ok((await signIn({ email, password })).body);
  for (const other of [password.toLowerCase(), password.toUpperCase(), password.trim(), password.normalize('NFD')]) {
    await refused({ email, password: other }, WRONG, ['attempts']);
  }
});

test('reports banned and unconfirmed only after the right password', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.db
    .sql`update auth.users set banned_until = auth_lib.clock() + interval '1 hour' where id = ${person.id}`;
  await refused({ email: person.email, password: 'wrong' }, WRONG, ['attempts']);
  await refused(
    { email: person.email, password: person.password },
    [400, 'user_banned', 'User is banned'],
    ['attempts'], // the right password resets the count
  );
  await sql_api.advance(3600);
  assert.ok((await signIn({ email: person.email, password: person.password })).body, 'the ban ends by the clock');

  const waiting = await createUnconfirmedPerson(sql_api);
  await refused({ email: waiting.email, password: waiting.password }, [
    400,
    'email_not_confirmed',
    'Email not confirmed',
  ]);
});

test('refuses a voided pending password', async () => {
  const waiting = await createUnconfirmedPerson(sql_api);
  await sql_api.call('sign_up', { email: waiting.email, password: 'another password', settings: settings() });
  await refused({ email: waiting.email, password: waiting.password }, WRONG, ['attempts']);
  await refused({ email: waiting.email, password: 'another password' }, WRONG, ['attempts']);
});

test('the limit of wrong passwords, also for unknown addresses: 429 before the hash, until an hour has passed', async () => {
  const person = await createConfirmedPerson(sql_api);
  const few = settings({ security_max_password_failures: 3 });
  for (const [email, password] of [
    [person.email, person.password],
    [newEmail(), 'anything'],
  ]) {
    for (let i = 0; i < 3; i += 1) await refused({ email, password: 'wrong', settings: few }, WRONG, ['attempts']);
    await refused({ email, password, settings: few }, TOO_MANY);
  }
  assert.ok((await signIn({ email: person.email, password: person.password })).body, 'the default is 100');
  await refused({ email: person.email, password: 'wrong', settings: few }, WRONG, ['attempts']);
  for (let i = 0; i < 2; i += 1) await refused({ email: person.email, settings: few }, WRONG, ['attempts']);
  await sql_api.advance(3599);
  await refused({ email: person.email, password: person.password, settings: few }, TOO_MANY);
  await sql_api.advance(1);
  assert.ok((await signIn({ email: person.email, password: person.password, settings: few })).body);
});

test('an address of another identity finds the account, but has no password', async () => {
  const person = await createConfirmedPerson(sql_api);
  const second = newEmail();
  await sql_api.db.sql`
    insert into auth.addresses (kind, value, user_id, is_primary, created_at)
    values ('email', ${second}, ${person.id}, false, now())`;
  await refused({ email: second, password: person.password }, WRONG, ['attempts']);
  assert.ok((await signIn({ email: person.email, password: person.password })).body);
});

test('a right password clears the count', async () => {
  const person = await createConfirmedPerson(sql_api);
  const few = settings({ security_max_password_failures: 2 });
  for (let i = 0; i < 3; i += 1) {
    await refused({ email: person.email, password: 'wrong', settings: few }, WRONG, ['attempts']);
    assert.ok((await signIn({ email: person.email, password: person.password, settings: few })).body);
  }
});

test('a password of another bcrypt prefix signs in; other formats are never stored', async () => {
  const person = await createConfirmedPerson(sql_api);
  for (const prefix of ['$2b$', '$2y$']) {
    await sql_api.db.sql`update auth.passwords set hash = ${prefix} || substr(hash, 5) where user_id = ${person.id}`;
    assert.ok((await signIn({ email: person.email, password: person.password })).body);
  }
  for (const hash of ['xx', 'rl.3StKT.4T8M', `$2a$17$${'a'.repeat(53)}`]) {
    const failed = await sql_api.db.sql`update auth.passwords set hash = ${hash} where user_id = ${person.id}`.catch(
      (error: Error) => error.message,
    );
    assert.match(String(failed), 'passwords_hash_check');
  }
});

test.run();
