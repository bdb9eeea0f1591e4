// MAILER_CONFIRM_PAGE: opening a link shows a page and does not consume the token. The button on the page consumes it,
// with and without PKCE.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { openAndConfirm, submitConfirmPage } from '../support/clients/confirm_page.ts';
import { EXTERNAL_URL, newEmail, SITE_URL, startStack } from '../support/processes/stack.ts';

const stack = await startStack({
  env: {
    SVC_MAILER_CONFIRM_PAGE: 'true',
    SVC_SMTP_MAX_FREQUENCY: '1ms',
    SVC_URI_ALLOW_LIST: 'myapp://**,https://*.example.org/**',
  },
});
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
const fragmentOf = (url: URL) => new URLSearchParams(url.hash.slice(1));

/** Signs up. Returns the URL of the link in the mail. */
async function requestLink(email: string, redirect_to = SITE_URL): Promise<string> {
  const path = `/signup?redirect_to=${encodeURIComponent(redirect_to)}`;
  assert.is((await stack.post(path, { email, password: PASSWORD })).status, 200);
  return `${stack.url}${(await stack.mail(email)).path.replace(EXTERNAL_URL, '')}`;
}
const confirmed = async (email: string): Promise<boolean> => {
  const [row] = await stack.db.sql`select email_confirmed_at from auth.users where email = ${email}`;
  return row?.email_confirmed_at !== null;
};

test('a scanner that opens the link repeatedly does not consume it; the button does, once', async () => {
  const email = newEmail();
  const link = await requestLink(email);
  for (const method of ['GET', 'HEAD', 'GET']) await fetch(link, { method, redirect: 'manual' });
  assert.is(await confirmed(email), false);
  const page = await fetch(link, { redirect: 'manual' });
  const html = await page.text();
  const first = await submitConfirmPage(link, html);
  assert.equal([first.status, first.headers.get('referrer-policy')], [303, 'no-referrer']);
  assert.ok(fragmentOf(new URL(first.headers.get('location') ?? '')).get('access_token'));
  assert.is(await confirmed(email), true);
  const again = fragmentOf(new URL((await submitConfirmPage(link, html)).headers.get('location') ?? ''));
  assert.equal([again.get('error_code'), again.get('access_token')], ['otp_expired', null]);
});

test('the page: one form, no script, nothing from other origins, and its address is not passed on', async () => {
  const target = `https://app.example.org/a?x=1&y="><script>`;
  const page = await fetch(await requestLink(newEmail(), target), { redirect: 'manual' });
  const html = await page.text();
  assert.is(page.status, 200);
  assert.match(html, '<button type="submit" class="primary">Confirm</button>');
  assert.not.match(html, /<script|https?:\/\/(?!app\.example\.org\/a\?x=1&#38;y=)| on\w+=/);
  assert.match(html, '<form method="post" action="?">');
  const header = (name: string) => page.headers.get(name) ?? '';
  assert.equal(
    [header('referrer-policy'), header('cache-control'), header('x-content-type-options')],
    ['no-referrer', 'no-store', 'nosniff'],
  );
  const policy = header('content-security-policy');
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[\w+/]+='; img-src data:; form-action 'self' /);
  assert.match(policy, "; form-action 'self' https://app.example.org; base-uri 'none'; frame-ancestors 'none'");
  assert.not.match(policy, /unsafe|script-src|\*/);
});

test("validates the form's target again; an app’s own scheme is valid", async () => {
  const app = await requestLink(newEmail(), 'myapp://signed-in');
  const policy = (await fetch(app, { redirect: 'manual' })).headers.get('content-security-policy') ?? '';
  assert.match(policy, "form-action 'self' myapp:;");
  assert.is((await openAndConfirm(app)).protocol, 'myapp:');
  const link = await requestLink(newEmail());
  const html = await (await fetch(link, { redirect: 'manual' })).text();
  const forged = html.replace(/name="redirect_to" value="[^"]*"/, 'name="redirect_to" value="https://evil.example"');
  assert.not.equal(forged, html);
  const answer = await submitConfirmPage(link, forged);
  assert.match(answer.headers.get('location') ?? '', new RegExp(`^${SITE_URL}#access_token=`));
});

test('PKCE: the code comes after the button', async () => {
  const { auth } = createClient(stack.url, { flowType: 'pkce' });
  const email = newEmail();
  expectData(await auth.signUp({ email, password: PASSWORD }));
  const leads = await openAndConfirm(`${stack.url}${(await stack.mail(email)).path}`);
  const session = sessionOf(await auth.exchangeCodeForSession(leads.searchParams.get('code') ?? ''));
  assert.is(session.user.email, email);
});

test('a change of address, confirmed by both', async () => {
  const [email, next] = [newEmail(), newEmail()];
  const session = fragmentOf(await openAndConfirm(await requestLink(email)));
  const headers = { Authorization: `Bearer ${session.get('access_token')}` };
  assert.is((await stack.request('PUT', '/user', { email: next }, headers)).status, 200);
  const half = await openAndConfirm(`${stack.url}${(await stack.mail(next)).path}`);
  assert.match(fragmentOf(half).get('message') ?? '', /other email/);
  const whole = await openAndConfirm(`${stack.url}${(await stack.mail(email, 2)).path}`);
  assert.ok(fragmentOf(whole).get('access_token'));
});

test('reports at once a link that is not ours, or is incomplete', async () => {
  const forged = await stack.get(`/verify?type=signup&token=${'f'.repeat(55)}`);
  assert.is(forged.status, 303);
  assert.match(forged.headers.get('location') ?? '', /error_code=otp_expired/);
  assert.is((await stack.get('/verify?type=signup')).status, 400);
});

test('reports an invalid link that may be imported when its button is pressed', async () => {
  const left = fragmentOf(await openAndConfirm(`${stack.url}/verify?type=signup&token=${'f'.repeat(56)}`));
  assert.is(left.get('error_code'), 'otp_expired');
});

test('JSON clients of POST /verify see no difference; nor does any client with the setting off', async () => {
  const email = newEmail();
  await requestLink(email);
  const { code } = await stack.mail(email);
  assert.is((await stack.post('/verify', { type: 'signup', email, token: code })).status, 200);
  const plain = await stack.another({ SVC_MAILER_CONFIRM_PAGE: 'false' });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const refused = await plain.request('POST', '/verify', 'type=signup&token=x', form);
  assert.equal([refused.status, refused.body.error_code], [400, 'bad_json']);
  const other = newEmail();
  assert.match(
    (await fetch(await requestLink(other), { redirect: 'manual' })).headers.get('content-type') ?? '',
    'html',
  );
  const followed = await plain.get((await stack.mail(other)).path);
  assert.is(followed.status, 303);
});

test.run();
