// Account takeover before confirmation: cases that the step sequences of takeover.test.ts do not cover. These are
// expired mails, parallel requests, actions of an attacker after the confirmation, passwords sent with a link, and
// autoconfirm. takeover.test.ts states the invariant.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMovableClock } from '../support/database/clock.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import {
  api,
  type CallResult,
  codeOf,
  leaseQueuedMessages,
  returnedErrorCode,
  SETTINGS,
  type TokenRow,
} from '../support/database/sql_api.ts';
import { newEmail } from '../support/processes/stack.ts';
import {
  ACTIONS,
  FIRST_PASSWORD,
  FIRST_SIGN_UP,
  OTHER_PASSWORD,
  performAction,
  type SignUpAction,
  type SignUpRun,
} from './first_password.ts';

let db: TestDatabase;
let forward: SignUpRun['forward'];

test.before(async () => {
  db = await createDatabase();
  forward = await createMovableClock(db.sql);
});
test.after(() => db.drop());

const named = (name: string): SignUpAction => ACTIONS.find((action) => action.name === name) as SignUpAction;

async function createWorld(...names: string[]): Promise<SignUpRun & { tokens: TokenRow[] }> {
  const made = { sql: db.sql, email: newEmail(), forward };
  let tokens = await performAction(made, FIRST_SIGN_UP);
  for (const name of names) tokens = await performAction(made, named(name));
  return { ...made, tokens };
}

async function trySignIn(email: string, password: string): Promise<string | undefined> {
  return returnedErrorCode(await api(db.sql, 'sign_in_with_password', { email, password }));
}

function openLink(token: TokenRow | undefined): Promise<CallResult> {
  return api(db.sql, 'follow_link', { type: 'email', link: { id: token?.id, pkce: false } });
}

async function purgeExpired(): Promise<void> {
  await forward('26 hours');
  await db.sql`select auth_api.purge_expired(500, '{}')`;
}

test('a link requested in between breaks the chain for good, even after it has expired and was purged', async () => {
  const { email, sql } = await createWorld('otp');
  await purgeExpired();
  await performAction({ sql, email, forward }, named('resend'));
  const [token] = await leaseQueuedMessages(sql, email);
  assert.ok((await openLink(token)).body);
  assert.is(await trySignIn(email, FIRST_PASSWORD), 'invalid_credentials');
});

test('a confirmation that expired unread is resent and installs the password of its sign-up', async () => {
  const { email, sql } = await createWorld();
  await purgeExpired();
  const [token] = await performAction({ sql, email, forward }, named('resend'));
  assert.ok((await openLink(token)).body);
  assert.is(await trySignIn(email, FIRST_PASSWORD), undefined);
});

test('a link installs none of several passwords of concurrent sign-ups', async () => {
  const email = newEmail();
  const passwords = Array.from({ length: 10 }, (_, index) => `password number ${index}`);
  const answers = await Promise.all(passwords.map((password) => api(db.sql, 'sign_up', { email, password })));
  assert.ok(answers.some((answer) => answer.email === email));
  const [token] = await leaseQueuedMessages(db.sql, email);
  assert.ok((await openLink(token)).body);
  for (const password of passwords) assert.is(await trySignIn(email, password), 'invalid_credentials');
});

test('a link requested in parallel breaks the chain, and another password voids the first', async () => {
  for (const contradiction of ['otp', 'magiclink', 'sign_up(other)']) {
    for (let round = 0; round < 4; round += 1) {
      const { email } = await createWorld();
      await forward('901 seconds');
      const names = ['resend', 'sign_up(first)', contradiction, 'resend', 'sign_up(first)'];
      await Promise.all(names.map((name) => api(db.sql, named(name).call, { email, ...named(name).args })));
      for (const token of await leaseQueuedMessages(db.sql, email)) await openLink(token);
      assert.is(await trySignIn(email, FIRST_PASSWORD), 'invalid_credentials', `${contradiction}, round ${round}`);
      assert.is(await trySignIn(email, OTHER_PASSWORD), 'invalid_credentials', `${contradiction}, round ${round}`);
    }
  }
});

test('a sign-up concurrent with a link that creates the account leaves no password', async () => {
  for (let round = 0; round < 8; round += 1) {
    const email = newEmail();
    const password = FIRST_PASSWORD;
    await Promise.all([api(db.sql, 'request_otp', { email }), api(db.sql, 'sign_up', { email, password })]);
    const [token] = await leaseQueuedMessages(db.sql, email);
    assert.ok((await openLink(token)).body);
    const works = (await trySignIn(email, password)) === undefined;
    assert.is(works, token?.carries_password, 'only with the link of the sign-up that made the account');
  }
});

test('no request after the proof restores the password', async () => {
  for (const before of ['otp', 'sign_up(other)', 'sign_up(other) 429']) {
    const { email, tokens } = await createWorld(before);
    const [token] = tokens;
    assert.ok((await openLink(token)).body);
    const later: [string, CallResult][] = [
      ['sign_up', { password: FIRST_PASSWORD }],
      ['resend', { type: 'signup' }],
      ['request_otp', {}],
      ['request_recovery', {}],
    ];
    for (const [call, args] of later) {
      await forward('901 seconds');
      assert.is(returnedErrorCode(await api(db.sql, call, { email, ...args })), undefined, `${before}, ${call}`);
      const [latest] = await leaseQueuedMessages(db.sql, email);
      if (latest) assert.ok((await openLink(latest)).body, `${before}, ${call}`);
      assert.is(returnedErrorCode(await openLink(token)), 'otp_expired', 'the first link again');
      assert.is(await trySignIn(email, FIRST_PASSWORD), 'invalid_credentials', `${before}, ${call}`);
      assert.is(await trySignIn(email, OTHER_PASSWORD), 'invalid_credentials', `${before}, ${call}`);
    }
  }
});

test('a password sent with the link is validated although another is pending, and it is the one installed', async () => {
  const { email, tokens } = await createWorld('otp');
  const [token] = tokens;
  const post = (password: string) =>
    api(db.sql, 'verify_token', {
      type: 'signup',
      link: { id: token?.id, pkce: false },
      password,
      needs_password: true,
    });
  assert.is(returnedErrorCode(await post('short')), 'weak_password');
  assert.is(returnedErrorCode(await post('x'.repeat(73))), 'validation_failed');
  assert.is(returnedErrorCode(await post('')), 'validation_failed', 'a password is required');
  assert.ok((await post('the victim chose this')).body);
  assert.is(await trySignIn(email, 'the victim chose this'), undefined);
  assert.is(await trySignIn(email, FIRST_PASSWORD), 'invalid_credentials');
});

test('a password sent with the link of the only sign-up has no effect, because the sign-up has set one', async () => {
  const { email, tokens } = await createWorld();
  const [token] = tokens;
  const answer = await api(db.sql, 'verify_token', {
    type: 'signup',
    link: { id: token?.id, pkce: false },
    password: 'given with the link',
    needs_password: true,
  });
  assert.ok(answer.body);
  assert.is(await trySignIn(email, FIRST_PASSWORD), undefined);
  assert.is(await trySignIn(email, 'given with the link'), 'invalid_credentials');
});

test('a voided password stays void: a sign-up with the same password and its own first link do not restore it', async () => {
  const { email, sql } = await createWorld();
  const [own] = await leaseQueuedMessages(sql, email);
  await performAction({ sql, email, forward }, named('sign_up(other) 429'));
  await performAction({ sql, email, forward }, named('sign_up(first) 429'));
  assert.is(await trySignIn(email, FIRST_PASSWORD), 'invalid_credentials', 'not even email_not_confirmed');
  assert.ok((await openLink(own)).body);
  assert.is(await trySignIn(email, FIRST_PASSWORD), 'invalid_credentials');
  assert.is(await trySignIn(email, OTHER_PASSWORD), 'invalid_credentials');
});

test('before the proof no password, link type or code of another kind opens a session', async () => {
  const { email, tokens } = await createWorld('recover');
  assert.is(await trySignIn(email, FIRST_PASSWORD), 'email_not_confirmed');
  const confirmation = tokens.find((token) => token.kind === 'confirmation') as TokenRow;
  const recovery = tokens.find((token) => token.kind === 'recovery') as TokenRow;
  const wrong: [TokenRow, string][] = [
    [confirmation, 'recovery'],
    [confirmation, 'magiclink'],
    [recovery, 'signup'],
    [recovery, 'invite'],
    [confirmation, 'email_change'],
  ];
  for (const [token, type] of wrong) {
    const link = { id: token.id, pkce: false };
    assert.is(returnedErrorCode(await api(db.sql, 'follow_link', { type, link })), 'otp_expired', type);
    assert.is(returnedErrorCode(await api(db.sql, 'verify_token', { type, link })), 'otp_expired', type);
    const code = codeOf(token);
    assert.is(returnedErrorCode(await api(db.sql, 'verify_token', { type, email, code })), 'otp_expired', type);
  }
  const [row] = await db.sql`select count(*)::int as n from auth.sessions where user_id = ${confirmation.user_id}`;
  assert.is(row?.n, 0);
});

test('under autoconfirm a sign-up for an unconfirmed account replaces its password and ends its sessions', async () => {
  const { email, tokens } = await createWorld();
  const user_id = tokens[0]?.user_id as string;
  await db.sql`
    insert into auth.sessions (user_id, id, amr, created_at) values (${user_id}, gen_random_uuid(), '[]', now())`;
  const answer = await api(db.sql, 'sign_up', {
    email,
    password: OTHER_PASSWORD,
    settings: { ...SETTINGS, mailer_autoconfirm: true },
  });
  assert.ok(answer.body);
  assert.is(await trySignIn(email, OTHER_PASSWORD), undefined);
  assert.is(await trySignIn(email, FIRST_PASSWORD), 'invalid_credentials');
  assert.is(returnedErrorCode(await openLink(tokens[0])), 'otp_expired');
  const [live] = await db.sql`
    select count(*) filter (where revoked_reason = 'password')::int as ended from auth.sessions where user_id = ${user_id}`;
  assert.is(live?.ended, 1);
});

test.run();
