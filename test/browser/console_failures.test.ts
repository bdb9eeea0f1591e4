// The console when calls fail: at the start of the page, and in buttons without a dialog.
// runner: alone when=console,gateway,core timeout=600
import type { Page, Route } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { collectPageFaults, findAccessibilityViolations, PATIENCE_MS } from '../support/clients/browser.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { openConsoleStage, signInByPassword } from './console_stage.ts';

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
    const found = await stack.get(`/admin/users?email=${auditor.email}`, SERVICE);
    const [{ id } = { id: '' }] = found.body.users as { id: string }[];
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(PATIENCE_MS);
    const faults = collectPageFaults(context, [world.production.url]);
    const page = await context.newPage();
    await page.goto(world.production.url);
    await signInByPassword(page, auditor);
    await page.locator('.rail').waitFor();
    await stack.request('PUT', `/admin/users/${id}`, change, SERVICE);
    await page.reload();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    const shown = (await page.getByRole('alert').textContent()) ?? '';
    assert.match(shown, 'role' in change ? /User not allowed/ : /user_banned/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    const left = (await context.cookies()).map(({ name }) => name);
    assert.not(left.includes('postern-console'), 'the cookie is deleted');
    assert.equal(faults, []);
    await context.close();
  }
});

/** Presses a button whose call fails. Waits for the toast with the error. */
async function failsWithToast(page: Page, path: string, press: () => Promise<void>): Promise<void> {
  await page.route(path, refuseWith503);
  await press();
  await page.locator('.toast', { hasText: 'The database is not available.database_unavailable' }).last().waitFor();
  await page.unroute(path);
}

story('a button whose call fails shows the error as a toast', {}, async (page) => {
  const press = (name: string) => (): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  await open(page, '/audit');
  await failsWithToast(page, '**/admin/audit?*limit=200*', press('CSV'));
  await open(page, '/audit');
  await failsWithToast(page, '**/admin/audit?*limit=200*', press('JSON lines'));
  await open(page, '/audit');
  await failsWithToast(page, '**/admin/users?*', () => page.getByLabel('Address of the actor').fill('a@example.com'));
  await open(page, '/messages?error=452%204.2.2%20The%20mailbox%20is%20full');
  await failsWithToast(page, '**/admin/messages?*limit=200*', press('Retry all…'));
  await open(page, `/users/${world.person}`);
  await failsWithToast(page, '**/admin/users/*/export*', press('Save everything stored'));
  assert.equal(await findAccessibilityViolations(page), []);
});

test.run();
