// The console after its session has ended, at malformed URLs, and after an error while a page renders.
// runner: alone when=console,gateway,core
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findAccessibilityViolations } from '../support/clients/browser.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { confirmedUser } from '../support/processes/stack.ts';
import { openActionDialog, openAsStaff, openConsoleStage, signInByPassword } from './console_stage.ts';

const stage = await openConsoleStage();
const { browser, world, story, open } = stage;
test.after(() => stage.close());

const ended = (page: Page) => page.getByRole('heading', { name: 'Your session has ended' });

/** Opens another link in the browser of the page. */
async function consumeNewLink(page: Page): Promise<void> {
  const code = new URL(world.console.link() ?? '').hash.slice('#code='.length);
  await page.evaluate(
    `fetch('/console/sign-in', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ code: '${code}' }) })`,
  );
}

async function signInByLink(page: Page): Promise<void> {
  await consumeNewLink(page);
  await page.getByRole('button', { name: 'I have opened it' }).click();
  await ended(page).waitFor({ state: 'hidden' });
}

/** Collects the method and path of each call of the admin API. */
function collectCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/admin/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

story('nothing closes the sign-in of an ended session, and the page behind it is hidden', {}, async (page) => {
  await open(page, '/users');
  const search = page.getByLabel('Search users');
  await page.locator('main tbody tr').first().waitFor();
  await page.context().clearCookies();
  await search.fill('example');
  await ended(page).waitFor();
  for (const key of ['Escape', 'Escape', 'Escape', '/', 'Control+k', 'Escape']) await page.keyboard.press(key);
  await ended(page).waitFor();
  assert.is(await page.getByRole('combobox', { name: 'Search' }).isVisible(), false);
  // Some platforms close a dialog without a key, for example with the back gesture.
  await page.evaluate(`document.querySelector('dialog[open]').close()`);
  await ended(page).waitFor();
  for (const part of ['.rail', '.top', 'main']) assert.is(await page.locator(part).isVisible(), false, part);
  assert.not.match(await page.evaluate<string>('document.body.innerText'), /@example\.com/);
  assert.equal(await findAccessibilityViolations(page), []);
  await signInByLink(page);
  assert.is(await search.inputValue(), 'example');
  await search.and(page.locator(':focus')).waitFor();
});

story('an action that waits for the sign-in keeps its dialog, and runs after the sign-in', {}, async (page) => {
  const person = await confirmedUser(world.stack);
  await open(page, `/users/${person.id}`);
  const dialog = await openActionDialog(page, 'Sign out everywhere', 'auth_api.end_sessions');
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await ended(page).waitFor();
  assert.is(await dialog.isVisible(), false);
  for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key);
  await ended(page).waitFor();
  await signInByLink(page);
  await page.locator('.toast', { hasText: 'done.' }).waitFor();
  await page.getByText(/^0 open\./).waitFor();
});

story('a sign-in whose account cannot be loaded says so, and can be repeated', {}, async (page) => {
  await open(page, '/users');
  await page.locator('main tbody tr').first().waitFor();
  await page.context().clearCookies();
  await page.getByLabel('Search users').fill('example');
  await ended(page).waitFor();
  await page.route('**/admin/me', (route) =>
    route.fulfill({
      status: 401,
      json: { error_code: 'console_session_expired', msg: 'Sign in to the console again.' },
    }),
  );
  await consumeNewLink(page);
  const look = page.getByRole('button', { name: 'I have opened it' });
  await look.click();
  await page.getByRole('alert').filter({ hasText: 'Sign in to the console again.' }).waitFor();
  await page.unroute('**/admin/me');
  await look.click();
  await ended(page).waitFor({ state: 'hidden' });
});

test('a tab sends no action after another tab has signed in as another account, but shows that account', async () => {
  if (browser === null) return cannotRun('the production console', 'no Chromium on this machine');
  const person = await confirmedUser(world.stack);
  const support = await world.staff('support_team');
  const { page, context, faults } = await openAsStaff(browser, world, await world.staff('service_role'));
  await page.goto(`${world.production.url}/users/${person.id}`);
  const dialog = await openActionDialog(page, 'Sign out everywhere', 'auth_api.end_sessions');
  const other = await context.newPage();
  await other.goto(world.production.url);
  await other.getByRole('button', { name: 'Sign out of the console' }).click();
  await signInByPassword(other, support);
  await other.locator('.me').getByText(support.email).waitFor();
  await page.bringToFront();
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.locator('.me').getByText(support.email).waitFor();
  await page.getByText(/^1 open\./).waitFor();
  assert.equal(faults, []);
  await context.close();
});

test('a tab of a former account signs nobody out, and shows the new account as soon as it is visible again', async () => {
  if (browser === null) return cannotRun('the production console', 'no Chromium on this machine');
  const support = await world.staff('support_team');
  const { page, context, faults } = await openAsStaff(browser, world, await world.staff('service_role'));
  await page.goto(`${world.production.url}/rules`);
  await page.locator('main tbody tr').first().waitFor();
  const quiet = await context.newPage();
  await quiet.goto(`${world.production.url}/rules`);
  await quiet.locator('main tbody tr').first().waitFor();
  const other = await context.newPage();
  await other.goto(world.production.url);
  await other.getByRole('button', { name: 'Sign out of the console' }).click();
  await signInByPassword(other, support);
  await other.locator('.me').getByText(support.email).waitFor();

  await page.getByRole('button', { name: 'Sign out of the console' }).click();
  await page.locator('.me').getByText(support.email).waitFor();
  assert.is(await other.evaluate(`fetch('/admin/me').then(({ status }) => status)`), 200);

  // Chromium treats all pages of a test as visible, so the test sends the event.
  await quiet.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  await quiet.locator('.me').getByText(support.email).waitFor();
  await other.getByRole('button', { name: 'Sign out of the console' }).click();
  await other.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await quiet.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  await ended(quiet).waitFor();
  assert.equal(faults, []);
  await context.close();
});

test('an action that waits for the sign-in never runs as another account', async () => {
  if (browser === null) return cannotRun('the production console', 'no Chromium on this machine');
  const person = await confirmedUser(world.stack);
  const support = await world.staff('support_team');
  const { page, context, faults } = await openAsStaff(browser, world, await world.staff('service_role'));
  const path = `/admin/users/${person.id}/sessions`;
  const calls = collectCalls(page);
  const signOut = async (): Promise<void> => {
    await page.goto(`${world.production.url}/users/${person.id}`);
    const dialog = await openActionDialog(page, 'Sign out everywhere', 'auth_api.end_sessions');
    await context.clearCookies();
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await ended(page).waitFor();
  };
  const cookies = await context.cookies();
  await signOut();
  const repeated = `{
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    ids.filter((id, i) => ids.indexOf(id) !== i)
  }`;
  assert.equal(await page.evaluate(repeated), []);
  assert.equal(await findAccessibilityViolations(page), []);
  await signInByPassword(page, support);
  await page.locator('.me').getByText(support.email).waitFor();
  await page.getByText(/^1 open\./).waitFor();
  assert.equal(calls.filter((call) => call === `DELETE ${path}`).length, 1);

  // The same account signs in again: its session comes back.
  await context.clearCookies();
  await context.addCookies(cookies);
  await signOut();
  await page.route('**/console/sign-in/password', async (route) => {
    await context.addCookies(cookies);
    await route.fulfill({ json: {} });
  });
  await page.getByRole('textbox', { name: 'E-mail' }).fill('any@example.com');
  await page.getByLabel('Password').fill('any password');
  await page.getByRole('button', { name: 'Go on with the password' }).click();
  await page.locator('.toast', { hasText: 'done.' }).waitFor();
  await page.getByText(/^0 open\./).waitFor();
  assert.equal(faults, []);
  await context.close();
});

story('pages load nothing while their session is ended', {}, async (page) => {
  await page.clock.install();
  for (const path of ['/overview', '/users']) {
    await open(page, path);
    await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.clock.runFor(11_000);
    await ended(page).waitFor();
    const calls = collectCalls(page);
    await page.clock.runFor(60_000);
    assert.is(await page.evaluate(`fetch('/console/session').then(({ status }) => status)`), 200);
    assert.equal(calls, [], path);
    await page.context().addCookies(cookies);
  }
});

story('a malformed URL shows that there is no such page', {}, async (page) => {
  for (const path of ['/users/%', '/users/%zz', '/rules/%', '/templates/recovery/%e0', '//[', '//users']) {
    await page.goto(`${world.console.url}${path}`);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  }
  assert.equal(await findAccessibilityViolations(page), []);
  await page.getByRole('link', { name: 'the first page' }).click();
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor({ state: 'detached' });
});

test('an error while a page renders shows its message, and the page after Try again', async () => {
  if (browser === null) return cannotRun('the production console', 'no Chromium on this machine');
  const { page, context, faults } = await openAsStaff(browser, world, await world.staff('service_role'));
  await page.route('**/admin/users?*', (route) => route.fulfill({ json: {} }));
  await page.goto(`${world.production.url}/users`);
  const alert = page.locator('main').getByRole('alert');
  await alert.filter({ hasText: 'Cannot read properties of undefined' }).waitFor();
  assert.equal(await findAccessibilityViolations(page), []);
  await page.locator('.rail').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await page.goBack();
  await alert.waitFor();
  await page.unroute('**/admin/users?*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.locator('main tbody tr').first().waitFor();
  assert.ok(faults.length > 0, 'the browser logs the error');
  await context.close();
});

test.run();
