// Tests of generate_link.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  type CallResult,
  client,
  code_keys,
  codeOf,
  createConfirmedPerson,
  createUnconfirmedPerson,
  type ExpectedError,
  newEmail,
  openSqlApi,
  readMemberAt,
  settings,
  type TokenRow,
  toUnsealedLink,
} from '../../../support/database/sql_api.ts';
import { insertExternalUser } from '../../external_user.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const ADMIN = { role: 'service_role' };
const PASSWORD = 'given by the administrator';
const generate = (args: CallArguments) =>
  sql_api.call('generate_link', { claims: ADMIN, settings: settings(), client, ...args });
const refused = (args: CallArguments, expected: ExpectedError) =>
  sql_api.refused('generate_link', { claims: ADMIN, settings: settings(), ...args }, expected);
const invalid = (message: string): ExpectedError => [400, 'validation_failed', message];
const EXISTS: ExpectedError = [422, 'email_exists', 'A user with this email address has already been registered'];
const MISSING: ExpectedError = [404, 'user_not_found', 'User with this email not found'];
const signIn = (email: string, password: string) =>
  sql_api.call('sign_in_with_password', { email, password, settings: settings() });
const lastInvite = async () => (await sql_api.rows('auth.audit_log', `'user_invited' = any (t.actions)`)).length;

/** Returns the stored token of a generated link. */
async function findTokenOfLink(answer: CallResult): Promise<TokenRow & { address: string; purpose: string }> {
  const [row] = await sql_api.rows('auth.one_time_tokens', `t.id = '${readMemberAt(answer, 'link.token_id')}'`);
  const token = row as unknown as TokenRow & { address: string; purpose: string };
  assert.equal(answer.link, {
    token_id: token.id,
    generation: Number(token.generation),
    key_id: token.key_id,
    digits: token.digits,
    purpose: token.purpose,
  });
  return token;
}

/** Consumes the token by its link. */
const redeem = (token: TokenRow, type: string, more: CallArguments = {}) =>
  sql_api.call('verify_token', { type, link: toUnsealedLink(token), settings: settings(more), client });

test('the checks answer in order, and write nothing', async () => {
  const args: CallArguments = { claims: { role: 'authenticated' }, type: 'x' };
  const next = (change: CallArguments, expected: ExpectedError) => refused(Object.assign(args, change), expected);
  await next({}, [403, 'not_admin', 'User not allowed']);
  await next({ claims: ADMIN }, invalid('An email address is required'));
  await next({ email: 'nobody' }, invalid('Unable to validate email address: invalid format'));
  const [waiting, person] = [await createUnconfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  for (const email of [newEmail(), waiting.email, person.email]) {
    for (const type of ['x', 'email', 'sms', 'phone_change', 'email_change', 'reauthentication']) {
      await next({ email, type }, invalid(`Invalid email action link type requested: ${type}`));
    }
    for (const type of [null, '']) await next({ type }, invalid('Invalid email action link type requested: '));
  }
  await next({ email: newEmail(), type: 'recovery' }, MISSING);
  for (const type of ['email_change_current', 'email_change_new']) await next({ type, new_email: 'x' }, MISSING);
  for (const password of [null, ''])
    await next({ type: 'signup', password }, invalid('Signup requires a valid password'));
  await next({ password: 'x'.repeat(73) }, invalid('Password cannot be longer than 72 characters'));
  await next({ password: 'x' }, [
    422,
    'weak_password',
    'Password should be at least 6 characters.',
    { weak_password: { reasons: ['length'] } },
  ]);
  for (const type of ['signup', 'invite']) await next({ type, email: person.email.toUpperCase() }, EXISTS);
  const simple = settings({ mailer_secure_email_change_enabled: false });
  await next({ type: 'email_change_current', settings: simple }, [
    400,
    'validation_failed',
    'Enable secure email change to generate link for current email',
  ]);
  for (const type of ['email_change_current', 'email_change_new']) {
    const both = { type, settings: settings() };
    for (const new_email of [null, '']) await next({ ...both, new_email }, invalid('An email address is required'));
    await next({ ...both, new_email: 'x' }, invalid('Unable to validate email address: invalid format'));
    await next({ ...both, new_email: waiting.email.toUpperCase() }, EXISTS);
  }
});

test('signup of a new address: user, password valid after the confirmation, data unchanged, no message, no audit row', async () => {
  const email = newEmail();
  let answer: CallResult = {};
  const tables = await sql_api.changes(async () => {
    answer = await generate({
      type: 'signup',
      email: email.toUpperCase(),
      password: PASSWORD,
      data: { a: 1, b: null },
    });
  });
  assert.equal(tables, ['addresses', 'identities', 'one_time_tokens', 'passwords', 'users']);
  const { link: described, verification_type, ...user } = answer;
  assert.is(verification_type, 'signup');
  assert.ok(described);
  const [identity, ...others] = user.identities as CallArguments[];
  assert.equal([identity?.provider, others], ['email', []]);
  assert.equal(
    [user.email, user.user_metadata, user.confirmation_sent_at, user.invited_at, user.email_confirmed_at],
    [email, { a: 1, b: null }, sql_api.now(), undefined, undefined],
  );
  const token = await findTokenOfLink(answer);
  assert.equal(
    [token.kind, token.purpose, token.address, token.carries_password, token.flow_id],
    ['confirmation', 'signup', email, false, null],
  );
  assert.is(token.expires_at?.getTime(), Date.parse(sql_api.now()) + 86_400_000, 'it lives from now');
  assert.is(readMemberAt(await signIn(email, PASSWORD), 'refused.code'), 'email_not_confirmed');
  assert.is(readMemberAt(await redeem(token, 'signup'), 'body.user.email'), email);
  assert.ok((await signIn(email, PASSWORD)).body);
});

test('signup of an unconfirmed address: data merged, the password ignored, an earlier chosen one void', async () => {
  const person = await createUnconfirmedPerson(sql_api, { data: { a: 1, b: 1 } });
  const answer = await generate({ type: 'signup', email: person.email, password: 'x', data: { b: null, c: 1 } });
  const data = answer.user_metadata as CallArguments;
  assert.equal([answer.id, data.a, data.b, data.c], [person.id, 1, undefined, 1]);
  assert.ok((await redeem(await findTokenOfLink(answer), 'signup')).body);
  for (const password of [person.password, 'x']) assert.ok((await signIn(person.email, password)).refused);
});

test('invite: created without a password, or invited again; recorded under the administrator', async () => {
  const email = newEmail();
  const before = await lastInvite();
  const first = await generate({ type: 'invite', email, data: { a: 1 } });
  assert.equal([first.verification_type, first.user_metadata, first.invited_at], ['invite', { a: 1 }, sql_api.now()]);
  await sql_api.advance(1);
  const second = await generate({ type: 'invite', email, data: { a: 2 }, password: PASSWORD });
  assert.equal([second.id, second.user_metadata, second.invited_at], [first.id, { a: 1 }, sql_api.now()]);
  assert.is((await lastInvite()) - before, 2);
  const token = await findTokenOfLink(second);
  assert.is(token.purpose, 'invite');
  assert.is(readMemberAt(await redeem(token, 'invite'), 'body.type'), 'invite');
  assert.ok((await signIn(email, PASSWORD)).refused);
});

test('T73 magiclink of a new address is a signup without a password; of any other a magic link', async () => {
  const email = newEmail();
  const created = await generate({ type: 'magiclink', email, data: { a: 1, b: null }, password: 'x' });
  assert.equal([created.verification_type, created.user_metadata], ['signup', { a: 1, b: null }]);
  assert.equal(await sql_api.rows('auth.passwords', `t.user_id = '${created.id}'`), []);
  assert.is(readMemberAt(await redeem(await findTokenOfLink(created), 'signup'), 'body.type'), 'signup');
  const waiting = await createUnconfirmedPerson(sql_api);
  const person = await createConfirmedPerson(sql_api);
  for (const { id, email: address } of [waiting, person]) {
    for (const type of ['magiclink', 'recovery']) {
      const answer = await generate({ type, email: address, data: { ignored: 1 } });
      assert.equal(
        [answer.id, answer.verification_type, answer.recovery_sent_at, readMemberAt(answer, 'user_metadata.ignored')],
        [id, type, sql_api.now(), undefined],
      );
      assert.equal(await sql_api.audited(), { actions: ['user_recovery_requested'], traits: null, actor_id: id });
      const token = await findTokenOfLink(answer);
      assert.equal([token.kind, token.purpose, token.address], ['recovery', type, address]);
      const typed = { type: 'email', email: address, code: codeOf(token), code_keys, settings: settings() };
      assert.ok((await sql_api.call('verify_token', typed)).body);
    }
  }
  assert.ok((await signIn(waiting.email, waiting.password)).refused, 'no link of an administrator carries a password');
});

test('email_change: each side has its own token, both needed, in either order; one if the change is not secure', async () => {
  for (const order of [
    ['email_change_current', 'email_change_new'],
    ['email_change_new', 'email_change_current'],
  ]) {
    const person = await createConfirmedPerson(sql_api);
    const new_email = newEmail();
    const tokens: TokenRow[] = [];
    for (const type of order) {
      const answer = await generate({ type, email: person.email, new_email: new_email.toUpperCase() });
      assert.equal(
        [answer.verification_type, answer.email, answer.new_email, answer.email_change_sent_at],
        [type, person.email, new_email, sql_api.now()],
      );
      const token = await findTokenOfLink(answer);
      const address = type === 'email_change_new' ? new_email : person.email;
      assert.equal([token.kind, token.purpose, token.address], [type, 'email_change', address]);
      tokens.push(token);
    }
    const [first, second] = tokens as [TokenRow, TokenRow];
    assert.is((await redeem(first, 'email_change')).code, '200');
    assert.is(readMemberAt(await redeem(second, 'email_change'), 'body.user.email'), new_email);
  }
  const person = await createConfirmedPerson(sql_api);
  const simple = { mailer_secure_email_change_enabled: false };
  const args = { type: 'email_change_new', email: person.email, new_email: newEmail(), settings: settings(simple) };
  assert.is(
    readMemberAt(await redeem(await findTokenOfLink(await generate(args)), 'email_change', simple), 'body.user.email'),
    args.new_email,
  );
});

test('a link for another new address invalidates the confirmation of the first one; for the same it restarts', async () => {
  const person = await createConfirmedPerson(sql_api);
  const [wanted, other] = [newEmail(), newEmail()];
  await sql_api.call('update_user', { claims: person.claims, email: wanted, settings: settings() });
  await generate({ type: 'email_change_new', email: person.email, new_email: other });
  const left = await sql_api.rows('auth.one_time_tokens', `t.user_id = '${person.id}'`);
  assert.equal(
    left.map(({ kind, address }) => [kind, address]),
    [['email_change_new', other]],
    'the current mailbox said yes to the first address at most',
  );
  const current = await findTokenOfLink(
    await generate({ type: 'email_change_current', email: person.email, new_email: other }),
  );
  assert.is((await redeem(current, 'email_change')).code, '200');
  const again = await findTokenOfLink(
    await generate({ type: 'email_change_new', email: person.email, new_email: other }),
  );
  assert.is((await redeem(again, 'email_change')).code, '200', 'a confirmation that had come counts no more');
});

test('T74 earlier mails are invalid; spacing and quota neither apply nor are used; sign-ups may be off', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.call('request_recovery', { email: person.email, settings: settings() });
  const [mailed] = await sql_api.rows('auth.one_time_tokens', `t.user_id = '${person.id}'`);
  const closed = settings({
    rate_limit_email_sent: { count: 0 },
    disable_signup: true,
    external_email_enabled: false,
  });
  const tables = await sql_api.changes(async () => {
    await generate({ type: 'recovery', email: person.email, settings: closed });
  });
  assert.equal(tables, ['audit_log', 'one_time_tokens']);
  assert.is(readMemberAt(await redeem(mailed as unknown as TokenRow, 'recovery'), 'refused.code'), 'otp_expired');
  const created = await generate({ type: 'invite', email: newEmail(), settings: closed });
  assert.type(created.id, 'string');
});

test('has the configured lifetime from now, and number of digits', async () => {
  const person = await createConfirmedPerson(sql_api);
  const some = settings({ mailer_otp_exp: 60, mailer_otp_length: 8 });
  const token = await findTokenOfLink(await generate({ type: 'magiclink', email: person.email, settings: some }));
  assert.match(codeOf(token), /^\d{8}$/);
  await sql_api.advance(60.001);
  assert.is(readMemberAt(await redeem(token, 'magiclink'), 'refused.code'), 'otp_expired');
  await sql_api.advance(-0.001);
  assert.ok((await redeem(token, 'magiclink')).body);
});

test('an address that only finds an account of a provider: no link confirms it', async () => {
  for (const o of [{ confirmed: true }, { confirmed: false, email: null }]) {
    const address = newEmail();
    await insertExternalUser(sql_api.db.sql, { address, email: newEmail(), ...o });
    for (const type of ['signup', 'invite']) await refused({ type, email: address, password: PASSWORD }, EXISTS);
    const new_email = newEmail();
    for (const type of ['magiclink', 'recovery', 'email_change_current', 'email_change_new']) {
      await refused({ type, email: address, new_email }, MISSING);
    }
  }
});

test('a user of another audience: unknown, and the address is in use', async () => {
  const made = await sql_api.call('create_user', { claims: ADMIN, email: newEmail(), settings: settings(), client });
  for (const person of [await createConfirmedPerson(sql_api), { id: made.id, email: String(made.email) }]) {
    const args = { email: person.email, audience: 'elsewhere', new_email: newEmail(), password: PASSWORD };
    for (const type of ['signup', 'invite']) await refused({ ...args, type }, EXISTS);
    for (const type of ['magiclink', 'recovery', 'email_change_current', 'email_change_new']) {
      await refused({ ...args, type }, MISSING);
    }
    const claims = { ...ADMIN, aud: 'elsewhere' };
    assert.is((await generate({ type: 'recovery', email: person.email, claims })).id, person.id);
  }
});

test('a user confirmed between the checks and the lock keeps the password: rejected, nothing written', async () => {
  const email = newEmail();
  const auto = settings({ mailer_autoconfirm: true });
  const race = await Promise.allSettled([
    generate({ type: 'signup', email, password: PASSWORD, settings: settings({ security_bcrypt_cost: 8 }) }),
    sql_api.call('sign_up', { email, password: 'the person’s own', settings: auto }),
  ]);
  const [own] = await sql_api.rows('auth.users', `t.email = '${email}'`);
  if (own?.email_confirmed_at) assert.ok((await signIn(email, 'the person’s own')).body, JSON.stringify(race));
});

test.run();
