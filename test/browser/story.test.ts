// runner: alone when=cli,dev

// The first steps of a new user in a browser: sign up on the page, find the mail in the inbox, confirm, and be signed
// in.
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  collectPageFaults,
  findAccessibilityViolations,
  openBrowser,
  TWO_SCREENS,
} from '../support/clients/browser.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { messageTo, runCli, temporaryFolder } from '../support/processes/process.ts';
import { copyStartedFolder } from '../support/processes/started.ts';

const browser = await openBrowser();
const folder = temporaryFolder();
// Shortens the minimum interval between messages to one address.
const env = { PORT: '0', SVC_SMTP_MAX_FREQUENCY: '1ms', SVC_SMS_MAX_FREQUENCY: '1ms' };
await copyStartedFolder(join(folder.path, '.postern'));
const start = runCli(['start'], { cwd: folder.path, env });
const [, url = ''] = await start.until(/API +(http:\S+)/);
const [, inbox = ''] = await start.until(/Inbox +(http:\S+?)\/ /);
test.after(async () => {
  await browser?.close();
  await start.stop();
  folder.remove();
});

const PASSWORD = 'correct horse battery';

interface BrowserSession {
  context: BrowserContext;
  page: Page;
}

/**
 * Registers a test with its own browser context. Asserts that all requests go to the two servers, and that no script
 * fails and no content security policy is violated.
 */
function testStory(name: string, play: (stage: BrowserSession) => Promise<void>): void {
  test(name, async () => {
    if (browser === null) return cannotRun(name, 'no Chromium on this machine');
    const context = await browser.newContext();
    const faults = collectPageFaults(context, [url, inbox]);
    try {
      const page = await context.newPage();
      await page.goto(url);
      await play({ context, page });
      assert.equal(faults, []);
    } finally {
      await context.close();
    }
  });
}

/** Performs a click that opens a tab, and returns the tab. */
async function openTab(context: BrowserContext, click: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent('page'), click()]);
  await tab.waitForLoadState();
  return tab;
}

/** Opens the link of the newest mail to an address and submits the confirmation page. */
async function followMailLink({ context }: BrowserSession, email: string, kind = ''): Promise<Page> {
  const { link } = await messageTo(start, email, kind);
  const tab = await context.newPage();
  await tab.goto(link);
  await assertConfirmed(tab);
  return tab;
}

async function assertConfirmed(tab: Page): Promise<void> {
  assert.is(new URL(tab.url()).pathname, '/verify', 'a link alone redeems nothing');
  await tab.getByRole('button').click();
  await tab.locator('#told').waitFor();
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true }).and(page.locator('input:visible'));
const choose = (page: Page, way: string) => page.getByRole('tab', { name: way }).click();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const signedIn = (page: Page) => page.locator('#signed-in').waitFor();
const who = (page: Page) => page.locator('.who').textContent();

async function signUp(page: Page, email: string): Promise<void> {
  await field(page, 'E-mail').fill(email);
  await field(page, 'Password').fill(PASSWORD);
  await press(page, 'Sign up');
  await field(page, 'Code').waitFor();
}

testStory(
  'signs up, opens the mail in the inbox and presses its button; both tabs are signed in; signs out and in',
  async ({ context, page }) => {
    await signUp(page, 'ada@example.com');
    const mails = await openTab(context, () => page.getByRole('link', { name: 'the inbox' }).click());
    await mails.getByRole('link', { name: 'ada@example.com' }).click();
    const button = mails.frameLocator('iframe').getByRole('link').first();
    const done = await openTab(context, () => button.click());
    await assertConfirmed(done);
    await signedIn(done);
    assert.is(await who(done), 'ada@example.com');
    assert.is(await done.locator('#told-title').textContent(), 'Your address is confirmed');
    assert.is(new URL(done.url()).hash, '', 'the session is not in the address any more');
    await page.bringToFront();
    await signedIn(page);
    await press(page, 'Sign out');
    await field(page, 'E-mail').fill('ada@example.com');
    await field(page, 'Password').fill(PASSWORD);
    await press(page, 'Sign in');
    await signedIn(page);
    await press(page, 'Refresh');
    await page.getByText('POST /token?grant_type=refresh_token').waitFor();
    assert.match((await page.locator('#claims').textContent()) ?? '', '"email": "ada@example.com"');
  },
);

testStory('signs in with a code by mail and by SMS, and anonymously', async ({ page }) => {
  await choose(page, 'Link or code');
  await field(page, 'E-mail').fill('bob@example.com');
  await press(page, 'Send a link and a code');
  await field(page, 'Code').fill((await messageTo(start, 'bob@example.com')).code);
  await press(page, 'Confirm');
  await signedIn(page);
  assert.is(await who(page), 'bob@example.com');
  await press(page, 'Sign out');

  await choose(page, 'Phone');
  await field(page, 'Phone number with country code').fill('+1 (555) 010-0123');
  await press(page, 'Send a code');
  await field(page, 'Code').fill((await messageTo(start, '15550100123')).code);
  await press(page, 'Confirm');
  await signedIn(page);
  assert.is(await who(page), '+15550100123');
  await press(page, 'Sign out');

  await choose(page, 'Anonymous');
  await press(page, 'Sign in anonymously');
  await signedIn(page);
  assert.is(await who(page), 'anonymous');
});

testStory('resets a forgotten password through the link, and signs in with the new one', async (stage) => {
  const { page } = stage;
  await signUp(page, 'cleo@example.com');
  await signedIn(await followMailLink(stage, 'cleo@example.com'));
  await page.bringToFront();
  await signedIn(page);
  await press(page, 'Sign out');
  await field(page, 'E-mail').fill('cleo@example.com');
  await press(page, 'Forgot password?');
  await field(page, 'Code').waitFor();
  const tab = await followMailLink(stage, 'cleo@example.com', 'recovery');
  await field(tab, 'New password').fill('a better horse battery');
  await press(tab, 'Set password');
  await tab.locator('#new-password').waitFor({ state: 'hidden' });
  await press(tab, 'Sign out');
  await field(tab, 'E-mail').fill('cleo@example.com');
  await field(tab, 'Password').fill('a better horse battery');
  await press(tab, 'Sign in');
  await signedIn(tab);
});

testStory('shows an error as a sentence with its code, reports a used link, and escapes the address', async (stage) => {
  const { page } = stage;
  await field(page, 'E-mail').fill('nobody@example.com');
  await field(page, 'Password').fill('wrong');
  await press(page, 'Sign in');
  assert.is(await page.getByRole('alert').textContent(), 'Invalid login credentials (invalid_credentials)');

  await signUp(page, 'dora@example.com');
  const { link } = await messageTo(start, 'dora@example.com');
  const tab = await followMailLink(stage, 'dora@example.com');
  await signedIn(tab);
  await tab.goto(link);
  await assertConfirmed(tab);
  await tab.locator('#told.bad').waitFor();
  assert.match((await tab.locator('#told-text').textContent()) ?? '', /^The link has expired, .*\(otp_expired\)$/);

  const hostile = '<img src=x onerror="document.title=1">';
  const other = await stage.context.newPage();
  await other.goto(`${url}/#error=x&error_code=x&error_description=${encodeURIComponent(hostile)}`);
  await other.locator('#told.bad').waitFor();
  assert.is(await other.locator('#told-text').textContent(), `${hostile} (x)`);
  assert.is(await other.locator('img').count(), 0);
});

test('axe finds no violation on the page: forms, an error, a sent code, a session; on a dark phone screen and a wide screen', async () => {
  if (browser === null) return cannotRun('axe on the page', 'no Chromium on this machine');
  for (const { name, width, height, scheme } of TWO_SCREENS) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
    const page = await context.newPage();
    const look = async (state: string) =>
      assert.equal(await findAccessibilityViolations(page), [], `${state}, ${name}`);
    await page.goto(url);
    for (const way of ['Link or code', 'Phone', 'Anonymous', 'Password']) {
      await choose(page, way);
      await look(way);
    }
    await field(page, 'E-mail').fill('eve@example.com');
    await field(page, 'Password').fill('wrong');
    await press(page, 'Sign in');
    await page.getByRole('alert').waitFor();
    await look('a refusal');
    await signUp(page, `${name}@example.com`);
    await look('a sent code');
    const { code, link } = await messageTo(start, `${name}@example.com`);
    const between = await context.newPage();
    await between.goto(link);
    assert.equal(await findAccessibilityViolations(between), [], `the page of a link, ${name}`);
    // Closes the other page first, because Chromium slows down the rendering of a background page.
    await between.close();
    await field(page, 'Code').fill(code);
    await press(page, 'Confirm');
    await signedIn(page);
    for (const summary of await page.locator('summary').all()) await summary.click();
    await look('a session');
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    assert.is(await page.evaluate(overflow), 0, `nothing is wider than the screen, ${name}`);
    await context.close();
  }
});

test.run();
