// npm run screenshots: writes screenshots of the pages and of every mail, on phone and wide screens, in light and dark
// mode, to .tmp/screenshots/. With `-- --docs`, also replaces the pictures of the documents. These differ at each run,
// by times and ids. It takes about four minutes.
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createLog } from '../../core/log.ts';
import { openInbox } from '../../dev/inbox/open.ts';
import { findAccessibilityViolations, openBrowser, SCREENS, type Screen } from '../support/clients/browser.ts';
import { messageTo, runCli, temporaryFolder } from '../support/processes/process.ts';
import { composeSampleMessages } from '../support/processes/sample_messages.ts';
import { takeConsoleScreenshots } from './console_pictures.ts';

const FOLDER = resolve('.tmp/screenshots');
/** Pictures of the documents. Each has the name of a screenshot. */
const DOCUMENT_FOLDER = resolve('docs/pictures');

const ENV = {
  PORT: '0',
  SVC_SMTP_MAX_FREQUENCY: '1ms',
  SVC_OAUTH_SERVER_ENABLED: 'true',
  SVC_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true',
};

interface PageUrls {
  /** URL of the API of a `postern start`. */
  api: string;
  start: ReturnType<typeof runCli>;
  /** URL of an inbox with one message of each kind. `empty` is the URL of an inbox without messages. */
  full: string;
  empty: string;
}

async function main(): Promise<number> {
  const browser = await openBrowser();
  if (browser === null) {
    process.stderr.write('npm run screenshots needs Chromium (in Debian: apt-get install chromium).\n');
    return 1;
  }
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const faults: string[] = [];
  const closers: (() => Promise<unknown>)[] = [() => browser.close()];
  try {
    const folder = temporaryFolder();
    const start = runCli(['start'], { cwd: folder.path, env: ENV });
    closers.push(async () => {
      await start.stop();
      folder.remove();
    });
    const [, api = ''] = await start.until(/API +(http:\S+)/);
    const full = await startSampleInboxes(closers);
    for (const message of composeSampleMessages(api))
      await full.take(message, 'From: …\r\nTo: …\r\n\r\nThe source of a mail.');
    const places = { api, start, full: full.url, empty: (await startSampleInboxes(closers)).url };
    for (const screen of SCREENS) {
      faults.push(...(await takeScreenshots(browser, screen, places)));
      process.stdout.write(`pages and mails, ${screen.name}\n`);
    }
    faults.push(...(await takeConsoleScreenshots(browser, FOLDER)));
    for (const scheme of ['light', 'dark'] as const) await takeGettingStartedScreenshot(browser, scheme, places);
  } finally {
    for (const close of closers.reverse()) await close();
  }
  if (process.argv.includes('--docs'))
    for (const name of readdirSync(DOCUMENT_FOLDER).filter((one) => one.endsWith('.png')))
      copyFileSync(join(FOLDER, name), join(DOCUMENT_FOLDER, name));
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(`The pictures are in ${FOLDER}; axe finds ${faults.length} faults on them.\n`);
  return faults.length === 0 ? 0 : 1;
}

async function startSampleInboxes(closers: (() => Promise<unknown>)[]) {
  const service = {
    add: (_what: string, close: (o: { at_once: boolean }) => Promise<void>) =>
      void closers.push(() => close({ at_once: true })),
    check: () => undefined,
    onHangUp: () => undefined,
    allow: () => undefined,
    signal: new AbortController().signal,
    fail: () => undefined,
  };
  const here = 'http://localhost:8081';
  const settings = { inbox_host: '127.0.0.1', inbox_port: 0, port: 1, api_external_url: here, site_url: here };
  const log = createLog({ level: 'fatal' });
  return openInbox({ settings, log, service, print: () => undefined, any_port: false });
}

/** Takes the screenshots. Returns axe's violations. */
async function takeScreenshots(
  browser: Browser,
  screen: Screen,
  { api, start, full, empty }: PageUrls,
): Promise<string[]> {
  const faults: string[] = [];
  const { name, width, height, scheme } = screen;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
  const page = await context.newPage();
  const picture = async (of: Page, what: string) => {
    // Chromium slows down the rendering of a background page.
    await of.bringToFront();
    for (const fault of await findAccessibilityViolations(of)) faults.push(`${what}-${name}: ${fault}`);
    await of.screenshot({ path: join(FOLDER, `${what}-${name}.png`), fullPage: true });
  };

  await page.goto(api);
  await page.locator('#tab-password').waitFor();
  await picture(page, 'page-1-forms');
  await page.locator('#email').fill(`${name}@example.com`);
  await page.locator('#password').fill('correct horse battery');
  await page.locator('button[value=sign-in]').click();
  await page.getByRole('alert').waitFor();
  await picture(page, 'page-2-refused');
  await page.locator('button[value=sign-up]').click();
  await page.locator('#code').waitFor();
  await picture(page, 'page-3-mail-sent');
  const { link } = await messageTo(start, `${name}@example.com`);
  const between = await context.newPage();
  await between.goto(link);
  await picture(between, 'page-4-link');
  await between.getByRole('button').click();
  await between.locator('#signed-in').waitFor();
  await picture(between, 'page-5-link-opened');
  await page.locator('#signed-in').waitFor();
  await page.locator('summary').first().click();
  await picture(page, 'page-6-signed-in');

  await page.goto(await authorizationUrl(api));
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await picture(page, 'consent-1-sign-in');
  await page.getByLabel('E-mail address').fill(`${name}@example.com`);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await picture(page, 'consent-2-request');
  await page.goto(`${api}/oauth/consent`);
  await page.locator('h1').waitFor();
  await picture(page, 'consent-3-no-request');

  // Leaves the current page, whose trusted types policy forbids setContent().
  await between.goto('about:blank');
  await page.goto(empty);
  await page.locator('#empty').waitFor();
  await picture(page, 'inbox-1-empty');
  await page.goto(full);
  await page.locator('#list a').first().waitFor();
  await picture(page, 'inbox-2-list');
  for (const message of composeSampleMessages(api)) {
    await page.goto(`${full}/#${message.id}`);
    await page.locator('#reader h2').waitFor();
    if (message.kind === 'confirmation' || message.channel === 'sms') {
      if (message.html !== '') await page.frameLocator('iframe').getByRole('heading').waitFor();
      await picture(page, `inbox-3-${message.kind}`);
    }
    if (message.html === '') continue;
    await between.setContent(message.html);
    await picture(between, `mail-${message.kind}`);
  }
  await context.close();
  return faults;
}

/** Registers a client. Returns its authorization URL. */
async function authorizationUrl(api: string): Promise<string> {
  const redirect_uri = 'http://localhost:3000/callback';
  const body = JSON.stringify({
    client_name: 'Field Notes',
    redirect_uris: [redirect_uri],
    token_endpoint_auth_method: 'none',
  });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${api}/oauth/clients/register`, { method: 'POST', headers, body });
  const { client_id } = (await response.json()) as { client_id: string };
  const query = {
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'email profile',
    state: 'a state',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  };
  return `${api}/oauth/authorize?${new URLSearchParams(query)}`;
}

/** Takes the picture of docs/getting-started.md, `start[-dark].png`: the page after a sign-up was confirmed. */
async function takeGettingStartedScreenshot(
  browser: Browser,
  colorScheme: 'light' | 'dark',
  { api, start }: PageUrls,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 860 }, colorScheme });
  const page = await context.newPage();
  const email = `ada+${colorScheme}@example.com`;
  await page.goto(api);
  await page.locator('#email').fill(email);
  await page.locator('#password').fill('correct horse battery');
  await page.locator('button[value=sign-up]').click();
  await page.locator('#code').waitFor();
  const { link } = await messageTo(start, email);
  const confirmation = await context.newPage();
  await confirmation.goto(link);
  await confirmation.getByRole('button').click();
  await confirmation.locator('#signed-in').waitFor();
  await confirmation.close();
  await page.bringToFront();
  await page.locator('#signed-in').waitFor();
  await page.locator('summary').first().click();
  await page.screenshot({ path: join(FOLDER, `start${colorScheme === 'dark' ? '-dark' : ''}.png`) });
  await context.close();
}

process.exitCode = await main();
