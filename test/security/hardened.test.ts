// The hardened settings of the page on security: a server starts with them, and each has an effect that requests show.
// A server with all of the settings has the effect of each. A server in which only one setting differs does not have
// that setting's effect.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newPerson, startGitHubMock } from '../flows/providers/mock.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { computeTotp, decodeBase32 } from '../support/clients/totp.ts';
import { createMovableClock } from '../support/database/clock.ts';
import { type Answer, bearer, newEmail, SITE_URL, startStack, type TestGateway } from '../support/processes/stack.ts';
import { startThirdParty } from '../support/providers/third_party.ts';

const [, block = ''] = /^```\n(SVC_[\s\S]*?)^```$/m.exec(readFileSync('docs/security.md', 'utf8')) ?? [];
const env = Object.fromEntries(
  block
    .trim()
    .split('\n')
    .map((line) => line.split('=') as [string, string]),
);

const PASSWORD = 'correct horse battery staple';
const OTHER_PASSWORD = 'another horse battery staple';
const LEAKED = 'a leaked horse battery staple';
const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();
const leaked_list = await startThirdParty();
leaked_list.behaviour = () => ({ body: `${sha1(LEAKED).slice(5)}:3` });
const github = await startGitHubMock();
const stack = await startStack({
  env: {
    ...github.env,
    SVC_PASSWORD_HIBP_URL: leaked_list.url,
    SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true',
    SVC_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false',
    SVC_EXTERNAL_PHONE_ENABLED: 'true',
    SVC_SMS_AUTOCONFIRM: 'true',
    ...env,
  },
});
const advance = await createMovableClock(stack.db.sql);
test.after(async () => {
  await stack.close();
  await github.close();
  await leaked_list.close();
});

interface Session {
  id: string;
  email: string;
  access_token: string;
  refresh_token: string;
}

const signIn = (at: TestGateway, email: string, headers?: Record<string, string>): Promise<Answer> =>
  at.post('/token?grant_type=password', { email, password: PASSWORD }, headers);

/** Creates a user with a confirmed address and signs in. */
async function createSession(at: TestGateway): Promise<Session> {
  const email = newEmail();
  const made = await at.post('/admin/users', { email, password: PASSWORD, email_confirm: true }, SERVICE);
  assert.is(made.status, 200, made.text);
  const { status, body, text } = await signIn(at, email);
  assert.is(status, 200, text);
  const { access_token, refresh_token } = body as { access_token: string; refresh_token: string };
  return { id: String(made.body.id), email, access_token, refresh_token };
}

const refresh = (at: TestGateway, { refresh_token }: { refresh_token?: unknown }): Promise<Answer> =>
  at.post('/token?grant_type=refresh_token', { refresh_token });

async function refreshSession(
  at: TestGateway,
  parent: { refresh_token?: unknown },
): Promise<{ refresh_token?: unknown }> {
  const answer = await refresh(at, parent);
  assert.is(answer.status, 200, answer.text);
  return answer.body;
}

const isRefused = ({ status }: Answer): boolean => status >= 400;

/** Returns a function that checks whether an action of a user queues a notification of this kind. */
const notifies =
  (kind: string, act: (at: TestGateway, session: Session) => Promise<Answer>) =>
  async (at: TestGateway): Promise<boolean> => {
    const session = await createSession(at);
    const { status, text } = await act(at, session);
    assert.is(status, 200, text);
    const found = await stack.db.sql`
      select from auth.messages where user_id = ${session.id} and kind = ${`${kind}_notification`}`;
    return found.length > 0;
  };

const change = (at: TestGateway, { access_token }: Session, body: object): Promise<Answer> =>
  at.request('PUT', '/user', body, bearer(access_token));

/** Signs up and returns the link of the mail, with a target on another port of the site's host. */
async function signUpLink(at: TestGateway): Promise<string> {
  const email = newEmail();
  const target = encodeURIComponent('http://localhost:4000/here');
  const answer = await at.post(`/signup?redirect_to=${target}`, { email, password: PASSWORD });
  assert.is(answer.status, 200, answer.text);
  return (await stack.mail(email)).path;
}

async function linkGitHub(at: TestGateway, { access_token }: Session): Promise<Answer> {
  const verifier = 'v'.repeat(43);
  const query = `provider=github&code_challenge=${verifier}&code_challenge_method=plain`;
  const left = await at.get(`/user/identities/authorize?${query}`, bearer(access_token));
  const back = await at.get(github.consent(left.headers.get('location') ?? '', newPerson()));
  const auth_code = new URL(back.headers.get('location') ?? '').searchParams.get('code');
  return at.post('/token?grant_type=pkce', { auth_code, code_verifier: verifier });
}

/** Enrolls a TOTP factor, and returns the response to the right code. */
async function enrollFactor(at: TestGateway, { access_token }: Session): Promise<{ id: string; answer: Answer }> {
  const { body } = await at.post('/factors', { factor_type: 'totp' }, bearer(access_token));
  const { id, totp } = body as { id: string; totp: { secret: string } };
  const challenge = await at.post(`/factors/${id}/challenge`, {}, bearer(access_token));
  const [now] = await stack.db.sql<{ millis: number }[]>`
    select (extract(epoch from auth_lib.clock()) * 1000)::double precision as millis`;
  const code = computeTotp(decodeBase32(totp.secret), now?.millis ?? 0);
  const answer = await at.post(
    `/factors/${id}/verify`,
    { challenge_id: challenge.body.id, code },
    bearer(access_token),
  );
  return { id, answer };
}

interface Effect {
  /** Value of the setting that turns the effect off. */
  without: string;
  /** Returns true if a server has the effect. */
  shows(at: TestGateway): Promise<boolean>;
}

/** Effect of each setting. Effects that advance the clock are at the end. */
const EFFECTS: Record<string, Effect> = {
  SVC_PASSWORD_MIN_LENGTH: {
    without: '14',
    async shows(at) {
      const { body } = await at.post('/signup', { email: newEmail(), password: 'x'.repeat(14) });
      return (body.weak_password as { reasons: string[] } | undefined)?.reasons.includes('length') ?? false;
    },
  },
  SVC_PASSWORD_HIBP_ENABLED: {
    without: 'false',
    async shows(at) {
      const { body } = await at.post('/signup', { email: newEmail(), password: LEAKED });
      return (body.weak_password as { reasons: string[] } | undefined)?.reasons.includes('pwned') ?? false;
    },
  },
  SVC_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: {
    without: 'false',
    async shows(at) {
      const session = await createSession(at);
      const refused = isRefused(await change(at, session, { password: OTHER_PASSWORD }));
      const answer = await change(at, session, { password: `${OTHER_PASSWORD}!`, current_password: PASSWORD });
      if (refused) assert.is(answer.status, 200, answer.text);
      return refused;
    },
  },
  SVC_SECURITY_STRICT_SESSIONS: {
    without: 'false',
    async shows(at) {
      const { access_token } = await createSession(at);
      assert.is((await at.get('/user', bearer(access_token))).status, 200);
      assert.is((await at.post('/logout', {}, bearer(access_token))).status, 204);
      return isRefused(await at.get('/user', bearer(access_token)));
    },
  },
  SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: {
    without: 'false',
    async shows(at) {
      const first = await createSession(at);
      const grandchild = await refreshSession(at, await refreshSession(at, first));
      await refresh(at, first);
      return isRefused(await refresh(at, grandchild));
    },
  },
  SVC_SECURITY_REDIRECT_SAME_ORIGIN: {
    without: 'false',
    async shows(at) {
      const target = new URL(await signUpLink(at), SITE_URL).searchParams.get('redirect_to') ?? '';
      return new URL(target).origin === new URL(SITE_URL).origin;
    },
  },
  SVC_SECURITY_MANUAL_LINKING_REQUIRE_PKCE: {
    without: 'false',
    async shows(at) {
      const { access_token } = await createSession(at);
      return isRefused(await at.get('/user/identities/authorize?provider=github', bearer(access_token)));
    },
  },
  SVC_MAILER_CONFIRM_PAGE: {
    without: 'false',
    async shows(at) {
      const path = await signUpLink(at);
      const answers = [await at.get(path), await at.get(path)];
      return answers.every(({ status, text }) => status === 200 && text.includes('<form'));
    },
  },
  SVC_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED: {
    without: 'false',
    shows: notifies('password_changed', (at, session) =>
      change(at, session, { password: OTHER_PASSWORD, current_password: PASSWORD }),
    ),
  },
  SVC_MAILER_NOTIFICATIONS_EMAIL_CHANGED_ENABLED: {
    without: 'false',
    shows: notifies('email_changed', async (at, session) => {
      const email = newEmail();
      assert.is((await change(at, session, { email })).status, 200);
      return at.post('/verify', { type: 'email_change', token_hash: (await stack.mail(email)).token });
    }),
  },
  SVC_MAILER_NOTIFICATIONS_PHONE_CHANGED_ENABLED: {
    without: 'false',
    shows: notifies('phone_changed', async (at, session) => {
      const phones = [newPhone(), newPhone()];
      // This change adds the account's first number, which causes no notification.
      assert.is((await change(at, session, { phone: phones[0] })).status, 200);
      return change(at, session, { phone: phones[1] });
    }),
  },
  SVC_MAILER_NOTIFICATIONS_IDENTITY_LINKED_ENABLED: {
    without: 'false',
    shows: notifies('identity_linked', linkGitHub),
  },
  SVC_MAILER_NOTIFICATIONS_IDENTITY_UNLINKED_ENABLED: {
    without: 'false',
    shows: notifies('identity_unlinked', async (at, session) => {
      const { body } = await linkGitHub(at, session);
      const { identities } = body.user as { identities: { provider: string; identity_id: string }[] };
      const id = identities.find(({ provider }) => provider === 'github')?.identity_id;
      return at.request('DELETE', `/user/identities/${id}`, undefined, bearer(body.access_token));
    }),
  },
  SVC_MAILER_NOTIFICATIONS_MFA_FACTOR_ENROLLED_ENABLED: {
    without: 'false',
    shows: notifies('mfa_factor_enrolled', async (at, session) => (await enrollFactor(at, session)).answer),
  },
  SVC_MAILER_NOTIFICATIONS_MFA_FACTOR_UNENROLLED_ENABLED: {
    without: 'false',
    shows: notifies('mfa_factor_unenrolled', async (at, session) => {
      const { id, answer } = await enrollFactor(at, session);
      return at.request('DELETE', `/factors/${id}`, undefined, bearer(answer.body.access_token));
    }),
  },
  SVC_MAILER_NOTIFICATIONS_NEW_DEVICE_ENABLED: {
    without: 'false',
    shows: notifies('new_device', (at, { email }) => signIn(at, email, { 'User-Agent': 'another browser' })),
  },
  // The following effects advance the clock of the database.
  SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: {
    without: '60',
    async shows(at) {
      const first = await createSession(at);
      const child = await refreshSession(at, first);
      await advance('9 seconds');
      assert.is(
        (await refreshSession(at, first)).refresh_token,
        child.refresh_token,
        'a repeated request gets the same child',
      );
      await advance('2 seconds');
      return isRefused(await refresh(at, first));
    },
  },
  SVC_MAILER_OTP_EXP: {
    without: '3600',
    async shows(at) {
      const email = newEmail();
      assert.is((await at.post('/signup', { email, password: PASSWORD })).status, 200);
      const { token } = await stack.mail(email);
      await advance('601 seconds');
      return isRefused(await at.post('/verify', { type: 'signup', token_hash: token }));
    },
  },
  SVC_SESSIONS_INACTIVITY_TIMEOUT: {
    without: '8760h',
    async shows(at) {
      const first = await createSession(at);
      await advance('167 hours');
      const child = await refreshSession(at, first);
      await advance('169 hours');
      return isRefused(await refresh(at, child));
    },
  },
  SVC_SESSIONS_TIMEBOX: {
    without: '8760h',
    async shows(at) {
      let token: { refresh_token?: unknown } = await createSession(at);
      for (let day = 6; day <= 24; day += 6) {
        await advance('6 days');
        token = await refreshSession(at, token);
      }
      await advance('6 days 1 second');
      return isRefused(await refresh(at, token));
    },
  },
};

let phones = 0;
function newPhone(): string {
  phones += 1;
  return `4917080000${String(phones).padStart(2, '0')}`;
}

test('every hardened setting has an effect here', () => {
  assert.equal(Object.keys(EFFECTS).sort(), Object.keys(env).sort());
  assert.ok(Object.keys(env).length >= 20);
});

for (const [name, { without, shows }] of Object.entries(EFFECTS)) {
  test(`${name} has its effect, and another value does not`, async () => {
    assert.is(await shows(stack), true, `${name}=${env[name]}`);
    const other = await stack.another({ [name]: without });
    assert.is(await shows(other), false, `${name}=${without}`);
    await other.close();
  });
}

test.run();
