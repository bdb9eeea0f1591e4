// Tests of exchange_code.
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runBehindLock } from '../../../support/database/run_behind_lock.ts';
import {
  type CallArguments,
  type CallResult,
  client,
  createConfirmedPerson,
  createUnconfirmedPerson,
  type ExpectedError,
  findSentToken,
  openSqlApi,
  readMemberAt,
  settings,
  toUnsealedLink,
} from '../../../support/database/sql_api.ts';
import { ADMIN, createArguments, oidcProvider } from '../admin/custom_provider.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const NOT_FOUND: ExpectedError = [404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'];
const VERIFIER = 'v'.repeat(60);
const challenge = (method: string) =>
  method === 'plain' ? VERIFIER : createHash('sha256').update(VERIFIER).digest('base64url');
const exchange = (args: CallArguments) => sql_api.call('exchange_code', { settings: settings(), client, ...args });
const refused = (args: CallArguments, expected: ExpectedError) =>
  sql_api.refused('exchange_code', { settings: settings(), ...args }, expected);

/** Returns an authorization code and the id of a confirmed user, from a magic link or a recovery mail. */
async function createAuthCode(
  purpose = 'request_magic_link',
  method = 's256',
): Promise<{ auth_code: string; id: string }> {
  const { id, email } = await createConfirmedPerson(sql_api);
  await sql_api.call(purpose, {
    email,
    code_challenge: challenge(method),
    code_challenge_method: method,
    settings: settings(),
  });
  return { auth_code: await followLink(id, 'recovery', 'magiclink'), id };
}

async function followLink(user_id: string, kind: string, type: string): Promise<string> {
  const token = await findSentToken(sql_api, user_id, kind);
  const answer = await sql_api.call('follow_link', { type, link: toUnsealedLink(token, true), settings: settings() });
  return String(answer.auth_code);
}

test('rejects a missing or unknown code, and one of another flow', async () => {
  const empty = 'invalid request: both auth code and code verifier should be non-empty';
  for (const args of [{}, { auth_code: 'x' }, { code_verifier: 'x' }, { auth_code: '', code_verifier: 'x' }]) {
    await refused(args, [400, 'validation_failed', empty]);
  }
  await refused({ auth_code: randomUUID(), code_verifier: VERIFIER }, NOT_FOUND);
  await refused({ auth_code: 'no uuid', code_verifier: VERIFIER }, NOT_FOUND);
});

test('a session for code and verifier, by either method, and the flow is deleted', async () => {
  for (const [purpose, method, amr] of [
    ['request_magic_link', 's256', 'magiclink'],
    ['request_recovery', 'plain', 'recovery'],
  ] as const) {
    const { auth_code, id } = await createAuthCode(purpose, method);
    await sql_api.advance(1);
    let answer: CallResult = {};
    const tables = await sql_api.changes(async () => {
      answer = await exchange({ auth_code, code_verifier: VERIFIER });
    });
    assert.equal(tables, ['audit_log', 'consumed_codes', 'flow_states', 'sessions', 'users']);
    assert.is(readMemberAt(answer, 'claims.sub'), id);
    assert.is(readMemberAt(answer, 'claims.amr.0.method'), amr);
    assert.is(readMemberAt(answer, 'body.user.last_sign_in_at'), sql_api.now());
    assert.is('weak_password' in (answer.body as CallArguments), false);
    assert.equal(await sql_api.audited(), { actions: ['login'], traits: { provider_type: 'email' }, actor_id: id });
  }
});

test('a repeated code and verifier end the session that they opened; a code alone ends nothing', async () => {
  const { auth_code, id } = await createAuthCode();
  const answer = await exchange({ auth_code, code_verifier: VERIFIER });
  const other = await createAuthCode();
  await exchange({ auth_code: other.auth_code, code_verifier: VERIFIER });
  const session = String(readMemberAt(answer, 'claims.session_id'));
  const ended = async () => (await sql_api.rows('auth.sessions', `t.id = '${session}'`))[0]?.revoked_reason;

  await refused({ auth_code, code_verifier: 'w'.repeat(60) }, NOT_FOUND);
  await refused({ auth_code: randomUUID(), code_verifier: VERIFIER }, NOT_FOUND);
  assert.is(await ended(), null);
  const again = { auth_code, code_verifier: VERIFIER, settings: settings(), client };
  await sql_api.refused('exchange_code', again, NOT_FOUND, ['audit_log', 'sessions']);
  assert.is(await ended(), 'reuse');
  assert.equal(await sql_api.audited(), { actions: ['token_revoked'], traits: { reason: 'reuse' }, actor_id: id });
  await refused({ auth_code, code_verifier: VERIFIER }, NOT_FOUND);
  const live = await sql_api.rows('auth.sessions', 't.revoked_at is not null');
  assert.is(live.length, 1, 'others go on');
});

test('a code is remembered for its lifetime, and only as a digest', async () => {
  const { auth_code } = await createAuthCode();
  await sql_api.advance(200);
  const long = settings({ external_flow_state_expiry_duration: 600 });
  const id = readMemberAt(await exchange({ auth_code, code_verifier: VERIFIER, settings: long }), 'claims.session_id');
  const [spent] = await sql_api.rows('auth.consumed_codes', `t.session_id = '${id}'`);
  const kept = JSON.stringify(spent) + Buffer.from(spent?.digest as Buffer).toString('hex');
  for (const secret of [auth_code, VERIFIER, challenge('s256'), createHash('sha256').update(auth_code).digest('hex')])
    assert.not(kept.includes(secret), secret);
  await sql_api.advance(401);
  await refused({ auth_code, code_verifier: VERIFIER }, NOT_FOUND);
  assert.is((await sql_api.rows('auth.sessions', `t.id = '${id}'`))[0]?.revoked_at, null);
  await sql_api.db.sql`delete from auth.sessions where id = ${String(id)}`;
  assert.equal(await sql_api.rows('auth.consumed_codes', `t.session_id = '${id}'`), [], 'it goes with its session');
});

test('the audit entry of a sign-up’s flow says so', async () => {
  const person = await createUnconfirmedPerson(sql_api, {
    code_challenge: challenge('s256'),
    code_challenge_method: 'S256',
  });
  const auth_code = await followLink(person.id, 'confirmation', 'signup');
  const answer = await exchange({ auth_code, code_verifier: VERIFIER });
  assert.is(readMemberAt(answer, 'claims.amr.0.method'), 'email/signup');
});

test('stores only the digest of the code', async () => {
  const { auth_code, id } = await createAuthCode();
  const [flow] = await sql_api.rows('auth.flow_states', `t.user_id = '${id}'`);
  assert.not.match(JSON.stringify(flow), auth_code);
  assert.is(
    Buffer.from(flow?.auth_code_digest as Buffer).toString('hex'),
    createHash('sha256').update(auth_code).digest('hex'),
  );
});

test('a wrong verifier is rejected and may be retried', async () => {
  const { auth_code } = await createAuthCode();
  const wrong: ExpectedError = [
    400,
    'bad_code_verifier',
    'code challenge does not match previously saved code verifier',
  ];
  await refused({ auth_code, code_verifier: challenge('s256') }, wrong);
  await refused({ auth_code, code_verifier: `${VERIFIER}v` }, wrong);
  assert.ok((await exchange({ auth_code, code_verifier: VERIFIER })).body);
});

test('a verifier has 43 to 128 characters, as RFC 7636 requires, even if another length would match', async () => {
  const wrong: ExpectedError = [
    400,
    'bad_code_verifier',
    'code challenge does not match previously saved code verifier',
  ];
  for (const [length, taken] of [
    [42, false],
    [43, true],
    [128, true],
    [129, false],
  ] as const) {
    const code_verifier = 'v'.repeat(length);
    const { id, email } = await createConfirmedPerson(sql_api);
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
    const pkce = { code_challenge, code_challenge_method: 's256' };
    await sql_api.call('request_magic_link', { email, ...pkce, settings: settings() });
    const auth_code = await followLink(id, 'recovery', 'magiclink');
    if (taken) assert.ok((await exchange({ auth_code, code_verifier })).body);
    else await refused({ auth_code, code_verifier }, wrong);
  }
});

test('the lifetime of a code starts at the click: 300 s at least, more if configured', async () => {
  const expired: ExpectedError = [422, 'flow_state_expired', 'invalid flow state, flow state has expired'];
  const { id, email } = await createConfirmedPerson(sql_api);
  const mail = { email, code_challenge: challenge('s256'), code_challenge_method: 's256', settings: settings() };
  await sql_api.call('request_recovery', mail);
  await sql_api.advance(3000);
  const auth_code = await followLink(id, 'recovery', 'recovery');
  await sql_api.advance(301);
  await refused({ auth_code, code_verifier: 'wrong' }, expired);
  const short = settings({ external_flow_state_expiry_duration: 10 });
  await refused({ auth_code, code_verifier: VERIFIER, settings: short }, expired);
  const long = settings({ external_flow_state_expiry_duration: 301 });
  assert.ok((await exchange({ auth_code, code_verifier: VERIFIER, settings: long })).body);
});

test('rejects a user banned or deleted since the click', async () => {
  const { auth_code, id } = await createAuthCode();
  await sql_api.db.sql`update auth.users set banned_until = '2099-01-01' where id = ${id}`;
  await refused({ auth_code, code_verifier: VERIFIER }, [403, 'user_banned', 'User is banned']);
  await sql_api.db.sql`update auth.users set deleted_at = now() where id = ${id}`;
  await refused({ auth_code, code_verifier: VERIFIER }, NOT_FOUND);
  await sql_api.db.sql`delete from auth.users where id = ${id}`;
  await refused({ auth_code, code_verifier: VERIFIER }, NOT_FOUND);
});

test('rejects a code of a custom provider that was disabled or deleted since', async () => {
  const provider = await sql_api.call('create_custom_provider', createArguments(oidcProvider()));
  const id = randomUUID();
  await sql_api.call('start_provider_flow', {
    id,
    provider: provider.identifier,
    verifier: 'x',
    redirect_to: '',
    code_challenge: challenge('s256'),
    code_challenge_method: 's256',
  });
  await sql_api.call('consume_provider_flow', { id });
  const email = `${id}@example.com`;
  const profile = { subject: id, emails: [{ email, verified: true, primary: true }], data: { email, sub: id } };
  const { auth_code } = await sql_api.call('finish_provider_flow', { id, profile, client, settings: settings() });
  const code = { auth_code, code_verifier: VERIFIER };
  const { identifier } = provider;
  await sql_api.call('change_custom_provider', { ...ADMIN, id: provider.id, provider: { enabled: false } });
  await refused(code, [400, 'provider_disabled', `Custom provider "${identifier}" is disabled`]);
  await sql_api.call('delete_custom_provider', { ...ADMIN, identifier });
  await refused(code, [400, 'validation_failed', `Custom provider "${identifier}" not found`]);
});

test('of 100 parallel exchanges one gets the session, and the others end it', async () => {
  const { auth_code, id } = await createAuthCode();
  await sql_api.db.sql`delete from auth.sessions where user_id = ${id}`;
  const all = await Promise.all(Array.from({ length: 100 }, () => exchange({ auth_code, code_verifier: VERIFIER })));
  assert.is(all.filter((answer) => answer.body).length, 1);
  const sessions = await sql_api.rows('auth.sessions', `t.user_id = '${id}'`);
  assert.equal(
    sessions.map((session) => session.revoked_reason),
    ['reuse'],
  );
});

test('if two find the code concurrently, the later one ends the session of the other', async () => {
  const { auth_code, id } = await createAuthCode();
  await sql_api.db.sql`delete from auth.sessions where user_id = ${id}`;
  const both = await runBehindLock(sql_api.db, `select from auth.users where id = '${id}' for update`, [
    () => exchange({ auth_code, code_verifier: VERIFIER }),
    () => exchange({ auth_code, code_verifier: VERIFIER }),
  ]);
  assert.equal(both.map((answer) => answer.body !== undefined).sort(), [false, true]);
  const sessions = await sql_api.rows('auth.sessions', `t.user_id = '${id}'`);
  assert.equal(
    sessions.map((session) => session.revoked_reason),
    ['reuse'],
  );
});

test.run();
