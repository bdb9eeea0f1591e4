// The console of an auditor, a role that only reads: every page opens, no button proposes an action, and direct calls
// are refused.
// runner: alone when=console,gateway,core
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findAccessibilityViolations, openBrowser } from '../support/clients/browser.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { startConsoleWithData } from '../support/processes/console_with_data.ts';
import { openAsStaff } from './console_stage.ts';

const browser = await openBrowser();
const world = await startConsoleWithData();
const { stack } = world;
const { url } = world.production;
test.after(async () => {
  await browser?.close();
  await world.close();
});

const waitUntilLoaded = async (page: Page): Promise<void> => {
  await page.locator('main h1').first().waitFor();
  await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
};

/** Presses each button of the page. Returns the names of those that open the dialog of an action. */
async function findActions(page: Page, path: string): Promise<string[]> {
  const actions: string[] = [];
  const buttons = page.locator('main button');
  for (let at = 0; at < (await buttons.count()); at++) {
    const button = buttons.nth(at);
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
    const name = `${await button.getAttribute('aria-label')} ${await button.textContent()}`;
    await button.click();
    if ((await page.getByRole('dialog').filter({ visible: true }).count()) > 0) {
      actions.push(`${path}: ${name}`);
      await page.keyboard.press('Escape');
    }
    if (page.url() !== url + path) {
      // A filter changes the address.
      await page.goto(url + path);
      await waitUntilLoaded(page);
    }
  }
  return actions;
}

test('an auditor sees every page and no button of an action; direct calls are refused and nothing is written', async () => {
  if (browser === null) return cannotRun('the console of an auditor', 'no Chromium on this machine');
  const { page, context, faults } = await openAsStaff(browser, world, await world.staff('audit_team'));
  const refused: string[] = [];
  const wrote: string[] = [];
  const watch = { path: '' };
  page.on('response', (response) => {
    const request = response.request();
    const what = `${watch.path}: ${request.method()} ${new URL(request.url()).pathname} ${response.status()}`;
    if (response.status() === 403 || response.status() >= 500) refused.push(what);
    // These calls show the preview of a mail.
    const reads = ['/console/frame', '/admin/templates/preview'].includes(new URL(request.url()).pathname);
    if (request.method() !== 'GET' && !reads) wrote.push(what);
  });
  const actions: string[] = [];
  for (const path of world.pages) {
    watch.path = path;
    await page.goto(url + path);
    await waitUntilLoaded(page);
    assert.is(await page.getByText('Your role does not show this').count(), 0, path);
    assert.is(await page.getByText('This could not be loaded').count(), 0, path);
    assert.is(await page.locator('main input[type=checkbox]').filter({ visible: true }).count(), 0, path);
    assert.equal(await findAccessibilityViolations(page), [], path);
    actions.push(...(await findActions(page, path)));
  }
  assert.equal(actions, [], 'buttons of actions');
  assert.equal(refused, [], 'refused requests');
  assert.equal(wrote, [], 'requests that write');

  watch.path = 'direct';
  const calls: readonly [method: string, path: string, body?: object][] = [
    ['DELETE', `/admin/users/${world.person}`],
    ['PUT', `/admin/users/${world.person}`, { ban_duration: 'none' }],
    ['PUT', `/admin/users/${world.person}`, { role: 'service_role' }],
    ['DELETE', `/admin/users/${world.person}/sessions`],
    ['GET', `/admin/users/${world.person}/export`],
    ['POST', '/admin/users', { email: 'new@example.com' }],
    ['POST', '/admin/sessions/revoke', {}],
    ['POST', '/admin/webhooks', { url: 'http://127.0.0.1:9/x', kinds: ['user.created'] }],
    ['POST', '/invite', { email: 'new@example.com' }],
  ];
  const before = await stack.db.sql`select count(*)::integer as users, max(updated_at) as at from auth.users`;
  for (const [method, path, body = {}] of calls) {
    const request = JSON.stringify({
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await page.evaluate(
      `fetch(${JSON.stringify(path)}, ${request}).then(async (answer) => [answer.status, (await answer.json()).error_code])`,
    );
    assert.equal(answer, [403, 'insufficient_right'], `${method} ${path}`);
  }
  const after = await stack.db.sql`select count(*)::integer as users, max(updated_at) as at from auth.users`;
  assert.equal({ ...after[0] }, { ...before[0] });
  assert.equal(faults, []);
  await context.close();
});

test.run();
