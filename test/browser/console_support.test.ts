// The console of support: every page opens without a refused request, and no page offers what the role may not read.
// runner: alone when=console,gateway,core
import type { Page, Request } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findAccessibilityViolations, openBrowser, waitUntil } from '../support/clients/browser.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { startConsoleWithData } from '../support/processes/console_with_data.ts';
import { openAsStaff } from './console_stage.ts';

const browser = await openBrowser();
const world = await startConsoleWithData();
const { url } = world.production;
test.after(async () => {
  await browser?.close();
  await world.close();
});

/** Calls of the API without a response. */
const open_calls = new Set<Request>();

function watchCalls(page: Page): void {
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/admin/')) open_calls.add(request);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => void open_calls.delete(request));
}

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(url + path);
  await page.locator('main h1').first().waitFor();
  await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
  await waitUntil(() => open_calls.size === 0, 'the calls of the page');
}

test('support opens every page and follows every link of the pages without a refused request', async () => {
  if (browser === null) return cannotRun('the console of support', 'no Chromium on this machine');
  const { page, context, faults } = await openAsStaff(browser, world, await world.staff('support_team'));
  watchCalls(page);
  const names = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents();
  assert.ok(names.includes('Users') && names.includes('Messages'));
  assert.not.ok(names.includes('Sessions') || names.includes('Audit log'), 'their whole content is a list of people');
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search' }).fill('audit');
  await page.getByText('Nothing is found.').waitFor();
  await page.keyboard.press('Escape');
  const watch = { path: '' };
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403 || response.status() >= 500)
      refused.push(`${watch.path}: ${new URL(response.url()).pathname} ${response.status()}`);
  });
  const links = new Set<string>();
  for (const path of world.pages) {
    watch.path = path;
    await openPage(page, path);
    assert.is(await page.getByText('Your role does not show this').count(), 0, path);
    assert.equal(await findAccessibilityViolations(page), [], path);
    const found = await page
      .locator('main a')
      .evaluateAll((all) =>
        all.map((link) => (link as unknown as { getAttribute(name: string): string }).getAttribute('href')),
      );
    // One link of each kind is followed.
    for (const link of found) {
      const kind = link
        .replace(/[0-9a-f-]{36}/g, 'ID')
        .replace(/^\/rules\/.*/, '/rules')
        .replace(/([?&]q=).*/, '$1');
      if (![...links].some((other) => other.startsWith(`${kind} `))) links.add(`${kind} ${link}`);
    }
  }
  for (const link of links) {
    watch.path = link.split(' ')[1] ?? '';
    await openPage(page, watch.path);
  }
  assert.equal(refused, [], 'refused requests');

  await openPage(page, '/why?q=198.51.100.0/24');
  await page.getByText('Your role cannot search by IP address').waitFor();
  assert.equal(refused, [], 'the page of a network requests nothing');

  await openPage(page, '/why?q=invalid_credentials');
  const newest = page.getByRole('table', { name: 'Newest requests' });
  await newest.waitFor();
  assert.equal(await newest.getByRole('columnheader').allTextContents(), ['When'], 'no column is empty');

  for (const path of ['/sessions', '/messages', '/users', '/audit']) {
    await openPage(page, path);
    await page.getByText('Whom do you look for?').waitFor();
    const buttons = await page.locator('main button').filter({ visible: true }).allTextContents();
    assert.equal(buttons, [], path);
  }
  await openPage(page, '/messages');
  await page.getByRole('searchbox', { name: 'Address' }).fill('+');
  await page.getByText('No message matches the filter.').waitFor();
  await page.getByText('This address is not suppressed.').waitFor();
  await page.getByRole('searchbox', { name: 'Address' }).fill(world.address);
  await page.getByRole('table', { name: 'Messages' }).waitFor();
  await page.getByText('This address is not suppressed.').waitFor();
  await openPage(page, '/overview');
  const alert = page.locator('.alert', { hasText: /messages? failed/ });
  await alert.waitFor();
  assert.is(await alert.getAttribute('href'), null);
  await openPage(page, '/providers');
  assert.is(
    await page
      .getByRole('link', { name: /^Users/ })
      .and(page.locator('main *'))
      .count(),
    0,
  );
  await openPage(page, `/users/${world.person}`);
  await page.getByText('Your role does not see the metadata of users.').waitFor();
  assert.is(await page.getByText('user_metadata').count(), 0);
  assert.equal(refused, [], 'refused requests');
  assert.equal(faults, []);
  await context.close();
});

test.run();
