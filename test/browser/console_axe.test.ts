// runner: alone timeout=1200 when=console,gateway,core

// axe finds no accessibility violation on the pages of the console, in light and dark mode, on desktop and phone
// screens. No page makes more than 8 API calls when it opens.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findAccessibilityViolations, openBrowser, SCREENS, TWO_SCREENS } from '../support/clients/browser.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { PASSWORD, startConsoleWithData } from '../support/processes/console_with_data.ts';

const browser = await openBrowser();
const world = await startConsoleWithData();
test.after(async () => {
  await browser?.close();
  await world.close();
});

/** Maximum number of API calls when a page opens. */
const MOST_CALLS = 8;

test('the list of pages has each page of the console, with and without what it explains', () => {
  const source = readFileSync(new URL('../../console/pages/routes.ts', import.meta.url), 'utf8');
  // The cases of findPage(): the first part of a path, and one slash for each further part.
  const routes = [...source.matchAll(/case '([\w/]+)':/g)].map(([, route]) => route ?? '');
  const listed = world.pages.map((path) => {
    const [, first, ...rest] = new URL(path, 'http://console').pathname.split('/');
    return `${first}${'/'.repeat(rest.length)}`;
  });
  assert.ok(routes.length > 15, routes.join(' '));
  assert.equal([...new Set(listed)].sort(), routes.toSorted());
  const why = readFileSync(new URL('../../console/pages/why.ts', import.meta.url), 'utf8');
  const kinds = /kind: ('[^;]+);/.exec(why)?.[1]?.match(/\w+/g) ?? [];
  // /why redirects the ids of a user and of a message to the user's page. world.pages lists the pages of the other
  // kinds, one for a network, and one without a query.
  const explained = world.pages.filter((path) => path.startsWith('/why'));
  assert.is(
    explained.length,
    kinds.filter((kind) => !['user', 'message'].includes(kind)).length + 2,
    explained.join(' '),
  );
});

test('axe finds no violation on any page, light and dark, on a desktop and a phone', async () => {
  if (browser === null) return cannotRun('axe on the console', 'no Chromium on this machine');
  for (const { name, width, height } of SCREENS.filter(({ scheme }) => scheme === 'light')) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: 'light' });
    const page = await context.newPage();
    /** Checks a view in light and then in dark mode, without loading it again. */
    const checkBothModes = async (view: string): Promise<void> => {
      assert.equal(await findAccessibilityViolations(page), [], `${view}, ${name}`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html[data-theme=dark]').waitFor();
      assert.equal(await findAccessibilityViolations(page), [], `${view}, dark, ${name}`);
      await page.emulateMedia({ colorScheme: 'light' });
    };
    await page.goto(world.console.link() ?? '');
    await page.locator('main').waitFor();
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // A slow page also polls before axe has finished.
      if (pathname.startsWith('/admin/') && !('x-poll' in request.headers())) calls.push(pathname);
    });
    for (const path of world.pages) {
      // Ends the page before, which may still have calls to make on a slow machine.
      await page.goto('about:blank');
      calls.length = 0;
      await page.goto(`${world.console.url}${path}`);
      await page.locator('main h1').first().waitFor();
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
      await checkBothModes(path);
      assert.is(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, `${path}, ${name}`);
      // A page that calls the API once for each row would be slow with long lists.
      assert.ok(calls.length <= MOST_CALLS, `${path} calls ${calls.join(', ')}`);
    }
    await page.goto(`${world.console.url}/users/${world.person}`);
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByText('To undo:').waitFor();
    await checkBothModes('the dialog');
    await context.close();
  }
});

test('axe finds no violation at any step of the sign-in, light and dark, on a desktop and a phone', async () => {
  if (browser === null) return cannotRun('axe on the sign-in', 'no Chromium on this machine');
  const { email, headers } = await world.staff('service_role');
  const codes = await world.stack.post('/factors/recovery-codes', {}, headers);
  assert.is(codes.status, 200, codes.text);
  for (const { name, width, height, scheme } of SCREENS) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
    const page = await context.newPage();
    const check = async (step: string): Promise<void> => {
      assert.equal(await findAccessibilityViolations(page), [], `${step}, ${name}`);
      assert.is(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, `${step}, ${name}`);
    };
    await page.goto(world.console.url);
    await page.getByText('Open the link from the terminal').waitFor();
    await check('the link');
    await page.goto(world.production.url);
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await check('the first factor');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Go on with the password' }).click();
    await page.getByRole('alert').waitFor();
    await check('a wrong password');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Go on with the password' }).click();
    await page.getByText('Choose a second factor.').waitFor();
    await check('the second factors');
    await page.getByRole('button', { name: 'Recovery code' }).click();
    await page.getByLabel('One of your recovery codes').waitFor();
    await check('a code');
    await context.close();
  }
});

test('axe finds no violation in organizations: disabled, failed metadata, long names, the test and the deletion', async () => {
  if (browser === null) return cannotRun('axe on organizations', 'no Chromium on this machine');
  const name = `Harbour ${'and Lighthouse '.repeat(6)}Authority`;
  const domains = Array.from({ length: 6 }, (_, at) => `a-rather-long-domain-${at}.harbour.example`);
  const { id } = await world.addOrganization({ name, domains });
  await world.stack.db.sql`update auth.sso_providers
    set disabled = true, metadata_url = 'https://idp.harbour.example/metadata', failed_at = now() where id = ${id}`;
  for (const { name: screen, width, height, scheme } of TWO_SCREENS) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
    const page = await context.newPage();
    const check = async (view: string): Promise<void> => {
      assert.equal(await findAccessibilityViolations(page), [], `${view}, ${screen}`);
      assert.is(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, `${view}, ${screen}`);
    };
    await page.goto(world.console.link() ?? '');
    await page.locator('main').waitFor();
    await page.goto(`${world.console.url}/providers`);
    const row = page.getByRole('listitem').filter({ hasText: 'harbour.example' });
    await row.getByText('The metadata could not be fetched').waitFor();
    await row.getByText('off', { exact: true }).waitFor();
    await check('the list');
    await row.getByRole('button', { name: `Test ${name}` }).click();
    await page.getByRole('dialog').waitFor();
    await check('the proposal of a test');
    await page.getByRole('dialog').getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('dialog').filter({ hasText: 'It took' }).waitFor();
    await check('the result of a test');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await row.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('dialog').waitFor();
    await check('the deletion');
    await page.goto(`${world.console.url}/users?provider=sso:${id}`);
    await page.locator('main h1').first().waitFor();
    await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
    await check('its users');
    await context.close();
  }
});

test.run();
