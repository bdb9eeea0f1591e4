// Tests of sign_in_with_id_token.
import { randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  openSqlApi,
  readSession,
  settings,
} from '../../../support/database/sql_api.ts';
import { newEmail } from '../../../support/processes/stack.ts';
import { insertExternalUser } from '../../external_user.ts';
import { createPersonWithTotp } from '../factor/factors.ts';
import { createProfile } from './flow.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const LINK = { base_url: 'http://localhost:9999', redirect_to: 'http://localhost:3000' };
const token = (): CallArguments => ({ digest: randomBytes(32).toString('hex'), expires_at: 4_000_000_000 });
const args = (more: CallArguments = {}): CallArguments => ({
  provider: 'google',
  profile: createProfile(),
  token: token(),
  link: LINK,
  settings: settings(),
  client,
  ...more,
});
const bring = (more: CallArguments = {}) => sql_api.call('sign_in_with_id_token', args(more));
const refused = (more: CallArguments, expected: readonly [number, string, string], changes: string[] = []) =>
  sql_api.refused('sign_in_with_id_token', args(more), expected, changes);
const MAILED = 'addresses attempts audit_log identities messages one_time_tokens queue quotas users'.split(' ');
const idOf = (answer: object): string => String(readSession(answer as never).claims.sub);

test('a new account, then the same', async () => {
  const profile = createProfile();
  const first = await bring({ profile });
  assert.equal((await sql_api.audited())?.actions, ['user_signedup']);
  assert.is(idOf(await bring({ profile })), idOf(first));
  assert.equal((await sql_api.audited())?.actions, ['login']);
});

test('a token signs in once, for any purpose; an error does not consume it', async () => {
  const again = [400, 'invalid request', 'ID token has been used before'] as const;
  const spent = token();
  const profile = createProfile();
  await refused({ profile, token: spent, settings: settings({ disable_signup: true }) }, [
    422,
    'signup_disabled',
    'Signups not allowed for this instance',
  ]);
  await bring({ profile, token: spent });
  await refused({ profile, token: spent }, again);
  const { claims } = await createConfirmedPerson(sql_api);
  await refused({ profile, token: spent, claims }, again);
  assert.ok(await bring({ profile, token: spent, settings: settings({ external_id_token_reuse_enabled: true }) }));
});

test('a token that expires in the year 3000 is remembered until then', async () => {
  const digest = randomBytes(32).toString('hex');
  await bring({ token: { digest, expires_at: 32_503_680_000 } });
  const [row] = await sql_api.rows('auth.consumed_id_tokens', `t.digest = '\\x${digest}'`);
  assert.is(new Date(String(row?.expires_at)).getUTCFullYear(), 3000);
});

test('no address, several accounts, a ban, a mail that may not be sent', async () => {
  await refused({ profile: createProfile({ email: null }) }, [
    500,
    'unexpected_failure',
    'Error getting user email from external provider',
  ]);
  const [one, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const both = { ...createProfile({ email: one.email }) };
  both.emails = [one, other].map(({ email }) => ({ email, verified: true, primary: false }));
  await refused({ profile: both }, [
    500,
    'unexpected_failure',
    'Multiple accounts with the same email address in the same linking domain detected: default',
  ]);
  await sql_api.db.sql`update auth.users set banned_until = auth_lib.clock() + interval '1 h' where id = ${one.id}`;
  await refused({ profile: createProfile({ email: one.email }) }, [403, 'user_banned', 'User is banned']);
  const profile = createProfile({ verified: false });
  const message = 'Unverified email with google. A confirmation email has been sent to your google email';
  await refused({ profile }, [422, 'provider_email_needs_verification', message], MAILED);
  await refused({ profile }, [
    429,
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 900 seconds.',
  ]);
  const none = settings({ rate_limit_email_sent: { count: 0, per: null } });
  const raised = await bring({ profile: createProfile({ verified: false }), settings: none }).catch(
    (error: { code: string }) => error.code,
  );
  assert.is(raised, 'PT429');
  await refused(
    { profile: createProfile({ email: other.email, verified: false }) },
    [
      422,
      'provider_email_needs_verification',
      'Unverified email with google. Verify the email with google in order to sign in',
    ],
    ['identities', 'users'],
  );
});

test('linking: a new identity and a new session; rejects one that is linked already, of another user, or unverified', async () => {
  const { id, claims } = await createConfirmedPerson(sql_api);
  const profile = createProfile();
  const answer = await bring({ profile, claims });
  assert.is(idOf(answer), id);
  assert.equal((await sql_api.audited())?.actions, ['identity_linked']);
  await refused({ profile, claims }, [422, 'identity_already_exists', 'Identity is already linked']);
  const other = await createConfirmedPerson(sql_api);
  const theirs = [422, 'identity_already_exists', 'Identity is already linked to another user'] as const;
  await refused({ profile, claims: other.claims }, theirs);
  const anonymous = async () => {
    const signedUp = await sql_api.call('sign_up', {
      settings: settings({ external_anonymous_users_enabled: true }),
      client,
    });
    return readSession(signedUp).claims;
  };
  await refused(
    { profile: createProfile({ verified: false }), claims: await anonymous() },
    [
      422,
      'email_not_confirmed',
      'Unverified email with google. A confirmation email has been sent to your google email',
    ],
    MAILED.filter((table) => table !== 'addresses'),
  );
  const taken = await bring({ profile: createProfile({ email: other.email }), claims: await anonymous() }).catch(
    (error: { code: string }) => error.code,
  );
  assert.is(taken, 'PT422');
});

test('rejects an invalid token of the caller', async () => {
  const { id, claims } = await createConfirmedPerson(sql_api);
  const of = (more: CallArguments) => ({ claims: { ...claims, ...more } });
  await refused(of({ exp: 1 }), [
    403,
    'bad_jwt',
    'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired',
  ]);
  await refused(of({ sub: '' }), [403, 'bad_jwt', 'invalid claim: missing sub claim']);
  await refused(of({ sub: 'x' }), [400, 'bad_jwt', 'invalid claim: sub claim must be a UUID']);
  await refused(of({ session_id: 'x' }), [403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID']);
  await refused(of({ sub: '3f1c9f8e-51a5-4f5b-a7a0-6d8f3c0b9a11' }), [
    403,
    'user_not_found',
    'User from sub claim in JWT does not exist',
  ]);
  await refused({ claims, audience: 'elsewhere' }, [
    403,
    'unexpected_audience',
    "Token audience doesn't match request audience",
  ]);
  await sql_api.call('sign_out', { claims, settings: settings() });
  const gone = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'] as const;
  await refused({ claims }, gone);
  await sql_api.db.sql`update auth.users set banned_until = auth_lib.clock() + interval '1 h' where id = ${id}`;
  await refused({ claims }, [403, 'user_banned', 'User is banned']);
});

test('an account without a confirmed address cannot link', async () => {
  const { id, claims } = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`update auth.users set email_confirmed_at = null where id = ${id}`;
  const message = 'Identities can be linked and unlinked once the email address or phone number is confirmed';
  await refused({ claims }, [422, 'email_not_confirmed', message]);
});

test('removes everything that could open a formerly unconfirmed account', async () => {
  const email = newEmail();
  const id = await insertExternalUser(sql_api.db.sql, { address: email, confirmed: false });
  await sql_api.db.sql`
    insert into auth.sessions (user_id, id, amr, created_at) values (${id}, gen_random_uuid(), '[]', auth_lib.clock())`;
  assert.is(idOf(await bring({ profile: createProfile({ email }) })), id);
  assert.is((await sql_api.rows('auth.identities', `t.user_id = '${id}'`)).length, 1);
  assert.is((await sql_api.rows('auth.sessions', `t.user_id = '${id}' and t.revoked_at is null`)).length, 1);
});

test('a session without the second factor cannot link', async () => {
  const { weak } = await createPersonWithTotp(sql_api);
  const message = 'AAL2 session is required to link or unlink identities when MFA is enabled';
  await refused({ claims: weak }, [403, 'insufficient_aal', message]);
});

test.run();
