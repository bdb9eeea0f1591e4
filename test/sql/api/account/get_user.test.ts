// Tests of get_user.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  createConfirmedPerson,
  type ExpectedError,
  openSqlApi,
  settings,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const refused = (claims: CallArguments, expected: ExpectedError, more: CallArguments = {}) =>
  sql_api.refused('get_user', { claims, settings: settings(), ...more }, expected);
const GONE: ExpectedError = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'];

test('the checks of the token, in order', async () => {
  const person = await createConfirmedPerson(sql_api);
  const exp = Date.parse(sql_api.now()) / 1000;
  const expired = 'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired';
  await refused({ exp }, [403, 'bad_jwt', expired]);
  await refused({ sub: '' }, [403, 'bad_jwt', 'invalid claim: missing sub claim']);
  await refused({ role: 'service_role' }, [403, 'bad_jwt', 'invalid claim: missing sub claim']);
  await refused({ sub: 'me', session_id: 'x' }, [400, 'bad_jwt', 'invalid claim: sub claim must be a UUID']);
  await refused({ sub: randomUUID(), session_id: 'x' }, [
    403,
    'user_not_found',
    'User from sub claim in JWT does not exist',
  ]);
  await sql_api.db.sql`update auth.users set banned_until = '2099-01-01' where id = ${person.id}`;
  await refused({ sub: person.id, session_id: 'x' }, [
    403,
    'bad_jwt',
    'invalid claim: session_id claim must be a UUID',
  ]);
  await refused({ ...person.claims, session_id: randomUUID() }, GONE, {
    settings: settings({ security_strict_sessions: true }),
  });
  await refused({ ...person.claims, aud: 'elsewhere' }, [403, 'user_banned', 'User is banned']);
  await sql_api.db.sql`update auth.users set banned_until = null where id = ${person.id}`;
  await refused({ ...person.claims, role: 'service_role', aud: 'elsewhere' }, [
    400,
    'validation_failed',
    "Token audience doesn't match request audience",
  ]);
});

test('the request’s audience: the header, the token’s unless it is an administrator’s, the configured one', async () => {
  const { claims } = await createConfirmedPerson(sql_api);
  const mismatch: ExpectedError = [400, 'validation_failed', "Token audience doesn't match request audience"];
  const passes = async (token: CallArguments, audience: string | null) =>
    assert.is((await sql_api.call('get_user', { claims: token, audience, settings: settings() })).id, claims.sub);
  await passes({ ...claims, aud: 'elsewhere' }, null);
  await passes({ ...claims, aud: ['elsewhere', 'other'] }, 'elsewhere');
  await passes(claims, '');
  await refused(claims, mismatch, { audience: 'elsewhere' });
  await refused({ ...claims, aud: undefined }, mismatch);
});

test('the user as stored, every optional member in its place', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`
    update auth.users set phone = '491701234567', phone_confirmed_at = '2031-04-30 10:00:00.123456+00',
      invited_at = '2031-01-01', recovery_sent_at = '2031-01-02', new_email = 'new@example.com',
      email_change_sent_at = '2031-01-03', new_phone = '4917', phone_change_sent_at = '2031-01-04',
      reauthentication_sent_at = '2031-01-05', banned_until = '2031-01-06', raw_user_meta_data = '{"a":null,"b":[1]}'
    where id = ${person.id}`;
  const user = await sql_api.call('get_user', { claims: person.claims, settings: settings() });
  const { identities, ...rest } = user;
  assert.is((identities as unknown[]).length, 1);
  const now = sql_api.now();
  assert.equal(rest, {
    id: person.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: person.email,
    email_confirmed_at: now,
    phone: '491701234567',
    phone_confirmed_at: '2031-04-30T10:00:00.123456Z',
    confirmed_at: '2031-04-30T10:00:00.123456Z',
    invited_at: '2031-01-01T00:00:00.0Z',
    confirmation_sent_at: now,
    recovery_sent_at: '2031-01-02T00:00:00.0Z',
    new_email: 'new@example.com',
    email_change_sent_at: '2031-01-03T00:00:00.0Z',
    new_phone: '4917',
    phone_change_sent_at: '2031-01-04T00:00:00.0Z',
    reauthentication_sent_at: '2031-01-05T00:00:00.0Z',
    last_sign_in_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { a: null, b: [1] },
    banned_until: '2031-01-06T00:00:00.0Z',
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  });
});

test('after sign-out the access token stays valid; with strict sessions it does not', async () => {
  const { claims, id, session_id } = await createConfirmedPerson(sql_api);
  const strict = { settings: settings({ security_strict_sessions: true }) };
  assert.is((await sql_api.call('get_user', { claims, ...strict })).id, id);
  await sql_api.call('sign_out', { claims, settings: settings() });
  assert.is((await sql_api.call('get_user', { claims, settings: settings() })).id, id);
  await refused(claims, GONE, strict);
  for (const absent of [undefined, '', '00000000-0000-0000-0000-000000000000']) {
    const answer = await sql_api.call('get_user', { claims: { ...claims, session_id: absent }, ...strict });
    assert.is(answer.id, id, 'a token without a session has none to lose');
  }
  assert.ok(session_id);
});

test('soft-deleted and deleted users are gone at once', async () => {
  const { claims, id } = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`update auth.users set deleted_at = now(), banned_until = '2099-01-01' where id = ${id}`;
  await refused(claims, GONE);
  await sql_api.db.sql`delete from auth.users where id = ${id}`;
  await refused(claims, [403, 'user_not_found', 'User from sub claim in JWT does not exist']);
});

test.run();
