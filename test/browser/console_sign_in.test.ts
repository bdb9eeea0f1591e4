// runner: alone when=console,gateway,core

// Sign-in to the console in a browser, by password or passkey, and the pages of a browser without a session.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { collectPageFaults, findAccessibilityViolations, openBrowser } from '../support/clients/browser.ts';
import { computeTotp } from '../support/clients/totp.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import {
  type ConsoleWithData,
  PASSWORD,
  STAFF_CODE,
  STAFF_PHONE,
  startConsoleWithData,
} from '../support/processes/console_with_data.ts';
import { bearer, confirmedUser } from '../support/processes/stack.ts';
import { attachAuthenticator, registerPasskey } from './app.ts';
import { signInByPassword } from './console_stage.ts';

const browser = await openBrowser();
const world: ConsoleWithData = await startConsoleWithData();
const { stack } = world;
test.after(async () => {
  await browser?.close();
  await world.close();
});

/** Opens the console in a browser whose authenticator needs no user action. */
async function withVirtualAuthenticator(play: (page: Page) => Promise<void>): Promise<void> {
  if (browser === null) return cannotRun('passkeys at the console', 'no Chromium on this machine');
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const faults = collectPageFaults(context, [world.production.url]);
  const page = await context.newPage();
  await attachAuthenticator(page, 'internal');
  await page.goto(world.production.url);
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await play(page);
  assert.equal(faults, []);
  await context.close();
}

const tokenOf = async (email: string): Promise<Record<string, string>> =>
  bearer((await stack.post('/token?grant_type=password', { email, password: PASSWORD })).body.access_token);

test('an administrator signs in with a passkey and then a second factor: the session is aal2', async () => {
  const { email, secret, headers } = await world.staff('service_role');
  await withVirtualAuthenticator(async (page) => {
    await registerPasskey(page, stack, headers);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByLabel('Code of your authenticator app').waitFor();
    const early = await page.evaluate(`fetch('/admin/me').then(({ status }) => status)`);
    assert.is(early, 401, 'a passkey alone is aal1');
    await page.getByLabel('Code of your authenticator app').fill(computeTotp(secret, Date.now()));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.rail').waitFor();
    const me = await page.evaluate<{ email: string; aal: string }>(
      `fetch('/admin/me').then((answer) => answer.json())`,
    );
    assert.equal([me.email, me.aal], [email, 'aal2']);
    const [session] = await stack.db.sql`
      select s.aal, (select array_agg(m ->> 'method' order by m ->> 'method') from jsonb_array_elements(s.amr) as m) as methods
      from auth.sessions as s join auth.users as u on u.id = s.user_id where u.email = ${email} order by s.created_at desc limit 1`;
    assert.equal({ ...session }, { aal: 'aal2', methods: ['passkey', 'totp'] });
  });
});

const LONG_NAME = `the blue key ${'with a long name '.repeat(6)}`.trim();

/** Enrolls a security key, a phone and recovery codes for an administrator who has an authenticator app. */
async function enrollMoreFactors(page: Page, headers: Record<string, string>): Promise<{ recovery: string }> {
  const { origin, hostname } = new URL(world.production.url);
  const enroll = async (
    body: object,
    answer: (challenge: Record<string, unknown>) => Promise<object> | object,
  ): Promise<void> => {
    const { body: factor } = await stack.post('/factors', body, headers);
    const { body: challenge } = await stack.post(`/factors/${factor.id}/challenge`, {}, headers);
    const proof = { challenge_id: challenge.id, ...(await answer(challenge)) };
    const verified = await stack.post(`/factors/${factor.id}/verify`, proof, headers);
    assert.is(verified.status, 200, verified.text);
  };
  await enroll({ factor_type: 'webauthn', friendly_name: LONG_NAME }, async (challenge) => {
    const { credential_options: options } = challenge.webauthn as { credential_options: { publicKey: object } };
    const credential_response = await page.evaluate(
      `navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options.publicKey)}) }).then((made) => made.toJSON())`,
    );
    return { webauthn: { type: 'create', rpId: hostname, rpOrigins: [origin], credential_response } };
  });
  await enroll({ factor_type: 'phone', friendly_name: 'work', phone: STAFF_PHONE }, () => ({ code: STAFF_CODE }));
  const { body } = await stack.post('/factors/recovery-codes', {}, headers);
  return { recovery: String((body.codes as string[])[0]) };
}

test('an administrator with several factors chooses one of them by the keyboard, the security key first', async () => {
  const { email, headers } = await world.staff('service_role');
  await withVirtualAuthenticator(async (page) => {
    const { recovery } = await enrollMoreFactors(page, headers);
    const list = page.getByRole('list', { name: 'Your second factors' });
    const begin = async (): Promise<void> => {
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await list.getByRole('button').first().and(page.locator(':focus')).waitFor();
    };
    const methods = async (): Promise<unknown> => {
      await page.locator('.rail').waitFor();
      const [row] = await stack.db.sql`
        select array_agg(m ->> 'method' order by m ->> 'method') as methods from jsonb_array_elements((
          select s.amr from auth.sessions as s join auth.users as u on u.id = s.user_id
          where u.email = ${email} order by s.created_at desc limit 1)) as m`;
      await page.getByRole('button', { name: 'Sign out of the console' }).click();
      await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
      return row?.methods;
    };
    await begin();
    const names = [`Security key${LONG_NAME}`, 'Authenticator appapp', 'Phonework, number ending in 122'];
    assert.equal(await list.getByRole('button').allTextContents(), [...names, 'Recovery codes10 left']);
    assert.equal(await findAccessibilityViolations(page), []);
    const overflows =
      '[...document.querySelectorAll(".factors button")].filter((one) => one.scrollWidth > one.clientWidth).length';
    assert.is(await page.evaluate(overflows), 0);
    await page.keyboard.press('Enter');
    assert.equal(await methods(), ['mfa/webauthn', 'password']);

    await begin();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByLabel('Code of your authenticator app').waitFor();
    await page.getByRole('button', { name: 'Use another factor' }).click();
    await list.getByRole('button').first().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByLabel('Code from the message').waitFor();
    await page.keyboard.type(STAFF_CODE);
    await page.keyboard.press('Enter');
    assert.equal(await methods(), ['mfa/phone', 'password']);

    await begin();
    await page.getByRole('button', { name: 'Recovery code' }).click();
    await page.getByLabel('One of your recovery codes').waitFor();
    await page.keyboard.type('not-a-code');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('One of your recovery codes').fill(recovery);
    await page.keyboard.press('Enter');
    assert.equal(await methods(), ['mfa/recovery_code', 'password']);
  });
});

test('an account with a passkey and no second factor gets a hint to enroll one; another person’s passkey is refused', async () => {
  const person = await confirmedUser(stack);
  await stack.request('PUT', `/admin/users/${person.id}`, { role: 'service_role' }, SERVICE);
  await withVirtualAuthenticator(async (page) => {
    await registerPasskey(page, stack, await tokenOf(person.email));
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('The console needs a second factor, and this account has none.').waitFor();
    assert.equal(await findAccessibilityViolations(page), []);
    await stack.request('PUT', `/admin/users/${person.id}`, { role: 'authenticated' }, SERVICE);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('This account may not use the console.').waitFor();
    assert.is(await page.evaluate(`fetch('/admin/me').then(({ status }) => status)`), 401);
  });
});

test('at a production gateway, support signs in with two factors and sees only buttons that its rights allow', async () => {
  if (browser === null) return cannotRun('the production console', 'no Chromium on this machine');
  const { email, secret } = await world.staff('support_team');
  const person = await confirmedUser(stack);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const faults = collectPageFaults(context, [world.production.url]);
  const page = await context.newPage();
  await page.goto(`${world.production.url}/users/${person.id}`);
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  assert.equal(await findAccessibilityViolations(page), []);
  await signInByPassword(page, { email, secret });
  await page.getByRole('heading', { name: person.email }).waitFor();
  await page.getByText('support', { exact: true }).waitFor();
  assert.is(await page.getByRole('button', { name: 'Delete…' }).count(), 0);
  await page.getByRole('button', { name: 'Ban…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('What will happen').waitFor();
  assert.is(await dialog.getByText('7 days').count(), 0);
  await dialog.getByText('Your role has 60 of 60 actions left in this hour.').waitFor();
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await page.getByText('This user cannot sign in until').waitFor();
  const end = page.getByRole('button', { name: 'End the ban', exact: true });
  await end.click();
  await dialog.getByText('Your role has 59 of 60 actions left in this hour.').waitFor();
  await dialog.getByRole('button', { name: 'End the ban' }).click();
  await page.getByText('No ban and no missing confirmation').waitFor();
  await stack.request('PUT', `/admin/users/${person.id}`, { ban_duration: '48h' }, SERVICE);
  await page.reload();
  await page.getByText('This user cannot sign in until').waitFor();
  assert.is(await end.count(), 0, 'support ends no ban of more than a day');
  await page.getByText('Only an administrator may end a ban of more than a day.').waitFor();
  await stack.db.sql`
    insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, tries, last_error, created_at, finished_at)
    select gen_random_uuid(), w.id, ${person.id}, 'user.updated', '{}', pg_current_xact_id(), 'failed', 9, '500', now(), now() from auth.webhooks as w limit 1`;
  await page.goto(`${world.production.url}/webhooks?state=failed`);
  const retry = page.getByRole('button', { name: 'Retry user.updated' });
  await retry.click();
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
  await retry.waitFor({ state: 'detached' });
  assert.is(await page.getByRole('button', { name: /^Drop|^Add|^Rotate|^Delete|^Test/ }).count(), 0);
  await page.goto(`${world.production.url}/sessions`);
  await page.getByText('Whom do you look for?').waitFor();
  await page.goto(`${world.production.url}/users`);
  await page.getByText('Whom do you look for?').waitFor();
  await page.getByLabel('Search users').fill(person.email.slice(1));
  await page.getByText('The search compares the whole address.').waitFor();
  await page.getByLabel('Search users').fill(person.email);
  await page.getByRole('link', { name: person.email }).waitFor();
  const refused = await page.evaluate(
    `fetch('/admin/users/${person.id}', { method: 'DELETE', headers: { 'Content-Type': 'application/json' } }).then((answer) => answer.status)`,
  );
  assert.is(refused, 403, 'the right is decided in SQL');
  await stack.db.sql`
    select auth_lib.count_limited_events('support', (select u.id::text from auth.users as u where u.email = ${email}), 60, false, '{}')`;
  await page.goto(`${world.production.url}/users/${person.id}`);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await dialog.getByText('Your role has 0 of 60 actions left in this hour.').waitFor();
  assert.is(await dialog.getByRole('button', { name: 'Sign out everywhere' }).isDisabled(), true);
  assert.equal(await findAccessibilityViolations(page), []);
  await page.keyboard.press('Escape');
  const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
  assert.is(stored, '[{},{},""]', 'no token is in the storage of the browser');
  await page.getByRole('button', { name: 'Sign out of the console' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  assert.equal(faults, []);
  await context.close();
});

test('support sees why it may not act on the account of an administrator, and no button that the server refuses', async () => {
  if (browser === null) return cannotRun('the production console', 'no Chromium on this machine');
  const { email, secret } = await world.staff('support_team');
  const administrator = await world.staff('service_role');
  const { id } = administrator;
  const why = 'Only an administrator may act on an account with the role service_role.';
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const faults = collectPageFaults(context, [world.production.url]);
  const page = await context.newPage();
  await page.goto(`${world.production.url}/users/${id}`);
  await signInByPassword(page, { email, secret });
  await page.getByText(why).waitFor();
  await page.locator('.devices li').first().waitFor();
  assert.equal(await page.getByRole('button', { name: /^(Send|Sign out ev|Ban|End)/ }).allTextContents(), []);
  assert.equal(await findAccessibilityViolations(page), []);
  await stack.request('PUT', `/admin/users/${id}`, { ban_duration: '24h' }, SERVICE);
  await page.goto(`${world.production.url}/why?q=${encodeURIComponent(administrator.email)}`);
  await page.getByRole('heading', { name: 'What would change it' }).waitFor();
  await page.getByText(why).waitFor();
  assert.is(await page.getByRole('button', { name: 'End the ban' }).count(), 0);
  await page.goto(`${world.production.url}/sessions?user=${id}`);
  const reason = page.getByRole('link', { name: 'for administrators' });
  await reason.first().waitFor();
  assert.is(await page.getByRole('button', { name: /^End/ }).count(), 0);
  await stack.request('PUT', `/admin/users/${id}`, { ban_duration: 'none' }, SERVICE);
  await stack.post('/recover', { email: administrator.email });
  await stack.mail(administrator.email);
  await stack.db
    .sql`update auth.messages set state = 'failed', leased_until = null, finished_at = now() where to_address = ${administrator.email}`;
  await stack.db.sql`
    insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, tries, last_error, created_at, finished_at)
    select gen_random_uuid(), w.id, ${id}, 'user.banned', '{}', pg_current_xact_id(), 'failed', 9, '500', now(), now() from auth.webhooks as w limit 1`;
  for (const path of [
    `/messages?address=${encodeURIComponent(administrator.email)}`,
    '/webhooks?state=failed',
    `/users/${id}?show=message`,
  ]) {
    await page.goto(`${world.production.url}${path}`);
    await reason.first().waitFor();
    assert.is(await page.getByRole('button', { name: /^Retry/ }).count(), 0, path);
    assert.is(await page.getByRole('checkbox').count(), 0, path);
  }
  assert.equal(await findAccessibilityViolations(page), []);
  await reason.first().click();
  await page.getByText('auth_lib.check_target').waitFor();
  assert.equal(faults, []);
  await context.close();
});

test('an account whose domain belongs to an organization has no button that sends it a mail, but the reason', async () => {
  if (browser === null) return cannotRun('the console', 'no Chromium on this machine');
  const person = await confirmedUser(stack);
  const email = `${randomUUID()}@enforced.example`;
  await world.addOrganization({ name: 'Enforced', domains: ['enforced.example'] });
  await stack.db.sql`update auth.sso_domains set verified_at = now(), verified_by = 'administrator', enforced = true
    where domain = 'enforced.example'`;
  await stack.db.sql`update auth.addresses set value = ${email} where user_id = ${person.id}`;
  await stack.db.sql`update auth.users set email = ${email} where id = ${person.id}`;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(world.console.link() ?? '');
  await page.locator('.rail').waitFor();
  for (const confirmed_at of [new Date(), null]) {
    await stack.db.sql`update auth.users set email_confirmed_at = ${confirmed_at} where id = ${person.id}`;
    await page.goto(`${world.console.url}/users/${person.id}`);
    await page.getByRole('link', { name: 'the user signs in at an organization' }).waitFor();
    assert.is(await page.getByRole('button', { name: /^Send/ }).count(), 0);
  }
  assert.equal(await findAccessibilityViolations(page), []);
  await page.goto(`${world.console.url}/why?q=${encodeURIComponent(email)}`);
  await page.getByText('A sign-in would be refused now').waitFor();
  assert.is(await page.getByRole('button', { name: /^Send/ }).count(), 0);
  await context.close();
});

test('a browser that is not signed in sees the sign-in and nothing else', async () => {
  if (browser === null) return cannotRun('the sign-in page', 'no Chromium on this machine');
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${world.console.url}/users#code=not-a-code`);
  await page.getByText('The link was used before or is older than a minute.').waitFor();
  assert.equal(await findAccessibilityViolations(page), []);
  assert.equal(
    asked.filter((path) => path.startsWith('/admin')),
    [],
  );
  await context.close();
});

test.run();
