// Changes by administrators, limits, captcha, and the responses of a default installation.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Route } from '../../gateway/routes/row.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { fillPath, routeName, tokenFor } from '../security/routes.ts';
import { SERVICE as admin } from '../support/clients/admin.ts';
import {
  bearer,
  confirmedUser,
  newEmail,
  readRedirectFragment,
  type Stack,
  startStack,
} from '../support/processes/stack.ts';
import { startThirdParty } from '../support/providers/third_party.ts';

const PASSWORD = 'correct horse battery';
let stack: Stack;
test.before(async () => {
  stack = await startStack({ env: { SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' } });
});
test.after(() => stack.close());

const change = (id: string, body: object) => stack.request('PUT', `/admin/users/${id}`, body, admin);

test('T89 none unbans, days are no unit', async () => {
  const { id, access_token } = await confirmedUser(stack);
  await change(id, { ban_duration: '24h' });
  assert.is((await change(id, { ban_duration: '1d' })).status, 400);
  await change(id, { ban_duration: 'none' });
  assert.is((await stack.get('/user', bearer(access_token))).status, 200);
});

test('T91 null removes a member of the metadata', async () => {
  const { id } = await confirmedUser(stack);
  await change(id, { user_metadata: { k: 1, l: 2 } });
  const { body } = await change(id, { user_metadata: { k: null } });
  const data = body.user_metadata as Record<string, unknown>;
  assert.not.ok('k' in data);
  assert.is(data.l, 2);
});

test("T92 an administrator's email counts at once, without mail and without confirming", async () => {
  const old = newEmail();
  const made = await stack.post('/admin/users', { email: old }, admin);
  const email = newEmail();
  const { body } = await change(String(made.body.id), { email });
  assert.is(body.email, email);
  assert.not.ok('email_confirmed_at' in body);
  assert.is(body.new_email, undefined);
  const rows = await stack.db.sql`select to_address from auth.messages where to_address in (${email}, ${old})`;
  assert.equal([...rows], [], 'nothing was queued, to the new address or the old one');
});

test('T93 and T94 invitations: again while unconfirmed, 422 afterwards; no password comes of one', async () => {
  const email = newEmail();
  const invite = () => stack.post('/invite', { email, data: { team: 'a' } }, admin);
  assert.equal((await invite()).body.user_metadata, { team: 'a' });
  await stack.mail(email); // a mail whose link was replaced before it was sent is not sent
  assert.is((await invite()).status, 200);
  const mail = await stack.mail(email, 2);
  assert.match(mail.path, /type=invite/);
  const token = readRedirectFragment(await stack.get(mail.path)).get('access_token');
  assert.is((await invite()).body.error_code, 'email_exists');
  const signIn = () => stack.post('/token?grant_type=password', { email, password: PASSWORD });
  assert.is((await signIn()).body.error_code, 'invalid_credentials');
  await stack.request('PUT', '/user', { password: PASSWORD }, bearer(token));
  assert.is((await signIn()).status, 200);
});

test('T95 and T96 without a configured header there is no limit per client; a missing header means the connection', async () => {
  const limited = await stack.another({ SVC_RATE_LIMIT_HEADER: 'X-Client', SVC_RATE_LIMIT_TOKEN_REFRESH: '1' });
  const refused = async (node: Pick<Stack, 'post'>, headers: Record<string, string>) => {
    const answers = [];
    for (let count = 0; count < 40; count += 1) {
      const body = { refresh_token: 'abcdefgh2345' };
      answers.push(await node.post('/token?grant_type=refresh_token', body, headers));
    }
    return answers.filter(({ status }) => status === 429).map(({ body }) => body.msg);
  };
  assert.equal(await refused(stack, { 'X-Client': '10.0.0.1' }), []);
  for (const headers of [{}, { 'X-Client': '10.0.0.1, 10.0.0.2' }] as Record<string, string>[]) {
    const texts = await refused(limited, headers);
    assert.ok(texts.length >= 9, String(texts.length));
    assert.is(texts[0], 'Request rate limit reached');
  }
});

test('T97 the quota counts created users only; 0 refuses all', async () => {
  const none = await stack.another({ SVC_RATE_LIMIT_EMAIL_SENT: '0' });
  await stack.db.sql`delete from auth.quotas`; // no mail is counted yet; a quota of 0 rejects all
  const refused = await none.post('/signup', { email: newEmail(), password: PASSWORD });
  assert.is(refused.status, 429);
  assert.is(refused.body.msg, 'email rate limit exceeded');
});

test('T98 the text of a spacing has whole seconds', async () => {
  const email = newEmail();
  await stack.post('/recover', { email });
  const { body } = await stack.post('/recover', { email });
  assert.match(String(body.msg), /^For security purposes, you can only request this after \d+ seconds\.$/);
});

const CAPTCHA = ['/signup', '/otp', '/magiclink', '/recover', '/resend'].map((path) => `POST ${path}`);
const CAPTCHA_GRANTS = ['password', 'web3', '*'].map((grant) => `POST /token?grant_type=${grant}`);

test('T99 captcha is not required on /verify, for refreshes and PKCE, for requests of a user or administrator', async () => {
  const provider = await startThirdParty();
  const node = await stack.another({
    SVC_SECURITY_CAPTCHA_ENABLED: 'true',
    SVC_SECURITY_CAPTCHA_SECRET: 'x',
    SVC_SECURITY_CAPTCHA_URL: provider.url,
    SVC_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'true', // otherwise the web3 grant fails before the captcha check
  });
  const { access_token } = await confirmedUser(stack);
  try {
    for (const route of ROUTES as readonly Route[]) {
      const name = routeName(route);
      const token = tokenFor(route, bearer(access_token));
      const body = route.method === 'GET' ? undefined : {};
      const answer = await node.request(route.method, fillPath(route), body, token);
      const asked = CAPTCHA.includes(name) || CAPTCHA_GRANTS.includes(name);
      assert.is(answer.body.error_code === 'captcha_failed', asked, `${name}: ${answer.text}`);
      // Only a request without a token gets 401.
      if (route.auth !== 'none') assert.is.not(answer.status, 401, name);
    }
    for (const path of ['/signup', '/otp', '/recover']) {
      const { body } = await node.post(path, { email: newEmail(), password: PASSWORD }, admin);
      assert.is(body.error_code, undefined, `an administrator’s token at ${path}`);
    }
    assert.is(provider.requests.length, 0);
  } finally {
    await provider.close();
  }
});

test('T108 a soft deletion frees the address', async () => {
  const { id, email, access_token } = await confirmedUser(stack);
  await stack.request('DELETE', `/admin/users/${id}`, { should_soft_delete: true }, admin);
  assert.is((await stack.get('/user', bearer(access_token))).body.error_code, 'session_not_found');
  const again = await stack.post('/signup', { email, password: PASSWORD });
  assert.is(again.status, 200);
  assert.not.equal(again.body.id, id);
  assert.is((again.body.identities as unknown[]).length, 1);
});

test('T109 no address is null in the table, not empty', async () => {
  const { body } = await stack.post('/signup', {});
  const { id } = body.user as { id: string };
  const [row] = await stack.db.sql`select email, phone from auth.users where id = ${id}`;
  assert.equal({ ...row }, { email: null, phone: null });
});

test('T110 a user has one token of a kind', async () => {
  const node = await stack.another({ SVC_SMTP_MAX_FREQUENCY: '1ms' });
  const { email, id } = await confirmedUser(stack);
  for (const path of ['/recover', '/magiclink', '/recover']) assert.is((await node.post(path, { email })).status, 200);
  const rows = await stack.db.sql`select generation::integer from auth.one_time_tokens where user_id = ${id}`;
  assert.equal(
    rows.map((row) => row.generation),
    [3],
  );
});

test('T111 external has every listed provider', async () => {
  const { body } = await stack.get('/settings');
  assert.equal(
    Object.keys(body.external as object)
      .sort()
      .join(' '),
    'apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin notion slack snapchat spotify twitch twitter vercel_marketplace workos x zoom',
  );
});

test('T113 without SMTP_HOST a sign-up succeeds', async () => {
  const node = await stack.another({ SVC_SMTP_HOST: '', SVC_SMTP_ADMIN_EMAIL: '' });
  assert.is((await node.post('/signup', { email: newEmail(), password: PASSWORD })).status, 200);
});

test.run();
