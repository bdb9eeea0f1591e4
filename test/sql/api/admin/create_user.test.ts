// Tests of create_user.
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  type ExpectedError,
  errorCodeOf,
  newEmail,
  openSqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { ADMIN, adminAuditEntry, assertAdministratorsOnly, NIL, NOT_UUID } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const create = (args: CallArguments) =>
  sql_api.call('create_user', { claims: ADMIN, settings: settings(), client, ...args });
const refused = (args: CallArguments, expected: ExpectedError) =>
  sql_api.refused('create_user', { claims: ADMIN, settings: settings(), ...args }, expected);
const signIn = (email: string, password: string) =>
  sql_api.call('sign_in_with_password', { email, password, settings: settings(), client });
/** Incompressible text, because an index rejects a value longer than a third of its page. */
const LONG = randomBytes(8000).toString('hex');
const HASH = '$2a$04$abcdefghijklmnopqrstuuF.mGSUCwPEWAVMkEQIN6LmNfbeDOxku';

const HASH_UNUSABLE =
  'Only password hashes of bcrypt (cost 4 to 14), argon2i, argon2id and Firebase scrypt can be used, and only within the limits of memory and time';

test('administrators only', () => assertAdministratorsOnly(sql_api, 'create_user', { email: 'x', user_id: 'x' }));

test('the checks answer in supabase/auth’s order, and write nothing', async () => {
  const taken = await createConfirmedPerson(sql_api);
  await create({ phone: '+49 30 1' });
  const args: CallArguments = { id: 'x', password_hash: 'x', ban_duration: '1d', email: '', phone: '' };
  const next = (change: CallArguments, expected: ExpectedError) => refused(Object.assign(args, change), expected);
  await next({ user_id: 'x' }, NOT_UUID);
  await next({ user_id: null }, [400, 'validation_failed', 'Cannot create a user without either an email or phone']);
  await next({ email: 'no address', phone: 'x' }, [
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ]);
  await next({ email: taken.email.toUpperCase() }, [
    422,
    'email_exists',
    'A user with this email address has already been registered',
  ]);
  await next({ email: newEmail() }, [400, 'validation_failed', 'Invalid phone number format (E.164 required)']);
  await next({ phone: '+49301' }, [422, 'phone_exists', 'Phone number already registered by another user']);
  await next({ phone: null, password: 'x'.repeat(73) }, [
    400,
    'validation_failed',
    'Only a password or a password hash should be provided',
  ]);
  await next({ password_hash: '' }, [400, 'validation_failed', 'Password cannot be longer than 72 characters']);
  await next({ password: '', password_hash: 'x' }, [400, 'validation_failed', HASH_UNUSABLE]);
  await next({ password_hash: null }, [400, 'validation_failed', 'ID must conform to the uuid v4 format']);
  await next({ id: NIL }, [400, 'validation_failed', 'ID cannot be a nil uuid']);
  await next({ id: taken.id }, [
    400,
    'validation_failed',
    'invalid format for ban duration: time: unknown unit "d" in duration "1d"',
  ]);
  await next({ ban_duration: null, aud: LONG, role: LONG }, [
    400,
    'validation_failed',
    'aud cannot be longer than 255 bytes',
  ]);
  await next({ aud: 'ä'.repeat(127) }, [400, 'validation_failed', 'role cannot be longer than 255 bytes']);
  await next({ role: ` ${'x'.repeat(255)} ` }, [
    422,
    'user_already_exists',
    'A user with this id has already been registered',
  ]);
  await next({ user_id: NIL }, [400, 'validation_failed', 'ID cannot be a nil uuid']);
});

test('the smallest user: the answer, the rows, the audit entry; no mail, no session, no password', async () => {
  const email = newEmail();
  let user: CallArguments = {};
  const off = settings({ disable_signup: true, external_email_enabled: false, rate_limit_email_sent: { count: 0 } });
  const tables = await sql_api.changes(async () => {
    user = await create({ email: email.toUpperCase(), settings: off });
  });
  assert.equal(tables, ['addresses', 'audit_log', 'identities', 'users']);
  const now = sql_api.now();
  const [identity] = user.identities as CallArguments[];
  assert.equal(user, {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [
      {
        identity_id: identity?.identity_id,
        id: user.id,
        user_id: user.id,
        identity_data: { sub: user.id, email, email_verified: false, phone_verified: false },
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
  const traits = { user_id: user.id, user_email: email, user_phone: '', provider: 'email' };
  assert.equal(await sql_api.audited(), adminAuditEntry('user_signedup', traits));
  const [entry] = await sql_api.rows('auth.audit_log', `t.traits ->> 'user_id' = '${user.id}'`);
  assert.is(entry?.actor_username, 'service_role');
  assert.is(entry?.ip, client.ip);
});

test('everything at once: both channels, confirmed, banned, metadata merged, role trimmed, audience', async () => {
  const email = newEmail();
  const user = await create({
    email,
    phone: '+49 170 1',
    password: 'x',
    email_confirm: true,
    phone_confirm: true,
    role: ' \t\n\r\f\vviewer\v\f\r\n\t ',
    aud: 'elsewhere',
    app_metadata: { plan: 'gold', gone: null, providers: ['email'] },
    user_metadata: { full_name: 'Ada', kept: null, inner: { none: null }, email_verified: false },
    ban_duration: '1h30m',
  });
  const now = sql_api.now();
  assert.is(user.phone, '491701');
  assert.is(user.email_confirmed_at, now);
  assert.is(user.phone_confirmed_at, now);
  assert.is(user.confirmed_at, now);
  assert.is(user.banned_until, '2031-05-01T13:30:00.0Z');
  assert.is(user.role, 'viewer');
  assert.is(user.aud, 'elsewhere');
  const traits = ((await sql_api.audited())?.traits ?? {}) as CallArguments;
  assert.equal([traits.new_role, traits.new_banned_until], ['viewer', user.banned_until]);
  assert.equal(user.app_metadata, { provider: 'email', providers: ['email'], plan: 'gold' });
  assert.equal(user.user_metadata, { full_name: 'Ada', kept: null, inner: { none: null }, email_verified: true });
  const identities = user.identities as { provider: string; identity_data: CallArguments }[];
  assert.equal(identities.map((i) => i.provider).sort(), ['email', 'phone']);
  for (const { provider, identity_data } of identities) assert.is(identity_data[`${provider}_verified`], true);
  const addresses = await sql_api.rows('auth.addresses', `t.user_id = '${user.id}'`);
  assert.is(addresses.filter((a) => a.verified_at !== null && a.is_primary).length, 2);
});

test('identities created at one instant are ordered by provider', async () => {
  for (let n = 0; n < 10; n += 1) {
    const user = await create({ email: newEmail(), phone: `4917088${n}` });
    assert.equal(
      (user.identities as CallArguments[]).map((identity) => identity.provider),
      ['email', 'phone'],
    );
  }
});

test('phone alone; confirmations of missing channels have no effect; blank role and audience', async () => {
  const user = await create({ phone: '491702', email: '', email_confirm: true, role: ' ', aud: '', id: '' });
  assert.equal(user.app_metadata, { provider: 'phone', providers: ['phone'] });
  assert.equal(user.user_metadata, {});
  assert.is(user.email, '');
  assert.is(user.confirmed_at, undefined);
  assert.is(user.role, 'authenticated');
  assert.is(user.aud, 'authenticated');
  const traits = { user_id: user.id, user_email: '', user_phone: '491702', provider: 'phone' };
  assert.equal(await sql_api.audited(), adminAuditEntry('user_signedup', traits));
  const plain = await create({ email: newEmail(), settings: { security_bcrypt_cost: 4 } });
  assert.is(plain.role, 'authenticated');
  assert.is(plain.aud, 'authenticated');
});

test('the audience: from the body, the header, or the token unless its role is an administrator’s', async () => {
  const aud = async (args: CallArguments) => (await create({ email: newEmail(), ...args })).aud;
  const claims = { ...ADMIN, aud: 'of-the-token' };
  assert.is(await aud({ claims, aud: 'a', audience: 'b' }), 'a');
  assert.is(await aud({ claims, audience: 'b' }), 'b');
  assert.is(await aud({ claims }), 'authenticated');
});

test('the id: from the path or the body, any version, any spelling', async () => {
  const first = '0b5c1a3e-1111-1fff-0fff-0123456789ab';
  assert.is((await create({ email: newEmail(), id: first })).id, first);
  const path = randomUUID();
  assert.is((await create({ email: newEmail(), user_id: `{${path}}`, id: randomUUID() })).id, path);
  const plain = randomUUID();
  assert.is((await create({ email: newEmail(), id: plain.replaceAll('-', '') })).id, plain);
});

test('passwords are not checked by the rules; stored at once, and valid once the address is confirmed', async () => {
  const email = newEmail();
  const strict = settings({ password_min_length: 20, password_required_characters: ['0123'] });
  await create({ email, password: 'x', email_confirm: true, settings: strict });
  assert.ok((await signIn(email, 'x')).claims);
  const later = newEmail();
  await create({ email: later, password: 'x' });
  assert.is(await errorCodeOf(signIn(later, 'x')), 'email_not_confirmed');
  const full = newEmail();
  await create({ email: full, password: '€'.repeat(24), email_confirm: true });
  assert.ok((await signIn(full, '€'.repeat(24))).claims);
});

test('bcrypt hashes of all three prefixes; rejects unsupported hashes and those out of bounds', async () => {
  const [row] = await sql_api.db.sql<{ hash: string }[]>`select auth_lib.bcrypt('imported', null, 4) as hash`;
  for (const prefix of ['$2a$', '$2b$', '$2y$']) {
    const email = newEmail();
    const password_hash = prefix + row!.hash.slice(4);
    await create({ email, password_hash, email_confirm: true });
    assert.ok((await signIn(email, 'imported')).claims, prefix);
    assert.is(await errorCodeOf(signIn(email, 'importee')), 'invalid_credentials');
  }
  const unusable: ExpectedError = [400, 'validation_failed', HASH_UNUSABLE];
  const bad = [
    HASH.replace('$2a$', '$2x$'),
    HASH.replace('$04$', '$03$'),
    HASH.replace('$04$', '$15$'),
    HASH.slice(0, -1),
    `${HASH}x`,
    `${HASH}\n`,
    'abJnggxhB/yWI',
    '$argon2d$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b2dWRWJTmaaJObG',
    '$argon2id$v=19$m=1048576,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b2dWRWJTmaaJObG',
    '$1$abcdefgh$irWbblnpmw.5z7wgBnprh0',
    ' ',
  ];
  for (const password_hash of bad) await refused({ email: newEmail(), password_hash }, unusable);
});

test('three concurrent calls for one address, and for one id: one user, the others are rejected without a trace', async () => {
  const race = async (args: () => CallArguments, code: string) => {
    const codes = await Promise.all([1, 2, 3].map(() => errorCodeOf(create(args()))));
    assert.equal(codes.sort(), ['', code, code]);
  };
  for (let round = 0; round < 10; round += 1) {
    const email = newEmail();
    await race(() => ({ email }), 'email_exists');
    await race(() => ({ phone: `4917099${round}` }), 'phone_exists');
    const id = randomUUID();
    await race(() => ({ id, email: newEmail() }), 'user_already_exists');
  }
  const [lone] = await sql_api.db.sql`
    select count(*)::int as n from auth.users as u
    where not exists (select from auth.addresses as a where a.user_id = u.id)`;
  assert.is(lone?.n, 0, 'a refused one leaves no user without an address');
});

test.run();
