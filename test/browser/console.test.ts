// runner: alone when=console,gateway,core

// The console in a browser, against a real server: administrative tasks, hostile user data, keyboard use, and phone
// screens.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { findAccessibilityViolations } from '../support/clients/browser.ts';
import { PASSWORD } from '../support/processes/console_with_data.ts';
import { confirmedUser, newEmail } from '../support/processes/stack.ts';
import { openActionDialog, openConsoleStage, performAction } from './console_stage.ts';

const stage = await openConsoleStage();
const { story, open, world } = stage;
const { stack } = world;
test.after(() => stage.close());

story('job 1: support finds out why somebody cannot sign in, and ends the ban', {}, async (page) => {
  const person = await confirmedUser(stack);
  await stack.request('PUT', `/admin/users/${person.id}`, { ban_duration: '24h' }, SERVICE);
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill(person.email);
  await page.getByRole('option', { name: `Could ${person.email} sign in?` }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'A sign-in would be refused now' }).waitFor();
  assert.match((await page.locator('.code .hit').first().textContent()) ?? '', 'banned_at_login');
  await performAction(page, 'End the ban', 'auth_api.change_user', 'End the ban');
  await page.getByRole('heading', { name: 'A sign-in would succeed now' }).waitFor();
  const again = await stack.post('/token?grant_type=password', { email: person.email, password: PASSWORD });
  assert.is(again.status, 200);
});

story('job 2: a request id leads to the line of the rule that refused', {}, async (page) => {
  const { request_id, email } = await world.refusedSignIn();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(request_id);
  await page.getByRole('option', { name: 'explain this request' }).click();
  await page.getByRole('heading', { name: 'Refused: invalid_credentials' }).waitFor();
  await page.locator('.path li.bad').waitFor();
  assert.match((await page.locator('.code .hit').first().textContent()) ?? '', 'invalid_credentials');
  assert.ok(email.includes('@'));
});

story('job 4: an account that is taken over is signed out everywhere and banned', {}, async (page) => {
  const person = await confirmedUser(stack);
  await world.refusedSignIn(person.email, '203.0.113.77');
  await open(page, `/users/${person.id}`);
  await page.getByText('never signed in from here').waitFor();
  await performAction(page, 'Sign out everywhere', 'auth_api.end_sessions', 'Sign out everywhere');
  await page.getByText(/^0 open\./).waitFor();
  assert.is((await stack.post('/token?grant_type=refresh_token', { refresh_token: person.refresh_token })).status, 400);
  const dialog = await openActionDialog(page, 'Ban…', 'auth_api.change_user');
  await dialog.getByText('7 days').click();
  assert.match((await dialog.locator('.call pre').textContent()) ?? '', '168h');
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await page.getByText('This user cannot sign in until').waitFor();
  const tried = await stack.post('/token?grant_type=password', { email: person.email, password: PASSWORD });
  assert.is(tried.body.error_code, 'user_banned');
});

/** Returns the tables that get_figures() and the counting functions it calls read, from the source in the database. */
async function listFigureTables(): Promise<string[]> {
  const rule = async (name: string) =>
    (await stack.get(`/admin/rules/${name}`, SERVICE)).body as { source: string; calls: string[] };
  const figures = await rule('auth_api.get_figures');
  const counting = await Promise.all(figures.calls.filter((name) => /\.count/.test(name)).map(rule));
  const sources = [figures, ...counting].map(({ source }) => source).join('\n');
  return [...new Set(Array.from(sources.matchAll(/\b(?:from|join) (auth\.\w+)/g), ([, name = '']) => name))].sort();
}

story('job 5: the overview leads from refused requests to their addresses', {}, async (page) => {
  await open(page, '/overview');
  await page.locator('.tile', { hasText: 'Latency' }).locator('.spark').waitFor();
  const source = page.locator('.tiles + .source');
  await source.getByText(/^\d+ ms$/).waitFor();
  assert.equal((await source.locator('code').textContent())?.split(', ').sort(), await listFigureTables());
  for (const tile of await page.locator('.tile code').allTextContents()) assert.match(tile, /^auth\.\w+/);
  await source.getByRole('link', { name: 'SQL' }).click();
  await page.getByRole('heading', { name: 'auth_api.get_figures' }).waitFor();
  await page.goBack();
  await page.locator('.bars').getByRole('link', { name: 'invalid_credentials' }).click();
  await page.getByRole('heading', { name: 'invalid_credentials', exact: true }).waitFor();
  await page
    .getByRole('region', { name: 'Newest requests with this code' })
    .getByRole('link', { name: 'Explain' })
    .first()
    .waitFor();
});

story('job 10: a DBA finds the function that decides, its rights and its callers', {}, async (page) => {
  await open(page, '/rules');
  await page.getByLabel('Search rules').fill('refresh_session');
  await page.getByRole('link', { name: 'auth_api.refresh_session' }).first().click();
  await page.getByRole('heading', { name: 'auth_api.refresh_session' }).waitFor();
  await page.getByText('as released').waitFor();
  await page.getByText('auth_gateway').first().waitFor();
  await page.locator('.code .row').nth(10).waitFor();
  assert.not.match((await page.locator('.lead').textContent()) ?? '', /`/, 'a comment without the marks of code');
});

story('every action of a user: mails, confirmation, invitation, one session, deletion', {}, async (page) => {
  const email = newEmail();
  await stack.post('/signup', { email, password: PASSWORD });
  const found = await stack.get(`/admin/users?email=${email}`, SERVICE);
  const [{ id } = { id: '' }] = found.body.users as { id: string }[];
  await open(page, `/users/${id}`);
  await page.getByText('Nobody has confirmed the address of this user.').waitFor();
  await performAction(page, 'Send confirmation', 'auth_api.resend', 'Send the mail');
  await performAction(page, 'Confirm by hand', 'auth_api.change_user', 'Confirm');
  await page.getByText('No ban and no missing confirmation').waitFor();
  await performAction(page, 'Send recovery', 'auth_api.request_recovery', 'Send the mail');
  await stack.post('/token?grant_type=password', { email, password: PASSWORD });
  await page.reload();
  await performAction(page, 'End the session', 'auth_api.end_sessions', 'End the session');
  const dialog = await openActionDialog(page, 'Delete…', 'auth_api.delete_user');
  const button = dialog.getByRole('button', { name: 'Delete the user' });
  assert.is(await button.isDisabled(), true);
  await dialog.getByLabel('Type').fill(email.toUpperCase());
  assert.is(await button.isDisabled(), true, 'the address has to be the same');
  await page.keyboard.press('Escape');
  assert.is((await stack.get(`/admin/users/${id}`, SERVICE)).status, 200);
  // The focus returns.
  await page.getByRole('button', { name: 'Delete…' }).and(page.locator(':focus')).waitFor();
  await (await openActionDialog(page, 'Delete…', 'auth_api.delete_user')).getByLabel('Type').fill(email);
  await button.click();
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  assert.is((await stack.get(`/admin/users/${id}`, SERVICE)).status, 404);
  const guest = newEmail();
  await page.getByRole('button', { name: 'Add…' }).click();
  await page.getByLabel('E-mail').fill(guest);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByRole('heading', { name: guest }).waitFor();
  await stack.mail(guest);
});

/** Waits for a mail to an address, and marks all messages to the address as failed. */
async function failMessage(to: string, answer: string): Promise<void> {
  await stack.mail(to);
  await stack.db
    .sql`update auth.messages set state = 'failed', leased_until = null, last_error = ${answer}, tries = 5, finished_at = now() where to_address = ${to}`;
}

story('job 3: a mail that did not arrive is found in the timeline and retried', {}, async (page) => {
  const email = newEmail();
  const made = await stack.post('/signup', { email, password: PASSWORD });
  await failMessage(email, '550 5.1.1 no such mailbox');
  await open(page, `/users/${made.body.id}`);
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  await page.getByText('550 5.1.1 no such mailbox').waitFor();
  await performAction(page, 'Retry', 'auth_api.retry_message', 'Retry');
  await stack.mail(email, 2);
});

story(
  'job 7: messages that failed are grouped by the answer of the server, and an address is allowed again',
  {},
  async (page) => {
    const email = newEmail();
    await stack.post('/signup', { email, password: PASSWORD });
    await failMessage(email, '421 4.7.0 try again later');
    await stack.db
      .sql`insert into auth.suppressions (address, reason, created_at) values ('gone@example.com', 'bounced', now())`;
    await open(page, '/messages?state=failed');
    await page.getByRole('link', { name: '421 4.7.0 try again later' }).click();
    await page.getByRole('link', { name: email }).waitFor();
    await performAction(page, `Retry the message to ${email}`, 'auth_api.retry_message', 'Retry');
    await stack.mail(email, 2);
    const others = [newEmail(), newEmail()];
    for (const other of others) {
      await stack.post('/signup', { email: other, password: PASSWORD });
      await failMessage(other, '421 4.7.0 try again later');
    }
    const void_one = newEmail();
    await stack.post('/signup', { email: void_one, password: PASSWORD });
    await failMessage(void_one, '421 4.7.0 try again later');
    await page.reload();
    const dialog = await openActionDialog(page, 'Retry all…', 'auth_api.retry_message');
    assert.is(await dialog.getByRole('button', { name: 'Retry them' }).isDisabled(), true);
    await dialog.getByLabel('Type').fill('3');
    await stack.db
      .sql`delete from auth.one_time_tokens as t using auth.users as u where t.user_id = u.id and u.email = ${void_one}`;
    await dialog.getByRole('button', { name: 'Retry them' }).click();
    await page.locator('.toast', { hasText: 'done, except 1' }).waitFor();
    for (const other of others) await stack.mail(other, 2);
    const row = page.getByRole('row').filter({ hasText: void_one });
    await row.getByRole('link', { name: 'no longer valid' }).waitFor();
    assert.is(await row.getByRole('button', { name: 'Retry' }).count(), 0);
    await performAction(page, 'Allow mails to gone@example.com', 'auth_api.unsuppress_address', 'Allow');
    await page.getByText('No address is suppressed.').waitFor();
  },
);

story('sessions of an address are found and ended, one or all of them', {}, async (page) => {
  const person = await confirmedUser(stack);
  await open(page, '/sessions');
  await performAction(page, `End the session of ${person.email}`, 'auth_api.end_sessions', 'End the session');
  await page.getByRole('link', { name: person.email }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'End many…' }).click();
  await page.getByRole('button', { name: 'Count them' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'What will happen' });
  const title = (await dialog.getByRole('heading', { level: 2 }).textContent()) ?? '';
  const [, sessions = ''] = /End (\d+) sessions/.exec(title) ?? [];
  assert.ok(Number(sessions) > 0, title);
  assert.is(await dialog.getByRole('button', { name: 'End them' }).isDisabled(), true);
  await dialog.getByLabel('Type').fill(sessions);
  await dialog.getByRole('button', { name: 'End them' }).click();
  await page.getByText('No live sessions').waitFor();
  const [left] = await stack.db.sql`select count(*)::integer as live from auth.sessions where revoked_at is null`;
  assert.is(left?.live, 0);
});

story('a webhook is added with a secret that is shown once, rotated and deleted', {}, async (page) => {
  await open(page, '/webhooks');
  await page.getByRole('button', { name: 'Add…' }).click();
  await page.getByLabel('URL').fill('http://localhost:9/hooks');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add the webhook' }).click();
  assert.match((await page.getByRole('region', { name: 'Signing secret' }).textContent()) ?? '', /^whsec_|^v1,whsec_/);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await performAction(page, 'Rotate secret of localhost:9', 'auth_api.change_webhook', 'Make a new secret');
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await performAction(
    page,
    'Finish rotation of localhost:9',
    'auth_api.change_webhook',
    'Sign with the new secret alone',
  );
  assert.is(await page.getByText('whsec_').count(), 0);
  const dialog = await openActionDialog(page, 'Delete the webhook localhost:9', 'auth_api.delete_webhook');
  await dialog.getByLabel('Type').fill('localhost:9');
  await dialog.getByRole('button', { name: 'Delete the webhook' }).click();
  await page.getByRole('region', { name: 'localhost:9' }).waitFor({ state: 'detached' });
});

story('settings show their source and no secret; keys show their state; providers their findings', {}, async (page) => {
  await open(page, '/settings');
  await page.getByLabel('Search settings').fill('SVC_MAILER_URLPATHS_RECOVERY');
  await page.getByText('from other settings').waitFor();
  await page.getByLabel('Search settings').fill('SVC_JWT_SECRET');
  const row = page.getByRole('row').filter({ has: page.getByText('SVC_JWT_SECRET', { exact: true }) });
  await row.getByText('set', { exact: true }).waitFor();
  for (const secret of [stack.settings.jwt_secret, stack.settings.security_pepper])
    assert.not.match(await page.content(), secret);
  await open(page, '/keys');
  await page.getByText('signs', { exact: true }).waitFor();
  await page.getByText('seals', { exact: true }).waitFor();
  await open(page, '/providers');
  await page.getByRole('button', { name: /^Show all/ }).click();
  await page.getByText('github', { exact: true }).waitFor();
});

story('a provider, a hook and a webhook are tested, and the page shows what they answered', {}, async (page) => {
  await open(page, '/providers');
  await performAction(page, 'Test keycloak', 'auth_api.record_test', 'Test');
  const dialog = page.getByRole('dialog').filter({ hasText: 'It took' });
  await dialog.getByRole('heading', { name: /^keycloak: \d checks? failed$/ }).waitFor();
  await dialog.getByText('Discovery document', { exact: true }).waitFor();
  assert.not.match((await dialog.textContent()) ?? '', 'CANARY');
  assert.equal(await findAccessibilityViolations(page), []);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await open(page, '/webhooks');
  await performAction(page, 'Test the hook before_user_created', 'auth_api.test_hook', 'Test');
  await dialog.getByRole('heading', { name: 'before_user_created answers' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await performAction(page, 'Test the webhook 127.0.0.1:9', 'auth_api.record_test', 'Send');
  await dialog.getByRole('heading', { name: '127.0.0.1:9 did not accept the event' }).waitFor();
  await dialog.getByText('could not be reached').waitFor();
  assert.equal(await findAccessibilityViolations(page), []);
  await page.keyboard.press('Escape');
  await open(page, '/audit');
  for (const action of ['provider tested', 'hook tested', 'webhook tested'])
    await page.getByRole('link', { name: action }).first().waitFor();
});

story('a list does not move by itself: a line says how many entries are newer', {}, async (page) => {
  await open(page, '/audit?action=user_signedup');
  const rows = page.getByRole('table').getByRole('row');
  await rows.nth(1).waitFor();
  const before = await rows.nth(1).textContent();
  await confirmedUser(stack);
  await confirmedUser(stack);
  const line = page.getByRole('button', { name: '2 newer entries: show' });
  await line.waitFor();
  assert.is(await rows.nth(1).textContent(), before);
  await line.click();
  await line.waitFor({ state: 'detached' });
});

const NAMES = [
  '<img src=x onerror="document.title=\'ran\'"><script>document.title="ran"</script>',
  '\u202Egnp.exe\u2066 turned \u200B around',
  'W'.repeat(300),
];

story('hostile names run nothing, turn nothing around and do not widen a page', {}, async (page) => {
  for (const name of NAMES) {
    const made = await stack.post(
      '/admin/users',
      {
        email: newEmail(),
        email_confirm: true,
        user_metadata: { full_name: name, blob: `"><svg onload=1>${'x'.repeat(6_000)}` },
      },
      SERVICE,
    );
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of ['/users', `/users/${made.body.id}`, `/why?q=${encodeURIComponent(name)}`]) {
        await open(page, path);
        await page.locator('main h1').first().waitFor();
        await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
        assert.is(
          await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
          true,
          `${path} at ${width}`,
        );
        assert.not.match(await page.title(), 'ran');
        assert.is(await page.locator('main img, main script').count(), 0);
        assert.not.match((await page.locator('main').textContent()) ?? '', /[\u200B\u202E\u2066]/);
      }
    }
  }
});

story('keys search, change the page and walk through rows, and change nothing', {}, async (page) => {
  await page.locator('main h1').first().waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  await page.locator('main tbody tr').nth(1).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  assert.is(
    await page.evaluate('document.activeElement.closest("tr") === document.querySelectorAll("main tbody tr")[1]'),
    true,
  );
  await page.keyboard.press('Enter');
  await page.locator('.person').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('audit');
  await page.getByRole('option', { name: 'Audit log' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
});

story(
  'Enter in the search opens the first entry for the text in the box, even if pressed at once',
  {},
  async (page) => {
    await page.locator('main h1').first().waitFor();
    for (const [text, path] of [
      ['audit', '/audit'],
      ['rul', '/rules'],
      ['user_banned', '/why?q=user_banned'],
      ['keys', '/keys'],
    ] as const) {
      await page.keyboard.press('/');
      const box = page.getByRole('combobox', { name: 'Search' });
      await box.waitFor();
      assert.is(await box.inputValue(), '', 'the box opens empty');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      // Both events are in one task of the browser.
      await page.evaluate(`{
      const box = document.activeElement;
      box.value = '${text}';
      box.dispatchEvent(new Event('input', { bubbles: true }));
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    }`);
      await box.waitFor({ state: 'hidden' });
      assert.is(await page.evaluate('document.activeElement.id'), 'main');
      assert.is(page.url(), world.console.url + path);
    }
  },
);

story('a session that ends shows the sign-in over the page, and the page goes on', {}, async (page) => {
  await open(page, '/users');
  await page.locator('main tbody tr').first().waitFor();
  await page.context().clearCookies();
  await page.getByLabel('Search users').fill('example');
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  const code = new URL(world.console.link() ?? '').hash.slice('#code='.length);
  await page.evaluate(
    `fetch('/console/sign-in', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ code: '${code}' }) })`,
  );
  await page.getByRole('button', { name: 'I have opened it' }).click();
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor({ state: 'hidden' });
  assert.is(await page.getByLabel('Search users').inputValue(), 'example', 'what was typed stays');
  await page.locator('main tbody tr').first().waitFor();
});

story('a failed panel names its error and leaves the others', {}, async (page) => {
  const person = await confirmedUser(stack);
  await page.route('**/admin/users/*/sessions?*', (route) =>
    route.fulfill({ status: 500, json: { error_code: 'unexpected_failure', msg: 'The sessions are not there.' } }),
  );
  await open(page, `/users/${person.id}`);
  await page.getByText('The sessions are not there.').waitFor();
  await page.locator('.timeline').waitFor();
  await page.unroute('**/admin/users/*/sessions?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(/^1 open\./).waitFor();
});

test.run();
