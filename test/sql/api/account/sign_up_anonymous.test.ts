// Tests of sign_up without an address, which creates an anonymous user.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  type CallResult,
  client,
  openSqlApi,
  readMemberAt,
  settings,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const ALLOWED = settings({ external_anonymous_users_enabled: true });
const signUp = (args: CallArguments) => sql_api.call('sign_up', { settings: ALLOWED, client, ...args });

test('disabled, then closed: reported in this order, and nothing is written', async () => {
  for (const args of [{}, { email: '', phone: '' }, { password: 'x', code_challenge: 'x', channel: 'pigeon' }]) {
    const off = settings({ disable_signup: true });
    await sql_api.refused('sign_up', { ...args, settings: off }, [
      422,
      'anonymous_provider_disabled',
      'Anonymous sign-ins are disabled',
    ]);
    const closed = settings({ external_anonymous_users_enabled: true, disable_signup: true });
    await sql_api.refused('sign_up', { ...args, settings: closed }, [
      422,
      'signup_disabled',
      'Signups not allowed for this instance',
    ]);
  }
});

test('a user without address or identity, and a session; password, channel and PKCE are ignored; no audit row', async () => {
  const data = { color: 'red', sub: 'kept as it is' };
  let answer: CallResult = {};
  const tables = await sql_api.changes(async () => {
    answer = await signUp({ email: '', data, password: 'x', channel: 'pigeon', code_challenge: 'x' });
  });
  assert.equal(tables, ['sessions', 'users']);
  const now = sql_api.now();
  const id = readMemberAt(answer, 'body.user.id');
  assert.equal(readMemberAt(answer, 'body.user'), {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: '',
    phone: '',
    last_sign_in_at: now,
    app_metadata: {},
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: true,
  });
  const claims = answer.claims as CallArguments;
  assert.equal(
    [claims.sub, claims.is_anonymous, claims.email, claims.phone, claims.role, claims.aud, claims.app_metadata],
    [id, true, '', '', 'authenticated', 'authenticated', {}],
  );
  assert.is(readMemberAt(claims, 'amr.0.method'), 'anonymous');
  const [row] = await sql_api.rows('auth.users', `t.id = '${id}'`);
  assert.equal([row?.email, row?.phone], [null, null], 'null, not empty: many of them are unique together');
  const second = await signUp({});
  assert.is.not(readMemberAt(second, 'body.user.id'), id);
  assert.equal(readMemberAt(second, 'body.user.user_metadata'), {});
});

test('the audience of the request; a refresh keeps is_anonymous', async () => {
  const answer = await signUp({ audience: 'elsewhere' });
  assert.is(readMemberAt(answer, 'claims.aud'), 'elsewhere');
  const refreshed = await sql_api.call('refresh_session', {
    ...(answer.refresh as CallArguments),
    settings: settings(),
    client,
  });
  assert.is(readMemberAt(refreshed, 'claims.is_anonymous'), true);
  assert.is(readMemberAt(refreshed, 'claims.amr.0.method'), 'anonymous');
});

test('a phone of only plus and blanks is an invalid number, not a missing one', async () => {
  for (const phone of ['+', ' ', '+ ']) {
    const all = { ...ALLOWED, external_phone_enabled: true };
    await sql_api.refused('sign_up', { phone, password: 'correct horse', settings: all }, [
      400,
      'validation_failed',
      'Invalid phone number format (E.164 required)',
    ]);
  }
});

test.run();
