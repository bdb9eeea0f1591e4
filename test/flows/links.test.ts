// Invitations and generated links with the admin client of auth-js: all six types, by link, by code and by hash.
import type { GenerateLinkParams } from '@supabase/auth-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAdmin, SERVICE } from '../support/clients/admin.ts';
import { assertClientError, claimsOf, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import {
  type Answer,
  confirmedUser,
  EXTERNAL_URL,
  newEmail,
  readRedirectFragment,
  SITE_URL,
  startStack,
} from '../support/processes/stack.ts';

const stack = await startStack();
// Settings that restrict sign-ups, sign-ins and mails, but not generateLink().
const closed = await stack.another({
  SVC_DISABLE_SIGNUP: 'true',
  SVC_EXTERNAL_EMAIL_ENABLED: 'false',
  SVC_RATE_LIMIT_EMAIL_SENT: '0',
});
const simple = await stack.another({ SVC_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false' });
test.after(() => stack.close());

const admin = createAdmin(stack.url);
const PASSWORD = 'correct horse battery';
const EXISTS = [422, 'email_exists', 'A user with this email address has already been registered'] as const;
const MISSING = [404, 'user_not_found', 'User with this email not found'] as const;
const redirectTo = `${SITE_URL}/welcome?x=1`;

/** Follows a link on the gateway under test. */
const follow = (action_link: string): Promise<Answer> => {
  assert.ok(action_link.startsWith(`${EXTERNAL_URL}/`), action_link);
  return stack.get(action_link.slice(EXTERNAL_URL.length));
};
const mails = async (to: string) => (await stack.db.sql`select 1 from auth.messages where to_address = ${to}`).length;

test('inviteUserByEmail: the mail, its link, a password set afterwards; again while unconfirmed, then refused', async () => {
  const email = newEmail();
  const { user } = expectData(await admin.inviteUserByEmail(email, { data: { team: 'a' }, redirectTo }));
  assert.equal([user.email, user.user_metadata, user.email_confirmed_at], [email, { team: 'a' }, undefined]);
  assert.ok(user.invited_at && user.confirmation_sent_at);
  await stack.mail(email);
  const again = expectData(await admin.inviteUserByEmail(email, { data: { team: 'b' } })).user;
  assert.equal([again.id, again.user_metadata], [user.id, { team: 'a' }]);
  const mail = await stack.mail(email, 2);
  assert.match(mail.path, /^\/verify\?token=[0-9a-f]{56}&type=invite&redirect_to=/);
  const answer = await stack.get(mail.path);
  assert.is(readRedirectFragment(answer).get('type'), 'invite');
  const client = createClient(stack.url);
  const [access_token, refresh_token] = ['access_token', 'refresh_token'].map(
    (name) => readRedirectFragment(answer).get(name) ?? '',
  );
  sessionOf(await client.auth.setSession({ access_token: access_token ?? '', refresh_token: refresh_token ?? '' }));
  assertClientError(await createClient(stack.url).auth.signInWithPassword({ email, password: PASSWORD }), [
    400,
    'invalid_credentials',
    'Invalid login credentials',
  ]);
  expectData(await client.auth.updateUser({ password: PASSWORD }));
  assert.is(
    expectData(await createClient(stack.url).auth.signInWithPassword({ email, password: PASSWORD })).user.id,
    user.id,
  );
  assertClientError(await admin.inviteUserByEmail(email), EXISTS);
  assertClientError(await admin.inviteUserByEmail('nobody'), [
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ]);
  assertClientError(await createAdmin(closed.url).inviteUserByEmail(newEmail()), [
    429,
    'over_email_send_rate_limit',
    'email rate limit exceeded',
  ]);
});

test('an invitation by its typed code and by its hash', async () => {
  for (const by_hash of [false, true]) {
    const email = newEmail();
    expectData(await admin.inviteUserByEmail(email));
    const { code, token } = await stack.mail(email);
    const { auth } = createClient(stack.url);
    const type = 'invite' as const;
    const session = sessionOf(
      await auth.verifyOtp(by_hash ? { token_hash: token, type } : { email, token: code, type }),
    );
    assert.is(session.user.email, email);
  }
});

/** Returns the parameters of generateLink for a new or a known address. */
const asked = async (type: GenerateLinkParams['type']): Promise<GenerateLinkParams> => {
  const options = { redirectTo };
  if (type === 'signup')
    return { type, email: newEmail(), password: PASSWORD, options: { ...options, data: { a: 1 } } };
  if (type === 'invite') return { type, email: newEmail(), options };
  const { email } = await confirmedUser(stack);
  if (type === 'email_change_current' || type === 'email_change_new') {
    return { type, email, newEmail: newEmail(), options };
  }
  return { type, email, options };
};

const TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change_new', 'email_change_current'] as const;
const wireType = (type: string) => (type.startsWith('email_change') ? 'email_change' : type);

for (const type of TYPES) {
  test(`generateLink ${type}: followed, typed and consumed by its hash, each once; nothing is sent`, async () => {
    for (const way of ['link', 'code', 'hash'] as const) {
      const params = await asked(type);
      const before = await mails(params.email);
      const { user, properties } = expectData(
        await createAdmin(type === 'email_change_new' ? simple.url : stack.url).generateLink(params),
      );
      const { action_link, email_otp, hashed_token, redirect_to, verification_type } = properties;
      assert.equal([verification_type, redirect_to, await mails(params.email)], [type, redirectTo, before]);
      assert.is(user.email, params.email);
      assert.match(hashed_token, /^[0-9a-f]{56}$/);
      assert.match(email_otp, /^\d{6}$/);
      const url = new URL(action_link);
      assert.equal(
        [
          url.origin + url.pathname,
          url.searchParams.get('token'),
          url.searchParams.get('type'),
          url.searchParams.get('redirect_to'),
        ],
        [`${EXTERNAL_URL}/verify`, hashed_token, wireType(type), redirectTo],
      );
      const half = type === 'email_change_current';
      const node = type === 'email_change_new' ? simple : stack;
      const to = type === 'email_change_new' && 'newEmail' in params ? params.newEmail : params.email;
      const redeem = async (): Promise<Record<string, unknown>> => {
        if (way === 'link') {
          const answer = await node.get(action_link.slice(EXTERNAL_URL.length));
          assert.ok(
            answer.headers.get('location')?.startsWith(`${redirectTo}#`),
            String(answer.headers.get('location')),
          );
          return Object.fromEntries(readRedirectFragment(answer));
        }
        const body = way === 'code' ? { email: to, token: email_otp } : { token_hash: hashed_token };
        return (await node.post('/verify', { type: wireType(type), ...body })).body;
      };
      const first = await redeem();
      if (half) assert.match(String(first.msg ?? first.message), /^Confirmation link accepted\./);
      else assert.is(claimsOf(String(first.access_token)).sub, user.id, JSON.stringify(first));
      assert.is((await redeem()).error_code, 'otp_expired');
    }
  });
}

test('each type of link has the path that its mail has: four settings', async () => {
  const paths = await stack.another({
    SVC_MAILER_URLPATHS_INVITE: '/i',
    SVC_MAILER_URLPATHS_CONFIRMATION: '/c',
    SVC_MAILER_URLPATHS_RECOVERY: '/r',
    SVC_MAILER_URLPATHS_EMAIL_CHANGE: '/e',
  });
  const expected = { signup: '/c', invite: '/i', magiclink: '/r', recovery: '/r', email_change_new: '/e' } as const;
  for (const type of TYPES) {
    const { action_link } = expectData(await createAdmin(paths.url).generateLink(await asked(type))).properties;
    assert.is(new URL(action_link).pathname, type === 'email_change_current' ? '/e' : expected[type], type);
  }
});

test('generateLink signup: the password counts after the confirmation; for a known address by its state', async () => {
  const email = newEmail();
  const params = { type: 'signup', email, password: PASSWORD } as const;
  const { properties } = expectData(await admin.generateLink(params));
  const signIn = () => createClient(stack.url).auth.signInWithPassword({ email, password: PASSWORD });
  assertClientError(await signIn(), [400, 'email_not_confirmed', 'Email not confirmed']);
  await follow(properties.action_link);
  expectData(await signIn());
  assertClientError(await admin.generateLink(params), EXISTS);
  assertClientError(await admin.generateLink({ type: 'invite', email }), EXISTS);
  assertClientError(await admin.generateLink({ ...params, email: newEmail(), password: '' }), [
    400,
    'validation_failed',
    'Signup requires a valid password',
  ]);
});

test('generateLink magiclink of a new address is a signup; recovery and changes need a user; an unknown type is an error', async () => {
  const email = newEmail();
  const { user, properties } = expectData(await admin.generateLink({ type: 'magiclink', email }));
  assert.is(properties.verification_type, 'signup');
  assert.is(user.email, email);
  assert.is(readRedirectFragment(await follow(properties.action_link)).get('type'), 'signup');
  assertClientError(await admin.generateLink({ type: 'recovery', email: newEmail() }), MISSING);
  assertClientError(
    await admin.generateLink({ type: 'email_change_new', email: newEmail(), newEmail: newEmail() }),
    MISSING,
  );
  const current = { type: 'email_change_current', email, newEmail: newEmail() } as const;
  assertClientError(await createAdmin(simple.url).generateLink(current), [
    400,
    'validation_failed',
    'Enable secure email change to generate link for current email',
  ]);
  const { status, body } = await stack.post('/admin/generate_link', { type: 'banana', email }, SERVICE);
  assert.equal([status, body.msg], [400, 'Invalid email action link type requested: banana']);
});

test('both sides of a change of e-mail, generated and followed', async () => {
  const { email, id } = await confirmedUser(stack);
  const next = newEmail();
  const links: string[] = [];
  for (const type of ['email_change_current', 'email_change_new'] as const) {
    const { user, properties } = expectData(await admin.generateLink({ type, email, newEmail: next }));
    assert.is(user.new_email, next);
    links.push(properties.action_link);
  }
  assert.match(
    readRedirectFragment(await follow(links[0] as string)).get('message') ?? '',
    /^Confirmation link accepted/,
  );
  const claims = claimsOf(readRedirectFragment(await follow(links[1] as string)).get('access_token') ?? '');
  assert.equal([claims.sub, claims.email], [id, next]);
});

test('links are generated with sign-ups closed, e-mail off and no quota left', async () => {
  const { auth } = createClient(closed.url);
  assertClientError(await auth.signUp({ email: newEmail(), password: PASSWORD }), [
    422,
    'signup_disabled',
    'Signups not allowed for this instance',
  ]);
  const email = newEmail();
  const { properties } = expectData(await createAdmin(closed.url).generateLink({ type: 'invite', email }));
  const session = sessionOf(await auth.verifyOtp({ token_hash: properties.hashed_token, type: 'invite' }));
  assert.is(session.user.email, email);
});

test('redirect_to: body, then query; a disallowed target falls back to the site', async () => {
  const email = newEmail();
  const ask = async (query: string, body: object) =>
    (await stack.post(`/admin/generate_link${query}`, { type: 'magiclink', email, ...body }, SERVICE)).body.redirect_to;
  assert.is(await ask('?redirect_to=http://localhost:3000/q', { redirect_to: `${SITE_URL}/b` }), `${SITE_URL}/b`);
  assert.is(await ask('?redirect_to=http://localhost:3000/q', { redirect_to: 'http://evil.test/' }), `${SITE_URL}/q`);
  assert.is(await ask('?redirect_to=http://evil.test/', { redirectTo: `${SITE_URL}/camel` }), SITE_URL);
});

test.run();
