// POST /token?grant_type=id_token: the user that a verified token signs in or links, once.
import { randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, client, confirmed, openSurface, sessionOf, settings } from '../../../support/database/surface.ts';
import { newEmail } from '../../../support/processes/stack.ts';
import { insertExternalUser } from '../../external_user.ts';
import { protectedPerson } from '../factor/factors.ts';
import { profileOf } from './flow.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const LINK = { base_url: 'http://localhost:9999', redirect_to: 'http://localhost:3000' };
const token = (): Args => ({ digest: randomBytes(32).toString('hex'), expires_at: 4_000_000_000 });
const args = (more: Args = {}): Args => ({
  provider: 'google',
  profile: profileOf(),
  token: token(),
  link: LINK,
  settings: settings(),
  client,
  ...more,
});
const bring = (more: Args = {}) => surface.call('sign_in_with_id_token', args(more));
const refused = (more: Args, expected: readonly [number, string, string], changes: string[] = []) =>
  surface.refused('sign_in_with_id_token', args(more), expected, changes);
const MAILED = 'addresses attempts audit_log identities messages one_time_tokens queue quotas users'.split(' ');
const idOf = (answer: object): string => String(sessionOf(answer as never).claims.sub);

test('a new account, then the same', async () => {
  const profile = profileOf();
  const first = await bring({ profile });
  assert.equal((await surface.audited())?.actions, ['user_signedup']);
  assert.is(idOf(await bring({ profile })), idOf(first));
  assert.equal((await surface.audited())?.actions, ['login']);
});

test('a token signs in once, for any purpose; an error does not consume it', async () => {
  const again = [400, 'invalid request', 'ID token has been used before'] as const;
  const spent = token();
  const profile = profileOf();
  await refused({ profile, token: spent, settings: settings({ disable_signup: true }) }, [
    422,
    'signup_disabled',
    'Signups not allowed for this instance',
  ]);
  await bring({ profile, token: spent });
  await refused({ profile, token: spent }, again);
  const { claims } = await confirmed(surface);
  await refused({ profile, token: spent, claims }, again);
  assert.ok(await bring({ profile, token: spent, settings: settings({ external_id_token_reuse_enabled: true }) }));
});

test('a token that expires in the year 3000 is remembered until then', async () => {
  const digest = randomBytes(32).toString('hex');
  await bring({ token: { digest, expires_at: 32_503_680_000 } });
  const [row] = await surface.rows('auth.spent_id_tokens', `t.digest = '\\x${digest}'`);
  assert.is(new Date(String(row?.expires_at)).getUTCFullYear(), 3000);
});

test('no address, several accounts, a ban, a mail that may not be sent', async () => {
  await refused({ profile: profileOf({ email: null }) }, [
    500,
    'unexpected_failure',
    'Error getting user email from external provider',
  ]);
  const [one, other] = [await confirmed(surface), await confirmed(surface)];
  const both = { ...profileOf({ email: one.email }) };
  both.emails = [one, other].map(({ email }) => ({ email, verified: true, primary: false }));
  await refused({ profile: both }, [
    500,
    'unexpected_failure',
    'Multiple accounts with the same email address in the same linking domain detected: default',
  ]);
  await surface.db.sql`update auth.users set banned_until = auth_lib.clock() + interval '1 h' where id = ${one.id}`;
  await refused({ profile: profileOf({ email: one.email }) }, [403, 'user_banned', 'User is banned']);
  const profile = profileOf({ verified: false });
  const message = 'Unverified email with google. A confirmation email has been sent to your google email';
  await refused({ profile }, [422, 'provider_email_needs_verification', message], MAILED);
  await refused({ profile }, [
    429,
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 900 seconds.',
  ]);
  const none = settings({ rate_limit_email_sent: { count: 0, per: null } });
  const raised = await bring({ profile: profileOf({ verified: false }), settings: none }).catch(
    (error: { code: string }) => error.code,
  );
  assert.is(raised, 'PT429');
  await refused(
    { profile: profileOf({ email: other.email, verified: false }) },
    [
      422,
      'provider_email_needs_verification',
      'Unverified email with google. Verify the email with google in order to sign in',
    ],
    ['identities', 'users'],
  );
});

test('linking: a new identity and a new session; rejects one that is linked already, of another user, or unverified', async () => {
  const { id, claims } = await confirmed(surface);
  const profile = profileOf();
  const answer = await bring({ profile, claims });
  assert.is(idOf(answer), id);
  assert.equal((await surface.audited())?.actions, ['identity_linked']);
  await refused({ profile, claims }, [422, 'identity_already_exists', 'Identity is already linked']);
  const other = await confirmed(surface);
  const theirs = [422, 'identity_already_exists', 'Identity is already linked to another user'] as const;
  await refused({ profile, claims: other.claims }, theirs);
  const anonymous = async () => {
    const signedUp = await surface.call('sign_up', {
      settings: settings({ external_anonymous_users_enabled: true }),
      client,
    });
    return sessionOf(signedUp).claims;
  };
  await refused(
    { profile: profileOf({ verified: false }), claims: await anonymous() },
    [
      422,
      'email_not_confirmed',
      'Unverified email with google. A confirmation email has been sent to your google email',
    ],
    MAILED.filter((table) => table !== 'addresses'),
  );
  const taken = await bring({ profile: profileOf({ email: other.email }), claims: await anonymous() }).catch(
    (error: { code: string }) => error.code,
  );
  assert.is(taken, 'PT422');
});

test('rejects an invalid token of the caller', async () => {
  const { id, claims } = await confirmed(surface);
  const of = (more: Args) => ({ claims: { ...claims, ...more } });
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
  await surface.call('sign_out', { claims, settings: settings() });
  const gone = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'] as const;
  await refused({ claims }, gone);
  await surface.db.sql`update auth.users set banned_until = auth_lib.clock() + interval '1 h' where id = ${id}`;
  await refused({ claims }, [403, 'user_banned', 'User is banned']);
});

test('an account without a confirmed address cannot link', async () => {
  const { id, claims } = await confirmed(surface);
  await surface.db.sql`update auth.users set email_confirmed_at = null where id = ${id}`;
  const message = 'Identities can be linked and unlinked once the email address or phone number is confirmed';
  await refused({ claims }, [422, 'email_not_confirmed', message]);
});

test('removes everything that could open a formerly unconfirmed account', async () => {
  const email = newEmail();
  const id = await insertExternalUser(surface.db.sql, { address: email, confirmed: false });
  await surface.db.sql`
    insert into auth.sessions (user_id, id, amr, created_at) values (${id}, gen_random_uuid(), '[]', auth_lib.clock())`;
  assert.is(idOf(await bring({ profile: profileOf({ email }) })), id);
  assert.is((await surface.rows('auth.identities', `t.user_id = '${id}'`)).length, 1);
  assert.is((await surface.rows('auth.sessions', `t.user_id = '${id}' and t.revoked_at is null`)).length, 1);
});

test('a session without the second factor cannot link', async () => {
  const { weak } = await protectedPerson(surface);
  const message = 'AAL2 session is required to link or unlink identities when MFA is enabled';
  await refused({ claims: weak }, [403, 'insufficient_aal', message]);
});

test.run();
