// request_otp with a phone number: its checks, recipients of a code, autoconfirm, test numbers, limits.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Args,
  client,
  code_keys,
  codeOf,
  type Expected,
  openSurface,
  sentToken,
} from '../../../support/database/surface.ts';
import {
  CHANNEL,
  confirmedPhone,
  E164,
  NO_GATEWAY,
  newPhone,
  phones,
  SMS_QUOTA,
  smsSoon,
  unconfirmedPhone,
} from '../../phone.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const request = (args: Args) => surface.call('request_otp', { settings: phones(), client, ...args });
const refused = (args: Args, expected: Expected, changes: string[] = []) =>
  surface.refused('request_otp', { settings: phones(), client, ...args }, expected, changes);
const user = async (phone: string) => (await surface.rows('auth.users', `t.phone = '${phone}'`))[0];
const DISABLED: Expected = [422, 'otp_disabled', 'Signups not allowed for otp'];
const SENT = ['attempts', 'audit_log', 'messages', 'one_time_tokens', 'queue', 'quotas', 'users'];

test('the checks answer in supabase/auth’s order, and write nothing', async () => {
  const args: Args = {
    phone: '+0',
    channel: 'pigeon',
    create_user: false,
    code_challenge: 'x',
    settings: phones({ external_phone_enabled: false, disable_signup: true }),
  };
  const next = (change: Args, expected: Expected) => refused(Object.assign(args, change), expected);
  await next({}, [400, 'validation_failed', 'PKCE flow requires code_challenge_method and code_challenge']);
  await next({ code_challenge: null }, DISABLED);
  await next({ create_user: true }, [400, 'phone_provider_disabled', 'Unsupported phone provider']);
  await next({ settings: phones({ disable_signup: true }) }, E164);
  for (const phone of ['+', ' ']) await next({ phone }, E164);
  await next({ phone: newPhone() }, CHANNEL);
  await next({ channel: 'sms' }, [422, 'signup_disabled', 'Signups not allowed for this instance']);
  await next({ create_user: false }, DISABLED);
});

test('a new number: a user without a password, its code, the id of its message', async () => {
  const phone = newPhone();
  let answer: Args = {};
  const tables = await surface.changes(async () => {
    answer = await request({ phone: `+${phone}`, data: { color: 'red' }, channel: 'whatsapp' });
  });
  assert.equal(tables, ['addresses', 'identities', ...SENT].sort());
  const row = await user(phone);
  assert.equal(row?.raw_user_meta_data, { sub: row?.id, email_verified: false, phone_verified: false, color: 'red' });
  assert.equal(Object.keys(answer), ['message_id']);
  const [message] = await surface.rows('auth.messages', `t.id = '${answer.message_id}'`);
  assert.equal([message?.to_address, message?.kind, message?.channel], [phone, 'sms', 'whatsapp']);
  assert.equal(await surface.audited(), {
    actions: ['user_confirmation_requested'],
    traits: { provider: 'phone' },
    actor_id: row?.id,
  });
  assert.is((await sentToken(surface, row?.id, 'sms')).carries_password, false);
  assert.equal(await surface.rows('auth.pending_passwords', `t.user_id = '${row?.id}'`), []);
});

test('a confirmed number: a code to sign in, audited with its channel; sign-ups may be off', async () => {
  const person = await confirmedPhone(surface);
  const closed = phones({ disable_signup: true });
  await surface.advance(1);
  let answer: Args = {};
  const tables = await surface.changes(async () => {
    answer = await request({ phone: person.phone, create_user: false, settings: closed });
  });
  assert.equal(tables, SENT);
  assert.match(String(answer.message_id), UUID);
  assert.equal(await surface.audited(), {
    actions: ['user_recovery_requested'],
    traits: { channel: 'sms' },
    actor_id: person.id,
  });
  const code = codeOf(await sentToken(surface, person.id, 'sms'));
  const verified = await surface.call('verify_token', {
    type: 'sms',
    phone: person.phone,
    code,
    code_keys,
    settings: closed,
  });
  assert.ok(verified.body);
  const signIn = { phone: person.phone, password: person.password, settings: phones() };
  assert.ok((await surface.call('sign_in_with_password', signIn)).body, 'a code to sign in leaves the password');
});

test('create_user false: an unconfirmed number continues its sign-up, an unknown one is rejected', async () => {
  const person = await unconfirmedPhone(surface);
  await refused({ phone: person.phone, create_user: false }, smsSoon(60));
  await surface.advance(61);
  await refused({ phone: person.phone, create_user: false, settings: phones({ disable_signup: true }) }, [
    422,
    'signup_disabled',
    'Signups not allowed for this instance',
  ]);
  assert.match(String((await request({ phone: person.phone, create_user: false })).message_id), UUID);
  assert.equal((await surface.audited())?.actions, ['user_confirmation_requested']);
  await refused({ phone: newPhone(), create_user: false }, DISABLED);
});

test('autoconfirm: the new user is confirmed, and gets a code as a confirmed one does', async () => {
  const auto = phones({ sms_autoconfirm: true });
  const waiting = await unconfirmedPhone(surface);
  await surface.advance(61);
  for (const phone of [newPhone(), waiting.phone]) {
    assert.match(String((await request({ phone, settings: auto })).message_id), UUID);
    const row = await user(phone);
    assert.equal(row?.phone_confirmed_at, new Date(surface.now()));
    const audit = await surface.rows('auth.audit_log', `t.actor_id = '${row?.id}' and t.created_at = auth_lib.clock()`);
    assert.equal(audit.map(({ actions }) => String(actions)).sort(), [
      'user_recovery_requested',
      'user_signedup,login',
    ]);
    for (const { traits } of audit) assert.is((traits as { channel: string }).channel, 'sms');
  }
  const signIn = { phone: waiting.phone, password: waiting.password, settings: phones() };
  assert.ok((await surface.call('sign_in_with_password', signIn)).refused, 'the unconfirmed password is void');
  const phone = newPhone();
  await refused({ phone, settings: phones({ sms_autoconfirm: true, sms_ready: false }) }, NO_GATEWAY);
  assert.is(await user(phone), undefined);
  const tables = await surface.changes(() =>
    request({ phone, settings: phones({ sms_autoconfirm: true, rate_limit_sms_sent: { count: 0 } }) }),
  );
  assert.not.ok(tables.includes('quotas'), 'where numbers confirm themselves, nothing is counted');
});

test('without a gateway 500, and the new user is rolled back; a test number needs none and returns test-otp', async () => {
  const [phone, known] = [newPhone(), await confirmedPhone(surface)];
  const absent = { sms_ready: false, sms_provider: '' };
  const none = { ...absent, rate_limit_sms_sent: { count: 0 } };
  for (const number of [phone, known.phone]) {
    await refused({ phone: number, settings: phones(absent) }, NO_GATEWAY);
    await refused({ phone: number, settings: phones(none) }, SMS_QUOTA);
  }
  for (const number of [phone, known.phone]) {
    const settings = phones({ ...none, sms_test_otp: { [number]: '424242' } });
    const before = await surface.rows('auth.messages');
    assert.equal(await request({ phone: number, settings }), { message_id: 'test-otp' });
    assert.is((await surface.rows('auth.messages')).length, before.length);
    await refused({ phone: number, settings }, smsSoon(60));
  }
});

test('one spacing for /signup, /otp and /resend, unknown, unconfirmed and confirmed (T76)', async () => {
  const [known, waiting, unknown] = [await confirmedPhone(surface), await unconfirmedPhone(surface), newPhone()];
  await refused({ phone: waiting.phone }, smsSoon(60));
  for (const phone of [known.phone, unknown]) {
    await request({ phone });
    for (const args of [{}, { create_user: false }]) await refused({ phone, ...args }, smsSoon(60));
    const again = { phone, settings: phones() };
    await surface.refused('resend', { type: 'sms', ...again }, smsSoon(60));
    await surface.refused('sign_up', { password: 'correct horse battery', ...again }, smsSoon(60));
  }
  await surface.advance(60);
  await refused({ phone: known.phone }, smsSoon(0));
  await surface.advance(1);
  await request({ phone: known.phone });
});

test('another audience, or a number that only finds an account with a confirmed address: a random id', async () => {
  const person = await confirmedPhone(surface);
  const found = newPhone();
  await surface.db.sql`insert into auth.addresses (kind, value, user_id, is_primary, created_at)
    values ('phone', ${found}, ${person.id}, false, auth_lib.clock())`;
  for (const args of [{ phone: found }, { phone: person.phone, audience: 'elsewhere' }]) {
    let answer: Args = {};
    assert.equal(
      await surface.changes(async () => {
        answer = await request(args);
      }),
      ['attempts'],
    );
    assert.match(String(answer.message_id), UUID);
    await refused(args, smsSoon(60));
  }
  await refused({ phone: person.phone, audience: 'elsewhere', create_user: false }, DISABLED);
});

test.run();
