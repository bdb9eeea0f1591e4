// Change of e-mail address in SQL, from the request to the last confirmation: update_user, verify_token, follow_link,
// resend.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  type CallResult,
  client,
  code_keys,
  codeOf,
  createConfirmedPerson,
  createWrongCode,
  type ExpectedError,
  findSentToken,
  newEmail,
  openSqlApi,
  type SqlPerson,
  settings,
  type TokenRow,
  toUnsealedLink,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const update = (person: SqlPerson, args: CallArguments) =>
  sql_api.call('update_user', { claims: person.claims, settings: settings(), client, ...args });
const follow = (token: { id: string }, more: CallArguments = {}) =>
  sql_api.call('follow_link', {
    type: 'email_change',
    link: toUnsealedLink(token),
    settings: settings(),
    client,
    ...more,
  });
const typed = (email: string, code: string, more: CallArguments = {}): CallArguments => ({
  type: 'email_change',
  email,
  code,
  code_keys,
  settings: settings(),
  client,
  ...more,
});
const type = (email: string, code: string, more: CallArguments = {}) =>
  sql_api.call('verify_token', typed(email, code, more));
const row = async (id: string): Promise<CallArguments> => (await sql_api.rows('auth.users', `t.id = '${id}'`))[0] ?? {};
const tokens = async (id: string) =>
  (await sql_api.rows('auth.one_time_tokens', `t.user_id = '${id}'`)).map((token) => String(token.kind)).sort();
const both = async (id: string) =>
  Promise.all(['email_change_current', 'email_change_new'].map((kind) => findSentToken(sql_api, id, kind))) as Promise<
    [TokenRow, TokenRow]
  >;

const HALF: CallResult = {
  code: '200',
  msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
};
const EXPIRED: ExpectedError = [403, 'otp_expired', 'Email link is invalid or has expired'];
const CODE_EXPIRED: ExpectedError = [403, 'otp_expired', 'Token has expired or is invalid'];
const single = settings({ mailer_secure_email_change_enabled: false });
const auto = settings({ mailer_autoconfirm: true });

async function requestChange(more: CallArguments = {}): Promise<SqlPerson & { next: string }> {
  const person = await createConfirmedPerson(sql_api);
  const next = newEmail();
  await update(person, { email: next, ...more });
  return { ...person, next };
}

/**
 * Asserts that the user's email, only address and only identity have the new address, and that no one-time token is
 * left.
 */
async function assertEmailChanged(person: SqlPerson, next: string): Promise<void> {
  const user = await row(person.id);
  assert.equal([user.email, user.new_email, user.email_change_status], [next, null, 0]);
  assert.ok(user.email_confirmed_at);
  const addresses = await sql_api.rows('auth.addresses', `t.user_id = '${person.id}'`);
  assert.equal(
    addresses.map(({ value, is_primary, verified_at }) => [value, is_primary, verified_at !== null]),
    [[next, true, true]],
  );
  const identities = await sql_api.rows('auth.identities', `t.user_id = '${person.id}'`);
  assert.is(identities.length, 1);
  assert.is(identities[0]?.email, next);
  assert.is((identities[0] as { identity_data: CallArguments }).identity_data.email_verified, true);
  assert.equal(await tokens(person.id), []);
}

test('the request: two mails, no other change of the user or its identities', async () => {
  const person = await createConfirmedPerson(sql_api);
  const next = newEmail();
  let user: CallArguments = {};
  await sql_api.advance(1);
  const tables = await sql_api.changes(async () => {
    user = await update(person, { email: next.toUpperCase(), base_url: 'http://b', redirect_to: 'http://r' });
  });
  const written = ['attempts', 'audit_log', 'messages', 'one_time_tokens', 'queue', 'quotas', 'users'];
  assert.equal(tables, written);
  assert.equal([user.email, user.new_email, user.email_change_sent_at], [person.email, next, sql_api.now()]);
  const messages = await sql_api.rows('auth.messages', `t.user_id = '${person.id}' and t.kind = 'email_change'`);
  assert.equal(
    messages.map((m) => [m.to_address, m.base_url, m.redirect_to]).sort(),
    [
      [person.email, 'http://b', 'http://r'],
      [next, 'http://b', 'http://r'],
    ].sort(),
  );
  assert.equal(await sql_api.audited(), { actions: ['user_modified'], traits: null, actor_id: person.id });
  const [quota] = await sql_api.rows('auth.quotas');
  const used = Number(quota?.used);
  await sql_api.advance(60);
  await update(person, { email: newEmail() });
  assert.is(Number((await sql_api.rows('auth.quotas'))[0]?.used), used + 1, 'two mails count once');
});

test('both confirm, in either order, by link or code: half, then a session with the new address', async () => {
  for (const order of [0, 1]) {
    for (const by_code of [false, true]) {
      const person = await requestChange();
      const pair = await both(person.id);
      const [first, second] = (order ? pair.reverse() : pair) as [TokenRow, TokenRow];
      const addressOf = (token: TokenRow) => (token.kind === 'email_change_new' ? person.next : person.email);
      const redeem = (token: TokenRow) => (by_code ? type(addressOf(token), codeOf(token)) : follow(token));
      const audits = (await sql_api.rows('auth.audit_log')).length;
      assert.equal(await redeem(first), HALF);
      assert.is((await sql_api.rows('auth.audit_log')).length, audits, 'the first half is not an event');
      assert.is((await row(person.id)).email, person.email);
      assert.equal(await tokens(person.id), [second.kind]);
      if (by_code) {
        await sql_api.refused('verify_token', typed(addressOf(first), codeOf(first)), CODE_EXPIRED);
      } else {
        const args = { type: 'email_change', link: toUnsealedLink(first), settings: settings() };
        await sql_api.refused('follow_link', args, EXPIRED);
      }
      const done = await redeem(second);
      assert.is((done.body as CallArguments).type, 'email_change');
      assert.is((done.claims as CallArguments).email, person.next);
      assert.equal(await sql_api.audited(), { actions: ['user_modified'], traits: null, actor_id: person.id });
      await assertEmailChanged(person, person.next);
    }
  }
});

test('not secure, or no current address: one mail, one confirmation', async () => {
  const person = await requestChange({ settings: single });
  assert.equal(await tokens(person.id), ['email_change_new']);
  await follow(await findSentToken(sql_api, person.id, 'email_change_new'), { settings: single });
  await assertEmailChanged(person, person.next);

  const phone = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`delete from auth.addresses where user_id = ${phone.id}`;
  await sql_api.db.sql`update auth.users set email = null, email_confirmed_at = null where id = ${phone.id}`;
  const next = newEmail();
  await update(phone, { email: next });
  assert.equal(await tokens(phone.id), ['email_change_new']);
  await follow(await findSentToken(sql_api, phone.id, 'email_change_new'));
  await assertEmailChanged(phone, next);
});

test('requested again: a confirmed half no longer counts, earlier links are invalid, also for another address', async () => {
  const person = await requestChange();
  const [current, fresh] = await both(person.id);
  assert.equal(await follow(current), HALF);
  await sql_api.advance(60);
  await update(person, { email: person.next });
  assert.is((await row(person.id)).email_change_status, 0);
  for (const token of [current, fresh]) {
    await sql_api.refused(
      'follow_link',
      { type: 'email_change', link: toUnsealedLink(token), settings: settings() },
      EXPIRED,
    );
  }
  assert.equal(await follow(await findSentToken(sql_api, person.id, 'email_change_new')), HALF);
  await sql_api.advance(60);
  const other = newEmail();
  await update(person, { email: other });
  const [again, last] = await both(person.id);
  assert.equal(await follow(again), HALF);
  await follow(last);
  await assertEmailChanged(person, other);
});

test('resend: both mails again, with the checks of the request; it restarts the change too', async () => {
  const person = await requestChange();
  const [current] = await both(person.id);
  await follow(current);
  const args = { type: 'email_change', email: person.email, settings: settings(), client };
  const soon = 'For security purposes, you can only request this after 60 seconds.';
  const quiet = await sql_api.changes(() => sql_api.call('resend', args));
  assert.equal(quiet, ['attempts'], 'too soon after the request: the response does not show it');
  await sql_api.refused('resend', args, [429, 'over_email_send_rate_limit', soon]);
  await sql_api.advance(60);
  const { message_id } = await sql_api.call('resend', args);
  const [message] = await sql_api.rows('auth.messages', `t.id = '${message_id}'`);
  assert.is(message?.kind, 'email_change');
  assert.is((await row(person.id)).email_change_status, 0);
  assert.equal(await tokens(person.id), ['email_change_current', 'email_change_new']);
  for (const email of [person.next, newEmail(), (await createConfirmedPerson(sql_api)).email]) {
    const tables = await sql_api.changes(() => sql_api.call('resend', { ...args, email }));
    assert.equal(tables, ['attempts'], 'nothing is pending');
  }
});

test('under autoconfirm a change still needs mails; the new address completes it alone, the current one never does', async () => {
  const straight = await requestChange({ settings: auto });
  assert.equal([(await row(straight.id)).email, (await tokens(straight.id)).length], [straight.email, 2]);
  await follow(await findSentToken(sql_api, straight.id, 'email_change_new'), { settings: auto });
  await assertEmailChanged(straight, straight.next);

  for (const secure of [auto, { ...auto, mailer_secure_email_change_enabled: false }]) {
    const person = await requestChange({ settings: auto });
    const current = await findSentToken(sql_api, person.id, 'email_change_current');
    assert.equal(await follow(current, { settings: secure }), HALF);
    const { email, new_email } = await row(person.id);
    assert.equal([email, new_email], [person.email, person.next], 'the new address is unconfirmed');
    await follow(await findSentToken(sql_api, person.id, 'email_change_new'), { settings: secure });
    await assertEmailChanged(person, person.next);
  }
});

test('an anonymous user: one mail, a regular user after the confirmation; under autoconfirm at once', async () => {
  const anonymous = async (): Promise<SqlPerson> => {
    const person = await createConfirmedPerson(sql_api);
    await sql_api.db.sql`delete from auth.addresses where user_id = ${person.id}`;
    await sql_api.db.sql`delete from auth.identities where user_id = ${person.id}`;
    await sql_api.db.sql`
      update auth.users set email = null, email_confirmed_at = null, is_anonymous = true, raw_app_meta_data = '{}'
      where id = ${person.id}`;
    return person;
  };
  const known = async (person: SqlPerson, next: string) => {
    await assertEmailChanged(person, next);
    const user = await row(person.id);
    assert.equal([user.is_anonymous, user.raw_app_meta_data], [false, { provider: 'email', providers: ['email'] }]);
  };
  const person = await anonymous();
  const next = newEmail();
  const asking = await update(person, { email: next, password: 'quite another one' });
  assert.equal([asking.email, asking.new_email, asking.is_anonymous], ['', next, true]);
  await follow(await findSentToken(sql_api, person.id, 'email_change_new'));
  await known(person, next);
  const credentials = { email: next, password: 'quite another one', settings: settings(), client };
  assert.ok((await sql_api.call('sign_in_with_password', credentials)).claims);

  const second = await anonymous();
  const at_once = newEmail();
  const user = await update(second, { email: at_once, settings: auto });
  assert.equal([user.email, user.new_email, user.is_anonymous], [at_once, undefined, false]);
  await known(second, at_once);
  const [entry] = await sql_api.rows(
    'auth.audit_log',
    `t.actor_id = '${second.id}' and 'user_modified' = any (t.actions)`,
  );
  assert.is(entry?.actor_username, at_once, 'the address that the user has by then');
});

test('address used meanwhile: rejected, the link stays valid, and works when the address is free again', async () => {
  const person = await requestChange({ settings: single });
  const token = await findSentToken(sql_api, person.id, 'email_change_new');
  const claims = { role: 'service_role' };
  const thief = await sql_api.call('create_user', { claims, email: person.next, settings: settings(), client });
  const taken: ExpectedError = [422, 'email_exists', 'A user with this email address has already been registered'];
  const args = { type: 'email_change', link: toUnsealedLink(token), settings: single };
  await sql_api.refused('follow_link', args, taken);
  await sql_api.refused('verify_token', typed(person.next, codeOf(token), { settings: single }), taken);
  await sql_api.call('delete_user', { claims, user_id: thief.id, settings: settings(), client });
  await follow(token, { settings: single });
  await assertEmailChanged(person, person.next);
});

test('two users who request one address: each has its own codes, the first to confirm gets it', async () => {
  const [a, b] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const next = newEmail();
  await update(a, { email: next, settings: single });
  await sql_api.refused('update_user', { claims: b.claims, email: next, settings: single, client }, [
    429,
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 60 seconds.',
  ]);
  await sql_api.advance(60);
  await update(b, { email: next, settings: single });
  const code = codeOf(await findSentToken(sql_api, b.id, 'email_change_new'));
  await findSentToken(sql_api, a.id, 'email_change_new');
  assert.is((await type(next, code, { settings: single })).refused, undefined);
  await assertEmailChanged(b, next);
  assert.is((await row(a.id)).email, a.email);
});

test('five wrong codes for either address invalidate both codes of that address only, and no link', async () => {
  const person = await requestChange();
  const [current, fresh] = await both(person.id);
  for (let guess = 0; guess < 5; guess += 1) {
    await sql_api.refused('verify_token', typed(person.next, createWrongCode(fresh)), CODE_EXPIRED, [
      'attempts',
      'one_time_tokens',
    ]);
  }
  await sql_api.refused('verify_token', typed(person.next, codeOf(fresh)), CODE_EXPIRED);
  await sql_api.refused('verify_token', typed(person.next, codeOf(current)), CODE_EXPIRED);
  assert.equal(await type(person.email, codeOf(current)), HALF);
  assert.ok((await follow(fresh)).claims);
});

test.run();
