// A password sign-in computes exactly one bcrypt hash of the same cost, in every state of the account, unless the
// address is blocked for its failures. The test counts calls of pgcrypto's crypt() within a transaction, and records
// the cost of each salt in auth_lib.bcrypt, the only caller of crypt().
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { computeArgon2Hash } from '../support/database/foreign_hashes.ts';
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
import { newEmail } from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
const WRONG = 'wrong horse battery';
const ARGON2 = computeArgon2Hash(PASSWORD);
const LONG = 'x'.repeat(73);
const COST = Number(SETTINGS.security_bcrypt_cost);

let db: TestDatabase;
test.before(async () => {
  db = await createDatabase();
  await db.sql.unsafe('create table public.bcrypts (cost text); grant insert on public.bcrypts to public');
});
test.after(() => db.drop());

// Replaces auth_lib.bcrypt by a function that calls the original and records prefix and cost of each hash.
// countHashes() counts crypt() calls without this replacement, because Postgres may inline the original into its
// caller.
const RECORDING_BCRYPT = `
  do $do$ begin execute replace(replace(pg_get_functiondef('auth_lib.bcrypt'::regproc),
    'auth_lib.bcrypt(', 'auth_lib.bcrypt_itself('), 'bcrypt.', 'bcrypt_itself.'); end $do$;
  create or replace function auth_lib.bcrypt(password text, stored text, cost integer) returns text language plpgsql as $$
  declare v_hash text := auth_lib.bcrypt_itself(password, stored, cost);
  begin
    insert into public.bcrypts values (substr(v_hash, 1, 7));
    return v_hash;
  end $$`;

interface HashCount {
  answer: CallResult;
  /** Number of crypt() calls in the server. */
  crypts: number;
  /** Prefix and cost of each hash that auth_lib.bcrypt returned. */
  costs: string[];
}

/**
 * Runs a call twice, each time in a transaction that is rolled back: first with the original auth_lib.bcrypt, then with
 * the recording one.
 */
async function countHashes(
  name: string,
  args: CallResult,
  prepare?: (sql: Connection) => Promise<unknown>,
): Promise<HashCount> {
  const { answer, crypts } = await rollBackAfter(prepare, async (sql) => {
    await sql.unsafe(`set local track_functions = 'all'`);
    const before = await countCryptCalls(sql);
    return { answer: await api(sql, name, args), crypts: (await countCryptCalls(sql)) - before };
  });
  const costs = await rollBackAfter(prepare, async (sql) => {
    await sql.unsafe(RECORDING_BCRYPT);
    await api(sql, name, args);
    return (await sql<{ cost: string }[]>`select cost from public.bcrypts`).map((row) => row.cost);
  });
  return { answer, crypts, costs };
}

async function countCryptCalls(sql: Connection): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select coalesce(sum(f.calls), 0)::int as n from pg_stat_xact_user_functions as f where f.funcname = 'crypt'`;
  return row?.n ?? 0;
}

async function rollBackAfter<T>(
  prepare: ((sql: Connection) => Promise<unknown>) | undefined,
  work: (sql: Connection) => Promise<T>,
): Promise<T> {
  let done: { value: T } | undefined;
  await db.sql
    .begin(async (sql) => {
      await prepare?.(sql);
      done = { value: await work(sql) };
      throw new Error('undo');
    })
    .catch((error: unknown) => {
      if (done === undefined) throw error;
    });
  return (done as { value: T }).value;
}

async function assertOneHash(
  about: string,
  name: string,
  args: CallResult,
  code: string | undefined,
  prepare?: (sql: Connection) => Promise<unknown>,
) {
  const { answer, crypts, costs } = await countHashes(name, args, prepare);
  assert.is(returnedErrorCode(answer), code, about);
  assert.equal({ crypts, costs }, { crypts: 1, costs: [`$2a$${String(COST).padStart(2, '0')}$`] }, about);
}

async function createSignedUpUser(
  o: { confirm?: boolean } = {},
): Promise<{ email: string; id: string; token: TokenRow }> {
  const email = newEmail();
  const user = await api(db.sql, 'sign_up', { email, password: PASSWORD });
  const [token] = await leaseQueuedMessages(db.sql, email);
  if (o.confirm) await api(db.sql, 'follow_link', { type: 'signup', link: { id: token?.id, pkce: false } });
  return { email, id: String(user.id), token: token as TokenRow };
}

async function createUserWithoutPassword(): Promise<string> {
  const email = newEmail();
  await api(db.sql, 'request_otp', { email });
  const [token] = await leaseQueuedMessages(db.sql, email);
  await api(db.sql, 'follow_link', { type: 'email', link: { id: token?.id, pkce: false } });
  return email;
}

test('a sign-in costs one hash: unknown, wrong, banned, without a password, unconfirmed, deleted, too long, other audience', async () => {
  const confirmed = await createSignedUpUser({ confirm: true });
  const unconfirmed = await createSignedUpUser();
  const passwordless = await createUserWithoutPassword();
  const ban = (sql: Connection) =>
    sql`update auth.users set banned_until = now() + interval '1 day' where id = ${confirmed.id}`;
  const remove = (sql: Connection) => sql`update auth.users set deleted_at = now() where id = ${confirmed.id}`;
  const store = (hash: string) => (sql: Connection) =>
    sql`update auth.passwords set hash = ${hash} where user_id = ${confirmed.id}`;
  const b_variant = async (sql: Connection) =>
    sql`update auth.passwords set hash = '$2b' || substr(hash, 4) where user_id = ${confirmed.id}`;
  const rows: [string, CallResult, string | undefined, ((sql: Connection) => Promise<unknown>)?][] = [
    ['right', { email: confirmed.email, password: PASSWORD }, undefined],
    ['wrong', { email: confirmed.email, password: WRONG }, 'invalid_credentials'],
    ['empty', { email: confirmed.email, password: '' }, 'invalid_credentials'],
    ['absent', { email: confirmed.email }, 'invalid_credentials'],
    ['over-long', { email: confirmed.email, password: LONG }, 'invalid_credentials'],
    ['unknown', { email: newEmail(), password: WRONG }, 'invalid_credentials'],
    ['unknown, over-long', { email: newEmail(), password: LONG }, 'invalid_credentials'],
    ['no address at all', { email: 'not an address', password: WRONG }, 'invalid_credentials'],
    ['banned, wrong', { email: confirmed.email, password: WRONG }, 'invalid_credentials', ban],
    ['banned, right', { email: confirmed.email, password: PASSWORD }, 'user_banned', ban],
    ['without a password', { email: passwordless, password: WRONG }, 'invalid_credentials'],
    ['unconfirmed, wrong', { email: unconfirmed.email, password: WRONG }, 'invalid_credentials'],
    ['unconfirmed, right', { email: unconfirmed.email, password: PASSWORD }, 'email_not_confirmed'],
    ['deleted', { email: confirmed.email, password: WRONG }, 'invalid_credentials', remove],
    ['other audience', { email: confirmed.email, password: PASSWORD, audience: 'other' }, 'invalid_credentials'],
    ['imported as $2b$', { email: confirmed.email, password: PASSWORD }, undefined, b_variant],
    [
      'imported as argon2id, right',
      { email: confirmed.email, password: PASSWORD, rehashed: ARGON2 },
      undefined,
      store(ARGON2),
    ],
    [
      'imported as argon2id, wrong',
      { email: confirmed.email, password: WRONG, rehashed: `${ARGON2.slice(0, -4)}AAAA` },
      'invalid_credentials',
      store(ARGON2),
    ],
    [
      'by phone, unknown',
      { phone: '+4917012345', password: WRONG, settings: { ...SETTINGS, external_phone_enabled: true } },
      'invalid_credentials',
    ],
  ];
  for (const [about, args, code, prepare] of rows)
    await assertOneHash(about, 'sign_in_with_password', args, code, prepare);

  // A stored hash that is_bcrypt() rejects never reaches crypt(), which would use DES for an unknown prefix. The
  // password is hashed with a new salt instead.
  for (const hash of ['$6$rounds=5000$abc$def', '$argon2id$v=19$m=1,t=1,p=1$YQ$YQ', 'ab', `$2a$31$${'a'.repeat(53)}`]) {
    const refused = await countHashes(
      'sign_in_with_password',
      { email: confirmed.email, password: WRONG },
      async (sql) => {
        await sql`alter table auth.passwords drop constraint if exists passwords_hash_check`;
        await store(hash)(sql);
      },
    );
    assert.is(returnedErrorCode(refused.answer), 'invalid_credentials', hash);
    assert.equal(refused.costs, ['$2a$04$'], hash);
  }
});

test('an address that is blocked for its failures costs no hash', async () => {
  const args = { email: newEmail(), password: WRONG, settings: { ...SETTINGS, security_max_password_failures: 1 } };
  await api(db.sql, 'sign_in_with_password', args);
  const { answer, crypts } = await countHashes('sign_in_with_password', args);
  assert.is(returnedErrorCode(answer), 'over_request_rate_limit');
  assert.is(crypts, 0);
});

test('a sign-up costs one hash: new, again with the same or another password, within the spacing, confirmed, autoconfirmed', async () => {
  const confirmed = await createSignedUpUser({ confirm: true });
  const unconfirmed = await createSignedUpUser();
  const auto = { ...SETTINGS, mailer_autoconfirm: true };
  const patient = (sql: Connection) => sql`delete from auth.attempts`;
  const rows: [string, CallResult, string | undefined, ((sql: Connection) => Promise<unknown>)?][] = [
    ['new', { email: newEmail(), password: PASSWORD }, undefined],
    ['same', { email: unconfirmed.email, password: PASSWORD }, undefined, patient],
    ['another', { email: unconfirmed.email, password: WRONG }, undefined, patient],
    ['same, 429', { email: unconfirmed.email, password: PASSWORD }, 'over_email_send_rate_limit'],
    ['another, 429', { email: unconfirmed.email, password: WRONG }, 'over_email_send_rate_limit'],
    ['confirmed', { email: confirmed.email, password: WRONG }, undefined],
    ['new, autoconfirmed', { email: newEmail(), password: PASSWORD, settings: auto }, undefined],
    ['unconfirmed, autoconfirmed', { email: unconfirmed.email, password: PASSWORD, settings: auto }, undefined],
    [
      'confirmed under autoconfirm',
      { email: confirmed.email, password: PASSWORD, settings: auto },
      'user_already_exists',
    ],
    [
      'no quota',
      { email: newEmail(), password: PASSWORD, settings: { ...SETTINGS, rate_limit_email_sent: { count: 0 } } },
      'over_email_send_rate_limit',
    ],
  ];
  for (const [about, args, code, prepare] of rows) await assertOneHash(about, 'sign_up', args, code, prepare);
});

test('a sign-up by phone costs one hash; an anonymous one and a generated link without a password cost none', async () => {
  const sms = { external_phone_enabled: true, sms_ready: true, rate_limit_sms_sent: { count: 1_000_000 } };
  const settings: CallResult = { ...SETTINGS, ...sms, external_anonymous_users_enabled: true };
  const auto = { ...settings, sms_autoconfirm: true };
  const [waiting, proven] = ['4917099901', '4917099902'];
  await api(db.sql, 'sign_up', { phone: waiting, password: PASSWORD, settings });
  await api(db.sql, 'sign_up', { phone: proven, password: PASSWORD, settings: auto });
  const patient = (sql: Connection) => sql`delete from auth.attempts`;
  const rows: [string, CallResult, string | undefined, ((sql: Connection) => Promise<unknown>)?][] = [
    ['new', { phone: '4917099903', password: PASSWORD, settings }, undefined],
    ['new, autoconfirmed', { phone: '4917099904', password: PASSWORD, settings: auto }, undefined],
    ['same', { phone: waiting, password: PASSWORD, settings }, undefined, patient],
    ['another, 429', { phone: waiting, password: WRONG, settings }, 'over_sms_send_rate_limit'],
    ['confirmed', { phone: proven, password: WRONG, settings }, undefined],
    ['confirmed under autoconfirm', { phone: proven, password: PASSWORD, settings: auto }, 'user_already_exists'],
  ];
  for (const [about, args, code, prepare] of rows) await assertOneHash(about, 'sign_up', args, code, prepare);
  assert.is((await countHashes('sign_up', { password: PASSWORD, settings })).crypts, 0);

  const claims = { role: 'service_role' };
  const link = { type: 'signup', email: newEmail(), password: PASSWORD, claims };
  assert.is((await countHashes('generate_link', link)).crypts, 1);
  assert.is((await countHashes('generate_link', { ...link, type: 'invite' })).crypts, 0);
  assert.is((await countHashes('generate_link', { ...link, type: 'magiclink' })).crypts, 0);
});

test('a password sent with a link or code is hashed once, whether or not the token exists', async () => {
  const { token, email } = await createSignedUpUser();
  const password = 'given with the link';
  const rows: [string, CallResult, string | undefined][] = [
    ['link', { type: 'signup', link: { id: token.id, pkce: false }, password }, undefined],
    ['code', { type: 'email', email, code: codeOf(token), password }, undefined],
    ['forged link', { type: 'signup', link: { id: null, pkce: false }, password }, 'otp_expired'],
    ['wrong code', { type: 'email', email, code: 'x', password }, 'otp_expired'],
    ['unknown address', { type: 'email', email: newEmail(), code: '123456', password }, 'otp_expired'],
  ];
  for (const [about, args, code] of rows) await assertOneHash(about, 'verify_token', args, code);
  const without = await countHashes('verify_token', { type: 'email', email, code: codeOf(token) });
  assert.is(without.crypts, 0);
});

test.run();
