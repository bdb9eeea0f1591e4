// Screenshots of the console: every page on every screen size, and the pictures of docs/console.md and README.md.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { findAccessibilityViolations, SCREENS } from '../support/clients/browser.ts';
import { type ConsoleWithData, PASSWORD, startConsoleWithData } from '../support/processes/console_with_data.ts';

/** Takes the screenshots, and reports each screen when it is done. Returns axe's violations. The pictures for documents are named console-<page>[-dark].png. */
export async function takeConsoleScreenshots(browser: Browser, folder: string): Promise<string[]> {
  const world = await startConsoleWithData();
  try {
    const faults: string[] = [];
    const { email, headers } = await world.staff('service_role');
    await world.stack.post('/factors/recovery-codes', {}, headers);
    for (const screen of SCREENS) {
      faults.push(...(await screenshotEveryPage(browser, folder, world, { ...screen, email })));
      process.stdout.write(`console, ${screen.name}\n`);
    }
    for (const scheme of ['light', 'dark'] as const) await screenshotDocumentPages(browser, folder, world, scheme);
    return faults;
  } finally {
    await world.close();
  }
}

/** Waits until no panel is loading, and the font and the preview of a mail are loaded. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready');
  const mail = page.locator('iframe.mail-frame');
  if ((await mail.count()) > 0) {
    await mail.scrollIntoViewIfNeeded();
    await mail.contentFrame().frameLocator('iframe').last().locator('body').waitFor();
    await page.evaluate('scrollTo(0, 0)');
  }
}

async function screenshotEveryPage(
  browser: Browser,
  folder: string,
  world: ConsoleWithData,
  { name, width, height, scheme, email }: (typeof SCREENS)[number] & { email: string },
): Promise<string[]> {
  const faults: string[] = [];
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
  const page = await context.newPage();
  const picture = async (what: string, whole = true): Promise<void> => {
    for (const fault of await findAccessibilityViolations(page)) faults.push(`console-${what}-${name}: ${fault}`);
    // Enlarges the window to the whole page. A full-page screenshot of a smaller window would show the phone's bar in
    // the middle.
    const tall = await page.evaluate<number>('document.documentElement.scrollHeight');
    if (whole && tall > height) await page.setViewportSize({ width, height: tall });
    await page.screenshot({ path: join(folder, `console-${what}-${name}.png`) });
    await page.setViewportSize({ width, height });
  };
  await page.goto(world.console.url);
  await page.getByText('Open the link from the terminal').waitFor();
  await picture('0-sign-in');
  await page.goto(world.production.url);
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await picture('0-sign-in-account');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Go on with the password' }).click();
  await page.getByText('Choose a second factor.').waitFor();
  await picture('0-sign-in-factors');
  await page.goto(world.console.link() ?? '');
  for (const [i, path] of world.pages.entries()) {
    await page.goto(world.console.url + path);
    await waitUntilLoaded(page);
    // Ids and addresses differ at each run, so the name has the first part of the path only.
    await picture(`${String(i + 1).padStart(2, '0')}-${/\w+/.exec(path)?.[0]}`);
  }
  await page.goto(`${world.console.url}/users/${world.person}`);
  await waitUntilLoaded(page);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('heading', { name: 'What will happen' }).waitFor();
  await picture('90-dialog', false);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('okafor');
  await page.getByRole('option', { name: 'Marguerite' }).waitFor();
  await picture('91-search', false);
  await context.close();
  return faults;
}

async function screenshotDocumentPages(
  browser: Browser,
  folder: string,
  world: ConsoleWithData,
  scheme: 'light' | 'dark',
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: scheme });
  const page = await context.newPage();
  await page.goto(world.console.link() ?? '');
  const ending = scheme === 'dark' ? '-dark' : '';
  const picture = async (what: string, path: string): Promise<void> => {
    await page.goto(world.console.url + path);
    await waitUntilLoaded(page);
    await page.screenshot({ path: join(folder, `console-${what}${ending}.png`) });
  };
  await picture('user', `/users/${world.person}`);
  await picture('why', `/why?q=${encodeURIComponent(world.address)}`);
  await picture('overview', '/overview');
  await picture('template', '/templates/recovery/default');
  await context.close();
}
