// Tests of sign_up.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  type ExpectedError,
  newEmail,
  openSqlApi,
  readMemberAt,
  settings,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const PASSWORD = 'correct horse battery';
const CHALLENGE = 'a'.repeat(43);
const signUp = (args: CallArguments) =>
  sql_api.call('sign_up', { password: PASSWORD, settings: settings(), client, ...args });

test('the checks answer in supabase/auth’s order, and write nothing', async () => {
  const args: CallArguments = {
    email: '',
    phone: '',
    password: '',
    code_challenge_method: 'md5',
    settings: settings({ disable_signup: true, external_email_enabled: false, password_required_characters: ['0123'] }),
  };
  const next = async (change: CallArguments, expected: ExpectedError) => {
    Object.assign(args, change);
    await sql_api.refused('sign_up', args, expected);
  };
  await next({}, [422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled']);
  await next({ email: 'no address', phone: '12' }, [422, 'signup_disabled', 'Signups not allowed for this instance']);
  const open = settings({ external_email_enabled: false, password_required_characters: ['0123', 'xyz'] });
  await next({ settings: open }, [400, 'validation_failed', 'Signup requires a valid password']);
  await next({ password: null }, [400, 'validation_failed', 'Signup requires a valid password']);
  await next({ password: '€'.repeat(25) }, [400, 'validation_failed', 'Password cannot be longer than 72 characters']);
  await next({ password: 'abc' }, [
    422,
    'weak_password',
    'Password should be at least 6 characters. Password should contain at least one character of each: 0123, xyz.',
    { weak_password: { reasons: ['length', 'characters'] } },
  ]);
  await next({ password: 'abc123' }, [
    422,
    'weak_password',
    'Password should contain at least one character of each: 0123, xyz.',
    { weak_password: { reasons: ['characters'] } },
  ]);
  await next({ password: 'abcxyz1' }, [
    400,
    'validation_failed',
    'Only an email address or phone number should be provided on signup.',
  ]);
  await next({ email: null, code_challenge: 'x' }, [400, 'validation_failed', 'PKCE not supported for phone signups']);
  const pair = 'PKCE flow requires code_challenge_method and code_challenge';
  await next({ code_challenge: null }, [400, 'validation_failed', pair]);
  await next({ code_challenge_method: '' }, [400, 'phone_provider_disabled', 'Phone signups are disabled']);
  await next({ email: 'no address', phone: null, code_challenge: CHALLENGE }, [400, 'validation_failed', pair]);
  const length = 'code challenge has to be between 43 and 128 characters';
  await next({ code_challenge: 'a'.repeat(42), code_challenge_method: 'md5' }, [400, 'validation_failed', length]);
  await next({ code_challenge: 'a'.repeat(129) }, [400, 'validation_failed', length]);
  await next({ code_challenge: `${CHALLENGE}=` }, [
    400,
    'validation_failed',
    'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
  ]);
  await next({ code_challenge: CHALLENGE }, [400, 'validation_failed', 'Invalid code_challenge_method']);
  await next({ code_challenge_method: 'S256' }, [400, 'email_provider_disabled', 'Email signups are disabled']);
  await next({ email: `${'a'.repeat(250)}@b.com`, settings: settings() }, [
    400,
    'validation_failed',
    'An email address is too long',
  ]);
  const invalid = 'Unable to validate email address: invalid format';
  for (const email of [
    ...['no address', ' a@example.com', 'a@example.com\n', 'a@-b.com', 'ä@example.com', 'a@b@c.com'],
    ...['"a"@example.com', '"eve@attacker.example x"@example.com'],
  ]) {
    await next({ email }, [400, 'validation_failed', invalid]);
  }
});

test('a password of 72 bytes, an address without a dot: fine; the address is stored in lower case', async () => {
  const answer = await signUp({ email: 'Someone@LocalHost', password: 'x'.repeat(72) });
  assert.is(answer.email, 'someone@localhost');
});

test('a password is stored as bcrypt of the configured cost, by default 10, with a salt of its own', async () => {
  const stored = async (more: CallArguments) => {
    const email = newEmail();
    await signUp({ email, settings: settings({ mailer_autoconfirm: true, ...more }) });
    const [row] = await sql_api.db.sql`select p.hash from auth.passwords as p join auth.users as u on u.id = p.user_id
      where u.email = ${email}`;
    return String(row?.hash);
  };
  const [one, other, cheap] = [
    await stored({ security_bcrypt_cost: null }),
    await stored({ security_bcrypt_cost: null }),
    await stored({ security_bcrypt_cost: 5 }),
  ];
  assert.match(one, /^\$2a\$10\$/);
  assert.is.not(one, other);
  assert.match(cheap, /^\$2a\$05\$/);
});

test('a new account: the user as the client sees it, and every row behind it', async () => {
  const email = newEmail();
  let user: CallArguments = {};
  const data = {
    color: 'red',
    sub: 'forged',
    email: 'victim@example.com',
    email_verified: true,
    phone: 7,
    provider_id: 1,
    n: null,
  };
  const tables = await sql_api.changes(async () => {
    user = await signUp({ email: email.toUpperCase(), data, base_url: 'http://b', redirect_to: 'http://r' });
  });
  assert.equal(tables, [
    'addresses',
    'attempts',
    'audit_log',
    'identities',
    'messages',
    'one_time_tokens',
    'pending_passwords',
    'queue',
    'quotas',
    'users',
  ]);
  const now = sql_api.now();
  const own = { sub: user.id, email, email_verified: false, phone_verified: false, color: 'red', n: null };
  const identities = user.identities as CallArguments[];
  assert.equal(user, {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { ...own, phone: 7, provider_id: 1 },
    identities: [
      {
        identity_id: identities[0]?.identity_id,
        id: user.id,
        user_id: user.id,
        identity_data: own,
        provider: 'email',
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        email,
      },
    ],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  });
  assert.is.not(identities[0]?.identity_id, user.id);
  const mine = `t.user_id = '${user.id}'`;
  const [token] = await sql_api.rows('auth.one_time_tokens', mine);
  assert.is(token?.kind, 'confirmation');
  assert.is(token?.carries_password, true);
  assert.is(token?.expires_at, null, 'the life of the code starts when it is sent');
  const [message] = await sql_api.rows('auth.messages', mine);
  assert.is(message?.token_id, token?.id);
  assert.is(message?.base_url, 'http://b');
  assert.is(message?.redirect_to, 'http://r');
  const [pending] = await sql_api.rows('auth.pending_passwords', mine);
  assert.match(String(pending?.hash), /^\$2a\$04\$/);
  const [address] = await sql_api.rows('auth.addresses', mine);
  assert.is(address?.verified_at, null);
  assert.equal(await sql_api.audited(), {
    actions: ['user_confirmation_requested'],
    traits: { provider: 'email' },
    actor_id: user.id,
  });
});

test('the job holds ids only', async () => {
  const email = newEmail();
  const user = await signUp({ email });
  const [message] = await sql_api.rows('auth.messages', `t.user_id = '${user.id}'`);
  const jobs = await sql_api.rows('auth_queue.job', `t.data ->> 'message_id' = '${message?.id}'`);
  assert.is(jobs.length, 1);
  assert.equal(jobs[0]?.data, { message_id: message?.id, user_id: message?.user_id, generation: 1 });
});

test('a challenge creates a flow, its method in lower case', async () => {
  const user = await signUp({ email: newEmail(), code_challenge: CHALLENGE, code_challenge_method: 'S256' });
  const [flow] = await sql_api.rows('auth.flow_states', `t.user_id = '${user.id}'`);
  assert.is(flow?.authentication_method, 'email/signup');
  assert.is(flow?.code_challenge_method, 's256');
  assert.is(flow?.auth_code_digest, null, 'the code is made at the click');
  const [token] = await sql_api.rows('auth.one_time_tokens', `t.user_id = '${user.id}'`);
  assert.is(token?.flow_id, flow?.id);
});

test('autoconfirm: a session at once, and no mail', async () => {
  const email = newEmail();
  let answer: CallArguments = {};
  const tables = await sql_api.changes(async () => {
    answer = await signUp({ email, settings: settings({ mailer_autoconfirm: true, jwt_exp: 60, jwt_issuer: 'me' }) });
  });
  assert.equal(tables, ['addresses', 'audit_log', 'identities', 'passwords', 'sessions', 'users']);
  const { body, claims, refresh } = answer as { body: CallArguments; claims: CallArguments; refresh: CallArguments };
  const user = body.user as CallArguments;
  assert.is(user.email_confirmed_at, sql_api.now());
  assert.is(user.confirmed_at, sql_api.now());
  assert.is(user.last_sign_in_at, sql_api.now());
  assert.is((user.user_metadata as CallArguments).email_verified, true);
  assert.is(readMemberAt(user, 'identities.0.identity_data.email_verified'), true);
  const iat = Date.parse(sql_api.now()) / 1000;
  const { user: _, ...rest } = body;
  assert.equal(rest, { token_type: 'bearer', expires_in: 60, expires_at: iat + 60 });
  assert.equal(claims, {
    iss: 'me',
    sub: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    iat,
    exp: iat + 60,
    email,
    phone: '',
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: iat }],
    session_id: refresh.session_id,
    is_anonymous: false,
  });
  assert.equal(refresh, { user_id: user.id, session_id: claims.session_id, counter: 0 });
  const [session] = await sql_api.rows('auth.sessions', `t.id = '${claims.session_id}'`);
  assert.is(session?.ip, '192.0.2.7');
  assert.is(session?.user_agent, 'tests/1');
  assert.equal((await sql_api.audited())?.actions, ['user_signedup', 'login']);
});

test('the quota of mails rejects a sign-up that would send, and nothing of the user is stored', async () => {
  const quota = (count: number, more: CallArguments = {}) =>
    settings({ rate_limit_email_sent: { count, per: null }, ...more });
  const expected: ExpectedError = [429, 'over_email_send_rate_limit', 'email rate limit exceeded'];
  await sql_api.refused('sign_up', { email: newEmail(), password: PASSWORD, settings: quota(0) }, expected);
  await sql_api.db.sql`delete from auth.quotas`;
  await signUp({ email: newEmail(), settings: quota(1) });
  await sql_api.refused('sign_up', { email: newEmail(), password: PASSWORD, settings: quota(1) }, expected);
  assert.ok((await signUp({ email: newEmail(), settings: quota(1, { mailer_autoconfirm: true }) })).body);
  await sql_api.advance(3600);
  assert.ok((await signUp({ email: newEmail(), settings: quota(1) })).id, 'a new clock hour');
});

test('the spacing of an address counts for a new account too', async () => {
  const email = newEmail();
  const user = await signUp({ email });
  await sql_api.db.sql`delete from auth.users where id = ${String(user.id)}`;
  await sql_api.advance(899);
  await sql_api.refused('sign_up', { email, password: PASSWORD, settings: settings() }, [
    429,
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 1 seconds.',
  ]);
  await sql_api.advance(1);
  assert.ok((await signUp({ email })).id, 'allowed at the boundary');
});

test('of parallel sign-ups of one address one creates the user, and none waits for ever', async () => {
  const email = newEmail();
  const answers = await Promise.all(Array.from({ length: 6 }, () => signUp({ email })));
  const users = answers.filter((answer) => typeof answer.id === 'string');
  assert.is(users.length, 1);
  assert.is(answers.filter((answer) => (answer.refused as CallArguments)?.status === 429).length, 5);
  assert.is((await sql_api.rows('auth.messages', `t.to_address = '${email}'`)).length, 1);
});

test.run();
