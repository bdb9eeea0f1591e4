// The console when calls fail: at the start of the page, and in buttons without a dialog.
// runner: alone when=console,gateway,core
import type { Page, Route } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { findAccessibilityViolations } from '../support/clients/browser.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { openAsStaff, openConsoleStage } from './console_stage.ts';

const stage = await openConsoleStage();
const { browser, world, story, open } = stage;
const { stack } = world;
test.after(() => stage.close());

const refuseWith503 = (route: Route): Promise<void> =>
  route.fulfill({
    status: 503,
    headers: { 'x-request-id': 'request-of-the-failure' },
    json: { code: 503, error_code: 'database_unavailable', msg: 'The database is not available.' },
  });

story('a page whose first calls fail shows the error, and loads after Try again', {}, async (page) => {
  const tryAgain = async (): Promise<void> => {
    assert.equal(await findAccessibilityViolations(page), []);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.rail').waitFor();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  };
  const alert = page.getByRole('alert');
  for (const path of ['/console/session', '/admin/me']) {
    await page.route(`**${path}`, refuseWith503);
    await open(page, '/settings');
    await alert.filter({ hasText: 'The database is not available. database_unavailable' }).waitFor();
    await alert.getByText('request-of-the-failure').waitFor();
    await page.unroute(`**${path}`);
    await tryAgain();
  }
  await page.route('**/console/session', (route) => route.abort());
  await open(page, '/settings');
  await alert.filter({ hasText: 'The server cannot be reached.' }).waitFor();
  await page.unroute('**/console/session');
  await tryAgain();
  await page.route('**/admin/me', (route) =>
    route.fulfill({
      status: 401,
      json: { error_code: 'console_session_expired', msg: 'Sign in to the console again.' },
    }),
  );
  await open(page, '/settings');
  await alert.filter({ hasText: 'Sign in to the console again.' }).waitFor();
  await page.unroute('**/admin/me');
  await tryAgain();
});

test('an auditor whose role was removed, or who was banned, sees the reason and can sign out', async () => {
  if (browser === null) return cannotRun('the console of an auditor', 'no Chromium on this machine');
  for (const change of [{ role: 'authenticated' }, { ban_duration: '24h' }]) {
    const auditor = await world.staff('audit_team');
    const { page, context, faults } = await openAsStaff(browser, world, auditor);
    // A page without polls, so that the first call after the change is one of the reload.
    await page.goto(`${world.production.url}/settings`);
    await page.locator('main tbody tr').first().waitFor();
    await stack.request('PUT', `/admin/users/${auditor.id}`, change, SERVICE);
    await page.reload();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    const shown = (await page.getByRole('alert').textContent()) ?? '';
    assert.match(shown, 'role' in change ? /User not allowed/ : /User is banned/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    const left = (await context.cookies()).map(({ name }) => name);
    assert.not(left.includes('postern-console'), 'the cookie is deleted');
    assert.equal(faults, []);
    await context.close();
  }
});

test('an administrator who becomes support sees the pages of support at the next refused call', async () => {
  if (browser === null) return cannotRun('the console of support', 'no Chromium on this machine');
  const person = await world.staff('service_role');
  const { page, context, faults } = await openAsStaff(browser, world, person);
  await page.goto(`${world.production.url}/settings`);
  await page.locator('main tbody tr').first().waitFor();
  await stack.request('PUT', `/admin/users/${person.id}`, { role: 'support_team' }, SERVICE);
  await page.locator('.rail').getByRole('link', { name: 'Users' }).click();
  await page.getByText('Whom do you look for?').waitFor();
  await page.locator('.me').getByText('support', { exact: true }).waitFor();
  assert.is(await page.locator('.rail').getByRole('link', { name: 'Audit log' }).count(), 0);
  assert.equal(faults, []);
  await context.close();
});

story('the first page is not empty while the first calls run, and says when they take too long', {}, async (page) => {
  await page.clock.install();
  let calls = 0;
  // The first call gets no answer.
  await page.route('**/console/session', (route) => (++calls === 1 ? undefined : route.continue()));
  await page.goto(`${world.console.url}/settings`);
  await page.getByRole('heading', { name: 'Postern console' }).waitFor();
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  assert.equal(await findAccessibilityViolations(page), []);
  await page.clock.fastForward(20_000);
  await page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  assert.is(calls, 2);
});

story('errors of a dialog are shown above the page that it covers', {}, async (page) => {
  await page.route('**/effects.json', refuseWith503);
  await open(page, `/users/${world.person}`);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('alert').filter({ hasText: 'The database is not available.' }).waitFor();
  await page.unroute('**/effects.json');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.locator('.effects li').first().waitFor();
  await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))`);
  await dialog.getByRole('button', { name: 'Copy curl' }).click();
  await dialog.locator('.toast', { hasText: 'The browser does not allow the copy.' }).waitFor();
  const is_on_top = await page.evaluate(`{
    const { x, y, width, height } = document.querySelector('dialog[open] .toast').getBoundingClientRect();
    document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.toast') != null
  }`);
  assert.is(is_on_top, true);
  assert.equal(await findAccessibilityViolations(page), []);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await open(page, '/users');
  await page.context().clearCookies();
  await page.getByLabel('Search users').fill('example');
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  await page.route('**/console/session', refuseWith503);
  await page.getByRole('button', { name: 'I have opened it' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'The database is not available.' }).waitFor();
  await page.unroute('**/console/session');
  await page.getByRole('button', { name: 'I have opened it' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'This browser is not signed in yet.' }).waitFor();
});

/** Presses a button whose call fails. Waits for the toast with the error. */
async function expectErrorToast(page: Page, path: string, press: () => Promise<void>): Promise<void> {
  await page.route(path, refuseWith503);
  // The toast of an earlier failure may still be displayed.
  await Promise.all([page.waitForResponse(path), press()]);
  await page.locator('.toast', { hasText: 'The database is not available.database_unavailable' }).last().waitFor();
  await page.unroute(path);
}

story('a button whose call fails shows the error as a toast', {}, async (page) => {
  const press = (name: string) => (): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  await open(page, '/audit');
  await expectErrorToast(page, '**/admin/audit?*limit=200*', press('CSV'));
  await open(page, '/audit');
  await expectErrorToast(page, '**/admin/audit?*limit=200*', press('JSON lines'));
  await open(page, '/audit');
  await expectErrorToast(page, '**/admin/users?*', () => page.getByLabel('Address of the actor').fill('a@example.com'));
  await open(page, '/messages?error=452%204.2.2%20The%20mailbox%20is%20full');
  await expectErrorToast(page, '**/admin/messages?*limit=200*', press('Retry all…'));
  await open(page, `/users/${world.person}`);
  await expectErrorToast(page, '**/admin/users/*/export*', press('Save everything stored'));
  // The user is still signed in and has to know it.
  await expectErrorToast(page, '**/console/session', press('Sign out of the console'));
  await page.getByRole('button', { name: 'Sign out of the console' }).waitFor();
  assert.equal(await findAccessibilityViolations(page), []);
});

test.run();
