// runner: alone when=console,gateway,core timeout=600

// axe finds no accessibility violation on any page of the console, in light and dark mode, on desktop and phone
// screens. No page calls the API once for each row.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findAccessibilityViolations, openBrowser, PATIENCE_MS, SCREENS } from '../support/clients/browser.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { startConsoleWithData } from '../support/processes/console_world.ts';

const browser = await openBrowser();
const world = await startConsoleWithData();
test.after(async () => {
  await browser?.close();
  await world.close();
});

/** Maximum number of API calls when a page opens. */
const MOST_CALLS = 8;

test('axe finds no violation on any page, light and dark, on a desktop and a phone', async () => {
  if (browser === null) return cannotRun('axe on the console', 'no Chromium on this machine');
  for (const { name, width, height, scheme } of SCREENS) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await page.goto(world.console.link() ?? '');
    await page.locator('main').waitFor();
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/admin/')) calls.push(pathname);
    });
    for (const path of world.pages) {
      calls.length = 0;
      await page.goto(`${world.console.url}${path}`);
      await page.locator('main h1').first().waitFor();
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
      assert.equal(await findAccessibilityViolations(page), [], `${path}, ${name}`);
      assert.is(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, `${path}, ${name}`);
      // A page that asked once for each row would be slow with long lists.
      assert.ok(calls.length <= MOST_CALLS, `${path} calls ${calls.join(', ')}`);
    }
    await page.goto(`${world.console.url}/users/${world.person}`);
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByText('To undo:').waitFor();
    assert.equal(await findAccessibilityViolations(page), [], `the dialog, ${name}`);
    await context.close();
  }
});

test.run();
