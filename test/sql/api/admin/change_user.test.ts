// Tests of change_user.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  createUnconfirmedPerson,
  type ExpectedError,
  errorCodeOf,
  findSentToken,
  newEmail,
  openSqlApi,
  settings,
  toUnsealedLink,
} from '../../../support/database/sql_api.ts';
import { createUnconfirmedPhone, newPhone, phoneSettings } from '../../phone.ts';
import { ADMIN, adminAuditEntry, assertAdministratorsOnly, INVALID_IDS, NOT_FOUND, NOT_UUID } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const change = (user_id: string, args: CallArguments) =>
  sql_api.call('change_user', { claims: ADMIN, user_id, settings: settings(), client, ...args });
const refused = (user_id: string | null, args: CallArguments, expected: ExpectedError) =>
  sql_api.refused('change_user', { claims: ADMIN, user_id, settings: settings(), ...args }, expected);
const signIn = (email: string, password: string) =>
  sql_api.call('sign_in_with_password', { email, password, settings: settings(), client });
const one = async (table: string, id: string): Promise<CallArguments> =>
  (await sql_api.rows(table, `t.${table === 'auth.users' ? 'id' : 'user_id'} = '${id}'`))[0] ?? {};

test('administrators only', () => assertAdministratorsOnly(sql_api, 'change_user', { user_id: 'x', email: 'x' }));

test('the checks answer in supabase/auth’s order, and write nothing', async () => {
  const [person, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const args: CallArguments = {
    email: 'no address',
    phone: 'x',
    ban_duration: '1d',
    password: 'x'.repeat(73),
    role: 'new',
  };
  for (const id of INVALID_IDS) await refused(id, args, NOT_UUID);
  await refused(null, args, NOT_UUID);
  await refused(randomUUID(), args, NOT_FOUND);
  const next = (more: CallArguments, expected: ExpectedError) =>
    refused(person.id, Object.assign(args, more), expected);
  await next({}, [400, 'validation_failed', 'Unable to validate email address: invalid format']);
  await next({ email: other.email.toUpperCase() }, [
    400,
    'validation_failed',
    'Invalid phone number format (E.164 required)',
  ]);
  await sql_api.db.sql`insert into auth.addresses values ('phone', '4917012', ${other.id}, true, null, now())`;
  await next({ phone: '+49 170 12' }, [
    400,
    'validation_failed',
    'invalid format for ban duration: time: unknown unit "d" in duration "1d"',
  ]);
  await next({ ban_duration: '1h' }, [400, 'validation_failed', 'Password cannot be longer than 72 characters']);
  for (const password of ['', 'short']) {
    await next({ password }, [
      422,
      'weak_password',
      'Password should be at least 6 characters.',
      { weak_password: { reasons: ['length'] } },
    ]);
  }
  await next({ password: 'long enough', role: 'ä'.repeat(128) }, [
    400,
    'validation_failed',
    'role cannot be longer than 255 bytes',
  ]);
  await next({ role: ` ${'x'.repeat(255)}` }, [
    422,
    'email_exists',
    'A user with this email address has already been registered',
  ]);
  await next({ email: newEmail() }, [422, 'phone_exists', 'Phone number already registered by another user']);
});

test('nothing given: nothing changes but updated_at; blank role and addresses count as not given', async () => {
  const person = await createConfirmedPerson(sql_api);
  const before = await one('auth.users', person.id);
  for (const args of [{}, { email: '', phone: '', role: ' \v\n', ban_duration: '', email_confirm: false }]) {
    await sql_api.advance(1);
    const tables = await sql_api.changes(() => change(person.id, args));
    assert.equal(tables, ['audit_log', 'users']);
    const after = await one('auth.users', person.id);
    assert.equal({ ...after, updated_at: 0 }, { ...before, updated_at: 0 });
  }
  const traits = { user_id: person.id, user_email: person.email, user_phone: '', changed: [] };
  assert.equal(await sql_api.audited(), adminAuditEntry('user_modified', traits));
});

test('role, trimmed, and both metadata; null deletes a member, nested objects are replaced completely', async () => {
  const person = await createConfirmedPerson(sql_api);
  await change(person.id, { user_metadata: { a: 1, b: { c: 1 } }, app_metadata: { plan: 'gold', x: 1 } });
  const user = await change(person.id, {
    role: ' \t\n\r\f\vviewer\v\f\r\n\t ',
    user_metadata: { a: null, b: { d: null } },
    app_metadata: { x: null, y: [] },
  });
  assert.is(user.role, 'viewer');
  assert.equal((user.user_metadata as CallArguments).b, { d: null });
  assert.not.ok('a' in (user.user_metadata as CallArguments));
  assert.equal(user.app_metadata, { provider: 'email', providers: ['email'], plan: 'gold', y: [] });
  assert.is((await one('auth.sessions', person.id)).revoked_at, null);
});

test('a ban, no ban, a ban in the past; unchanged for an empty duration', async () => {
  const person = await createConfirmedPerson(sql_api);
  const until = async (ban_duration: string | null) => (await change(person.id, { ban_duration })).banned_until;
  assert.is(await until('24h'), '2031-05-02T12:00:02.0Z');
  assert.is(await until(''), '2031-05-02T12:00:02.0Z');
  assert.is(await until('none'), undefined);
  await until('1h');
  assert.is(await until('0'), undefined);
  assert.is(await until('-300ms'), '2031-05-01T12:00:01.7Z');
  assert.ok((await signIn(person.email, person.password)).claims, 'a ban in the past is none');
  assert.is((await one('auth.sessions', person.id)).revoked_at, null, 'a ban ends no session');
});

test('a password ends every session and every link; the new one signs in', async () => {
  const person = await createConfirmedPerson(sql_api);
  await signIn(person.email, person.password);
  await sql_api.call('request_recovery', { email: person.email, settings: settings(), client });
  await change(person.id, { password: 'quite another one' });
  const sessions = await sql_api.rows('auth.sessions', `t.user_id = '${person.id}'`);
  assert.equal(
    sessions.map((s) => s.revoked_reason),
    ['password', 'password'],
  );
  assert.equal(await sql_api.rows('auth.one_time_tokens', `t.user_id = '${person.id}'`), []);
  assert.is((await one('auth.users', person.id)).recovery_sent_at, null);
  assert.is(await errorCodeOf(signIn(person.email, person.password)), 'invalid_credentials');
  assert.ok((await signIn(person.email, 'quite another one')).claims);
});

test('a password ends the spacing of invalidated messages, including a sign-up’s mail', async () => {
  const person = await createConfirmedPerson(sql_api);
  const waiting = await createUnconfirmedPerson(sql_api);
  for (const [id, name, args] of [
    [person.id, 'request_recovery', { email: person.email }],
    [waiting.id, 'resend', { type: 'signup', email: waiting.email }],
  ] as const) {
    const ask = () => errorCodeOf(sql_api.call(name, { ...args, settings: settings(), client }));
    await ask();
    assert.is(await ask(), 'over_email_send_rate_limit');
    await change(id, { password: `new since ${name}` });
    assert.is(await ask(), '', name);
  }
});

test('another mail or phone address voids the password of the sign-up, which its owner did not choose', async () => {
  const moved = async (changes: CallArguments, ...later: CallArguments[]) => {
    const person = await createUnconfirmedPerson(sql_api);
    for (const args of [changes, ...later]) await change(person.id, args);
    return person;
  };
  const first = newEmail();
  const a = await moved({ email: first, email_confirm: true });
  assert.is(await errorCodeOf(signIn(first, a.password)), 'invalid_credentials');
  const second = newEmail();
  const b = await moved({ email: second }, { email_confirm: true });
  assert.is(await errorCodeOf(signIn(second, b.password)), 'invalid_credentials');
  const c = await moved({ phone: '4917000123', phone_confirm: true });
  const phone = {
    phone: '4917000123',
    password: c.password,
    settings: settings({ external_phone_enabled: true }),
    client,
  };
  assert.is(await errorCodeOf(sql_api.call('sign_in_with_password', phone)), 'invalid_credentials');
  const third = newEmail();
  const d = await moved({ email: third });
  await sql_api.call('resend', { type: 'signup', email: third, settings: settings(), client });
  const proof = {
    type: 'signup',
    link: toUnsealedLink(await findSentToken(sql_api, d.id)),
    settings: settings(),
    client,
  };
  assert.ok((await sql_api.call('verify_token', proof)).body, 'the mailbox is proven');
  assert.is(await errorCodeOf(signIn(third, d.password)), 'invalid_credentials');
  const kept = await createUnconfirmedPerson(sql_api);
  await change(kept.id, { email: kept.email, email_confirm: true });
  assert.ok((await signIn(kept.email, kept.password)).claims, 'the address it had');
});

test('a password of an unconfirmed user replaces the pending one', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  await change(person.id, { password: 'quite another one' });
  assert.equal(await sql_api.rows('auth.pending_passwords', `t.user_id = '${person.id}'`), []);
  assert.is(await errorCodeOf(signIn(person.email, person.password)), 'invalid_credentials');
  assert.is(await errorCodeOf(signIn(person.email, 'quite another one')), 'email_not_confirmed');
});

test('an address takes effect at once, without mail, its confirmation unchanged; old links are invalid', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.call('request_recovery', { email: person.email, settings: settings(), client });
  const email = newEmail();
  const confirmedAt = (await one('auth.users', person.id)).email_confirmed_at;
  await sql_api.advance(10);
  const tables = await sql_api.changes(() => change(person.id, { email: email.toUpperCase() }));
  assert.equal(tables, ['addresses', 'audit_log', 'identities', 'one_time_tokens', 'users']);
  const user = await one('auth.users', person.id);
  assert.is(user.email, email);
  assert.equal(user.email_confirmed_at, confirmedAt);
  const { identity_data } = await one('auth.identities', person.id);
  assert.equal(identity_data, { sub: person.id, email, email_verified: false, phone_verified: false });
  assert.equal(await sql_api.rows('auth.one_time_tokens', `t.user_id = '${person.id}'`), []);
  assert.equal(await sql_api.rows('auth.addresses', `t.value = '${person.email}'`), [], 'the old one is free');
  const [set] = await sql_api.rows('auth.addresses', `t.value = '${email}'`);
  assert.is(set?.verified_at, null, 'nobody has proven the new one');
  assert.is(await errorCodeOf(signIn(person.email, person.password)), 'invalid_credentials');
  assert.ok((await signIn(email, person.password)).claims);

  const unproven = await createUnconfirmedPerson(sql_api);
  assert.is((await change(unproven.id, { email: newEmail() })).email_confirmed_at, undefined);
});

test('email_confirm: sets the time, again if it was set, with verified flags; the sign-up’s password becomes valid', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  const user = await change(person.id, { email_confirm: true });
  assert.is(user.email_confirmed_at, sql_api.now());
  assert.is((user.user_metadata as CallArguments).email_verified, true);
  assert.is((user.identities as { identity_data: CallArguments }[])[0]?.identity_data.email_verified, true);
  assert.equal(await sql_api.rows('auth.one_time_tokens', `t.user_id = '${person.id}'`), []);
  assert.equal(await sql_api.rows('auth.pending_passwords', `t.user_id = '${person.id}'`), []);
  assert.ok((await signIn(person.email, person.password)).claims, 'the administrator vouches for the account as it is');
  await sql_api.advance(60);
  assert.is((await change(person.id, { email_confirm: true })).email_confirmed_at, sql_api.now());
  const both = await change(person.id, { email: newEmail(), email_confirm: true });
  assert.is((both.identities as { identity_data: CallArguments }[])[0]?.identity_data.email_verified, true);
});

test('email_confirm after a second sign-up with another password: neither is valid', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  await sql_api.call('sign_up', { email: person.email, password: 'chosen by another', settings: settings(), client });
  const user = await change(person.id, { email_confirm: true });
  assert.is(user.email_confirmed_at, sql_api.now());
  assert.equal(await sql_api.rows('auth.pending_passwords', `t.user_id = '${person.id}'`), []);
  for (const password of [person.password, 'chosen by another']) {
    assert.is(await errorCodeOf(signIn(person.email, password)), 'invalid_credentials');
  }
});

test('phone_confirm: the password of the sign-up by phone becomes valid; a new one takes precedence', async () => {
  const byPhone = (phone: string, password: string) =>
    sql_api.call('sign_in_with_password', { phone, password, settings: phoneSettings(), client });
  const person = await createUnconfirmedPhone(sql_api);
  await change(person.id, { phone_confirm: true });
  assert.ok((await byPhone(person.phone, person.password)).claims);
  const other = await createUnconfirmedPhone(sql_api);
  await change(other.id, { phone_confirm: true, password: 'quite another one' });
  assert.is(await errorCodeOf(byPhone(other.phone, other.password)), 'invalid_credentials');
  assert.ok((await byPhone(other.phone, 'quite another one')).claims);
});

test('the same address invalidates nothing; another one invalidates every link and code, also that of a number', async () => {
  const person = await createConfirmedPerson(sql_api);
  const common = { settings: phoneSettings(), client };
  await sql_api.call('update_user', { claims: person.claims, email: newEmail(), phone: newPhone(), ...common });
  await sql_api.call('request_recovery', { email: person.email, ...common });
  const kinds = async () =>
    (await sql_api.rows('auth.one_time_tokens', `t.user_id = '${person.id}'`)).map((token) => token.kind).sort();
  const all = ['email_change_current', 'email_change_new', 'phone_change', 'recovery'];
  assert.equal(await kinds(), all);
  const { new_email } = await change(person.id, { email: person.email.toUpperCase(), role: 'same' });
  assert.equal(await kinds(), all);
  await change(person.id, { email: String(new_email) });
  assert.equal(await kinds(), [], 'also those to the address that it now is');
});

test('a phone, confirmed; providers are not recomputed; an anonymous user becomes a regular one', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`update auth.users set is_anonymous = true where id = ${person.id}`;
  const user = await change(person.id, { phone: '+49 1 7', phone_confirm: true });
  assert.is(user.phone, '4917');
  assert.is(user.phone_confirmed_at, sql_api.now());
  assert.equal((user.app_metadata as CallArguments).providers, ['email']);
  assert.is((user.identities as unknown[]).length, 2);
  await sql_api.db.sql`update auth.users set is_anonymous = true where id = ${person.id}`;
  const known = await change(person.id, { email: newEmail(), email_confirm: true });
  assert.is(known.is_anonymous, false);
});

test('two users change to one address concurrently: one gets it, the other is rejected and unchanged', async () => {
  const [a, b] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  for (let round = 0; round < 30; round += 1) {
    const email = newEmail();
    const before = [(await one('auth.users', a.id)).email, (await one('auth.users', b.id)).email];
    const args = { email, password: `password ${round}`, role: `role ${round}` };
    const codes = await Promise.all([errorCodeOf(change(a.id, args)), errorCodeOf(change(b.id, args))]);
    assert.equal([...codes].sort(), ['', 'email_exists']);
    const loser = codes[0] === '' ? b : a;
    const row = await one('auth.users', loser.id);
    assert.is(row.email, before[codes[0] === '' ? 1 : 0]);
    assert.is.not(row.role, args.role);
    assert.is((await sql_api.rows('auth.addresses', `t.user_id = '${loser.id}'`)).length, 1);
  }
});

test('the audit log names what was changed, with the old and the new role and ban, and no secret', async () => {
  const person = await createConfirmedPerson(sql_api);
  const changed = async (args: CallArguments): Promise<CallArguments> => {
    await change(person.id, args);
    const modified = `t.actions = '{user_modified}' order by t.made_in`;
    const { traits, ip } = (await sql_api.rows('auth.audit_log', modified)).at(-1) as {
      traits: CallArguments;
      ip: string;
    };
    assert.is(ip, client.ip);
    const { user_id, user_email, user_phone, ...rest } = traits;
    assert.equal([user_id, user_phone], [person.id, '']);
    return rest;
  };
  const until = (instant: unknown) =>
    new Date(String(instant)).getTime() / 1000 - new Date(sql_api.now()).getTime() / 1000;
  assert.equal(await changed({ role: 'auditor' }), {
    changed: ['role'],
    old_role: 'authenticated',
    new_role: 'auditor',
  });
  assert.equal(await changed({ role: 'auditor' }), { changed: [] }, 'it was that before');
  const banned = await changed({ ban_duration: '2h' });
  assert.equal([banned.changed, banned.old_banned_until], [['banned_until'], null]);
  assert.is(until(banned.new_banned_until), 7200);
  assert.equal(await changed({ ban_duration: 'none' }), {
    ...{ changed: ['banned_until'], old_banned_until: banned.new_banned_until, new_banned_until: null },
  });
  const secrets = {
    password: 'CANARY-password',
    user_metadata: { n: 'CANARY-user' },
    app_metadata: { n: 'CANARY-app' },
  };
  assert.equal(await changed(secrets), { changed: ['password', 'user_metadata', 'app_metadata'] });
  await sql_api.advance(1);
  assert.equal(await changed({ email: newEmail(), email_confirm: true }), { changed: ['email', 'email_confirmed_at'] });
  const [leak] = await sql_api.db
    .sql`select count(*)::integer as rows from auth.audit_log as l where l::text like '%CANARY%'`;
  assert.is(leak?.rows, 0);
});

test.run();
