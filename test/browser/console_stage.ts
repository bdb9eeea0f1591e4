// Helpers for browser tests of the console: a server with data, a signed-in browser, and the dialog of actions.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { collectPageFaults, openBrowser } from '../support/clients/browser.ts';
import { computeTotp } from '../support/clients/totp.ts';
import type { TestDatabase } from '../support/database/db.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { type ConsoleWithData, PASSWORD, startConsoleWithData } from '../support/processes/console_with_data.ts';

interface Options {
  width?: number;
  scheme?: 'light' | 'dark';
}

export interface ConsoleStage {
  browser: Browser | null;
  world: ConsoleWithData;
  /** Registers a test. It gets a browser window that is signed in by a link. */
  story(name: string, o: Options, play: (page: Page, context: BrowserContext) => Promise<void>): void;
  open(page: Page, path: string): Promise<void>;
  close(): Promise<void>;
}

export async function openConsoleStage(o: { db?: TestDatabase } = {}): Promise<ConsoleStage> {
  const browser = await openBrowser();
  const world = await startConsoleWithData(o);
  return {
    browser,
    world,
    story(name, { width = 1280, scheme = 'light' }, play) {
      test(name, async () => {
        if (browser === null) return cannotRun(name, 'no Chromium on this machine');
        const context = await browser.newContext({
          viewport: { width, height: 900 },
          colorScheme: scheme,
          permissions: ['clipboard-write'],
        });
        const faults = collectPageFaults(context, [world.console.url]);
        try {
          const page = await context.newPage();
          await page.goto(world.console.link() ?? '');
          await page.locator('.rail, .tabs').first().waitFor({ state: 'attached' });
          assert.is(new URL(page.url()).hash, '', 'the code is not in the history');
          await play(page, context);
          assert.equal(faults, []);
        } finally {
          await context.close();
        }
      });
    },
    async open(page, path) {
      await page.goto(`${world.console.url}${path}`);
      await page.locator('main:not([aria-busy=true])').waitFor();
    },
    async close() {
      await browser?.close();
      await world.close();
    },
  };
}

/** Signs in to the console of a production gateway with the account's password and the current code of its app. */
export async function signInByPassword(
  page: Page,
  { email, secret }: { email: string; secret: Buffer },
): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Go on with the password' }).click();
  await page.getByLabel('Code of your authenticator app').fill(computeTotp(secret, Date.now()));
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/**
 * Opens the console beside the gateway in a new window, and signs in as the account. `faults` receives the errors of
 * the pages.
 */
export async function openAsStaff(
  browser: Browser,
  { production: { url } }: ConsoleWithData,
  account: { email: string; secret: Buffer },
): Promise<{ page: Page; context: BrowserContext; faults: readonly string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-write'],
  });
  const faults = collectPageFaults(context, [url]);
  const page = await context.newPage();
  await page.goto(url);
  await signInByPassword(page, account);
  await page.locator('.rail').waitFor();
  return { page, context, faults };
}

/** Opens the dialog of an action. Asserts that it describes the action before the action runs. */
export async function openActionDialog(page: Page, button: string, fn: string): Promise<Locator> {
  await page.getByRole('button', { name: button }).click();
  return checkOpenActionDialog(page, fn);
}

/** Asserts that the open dialog describes the action. */
export async function checkOpenActionDialog(page: Page, fn: string): Promise<Locator> {
  const dialog = page.getByRole('dialog').filter({ hasText: 'What will happen' });
  await dialog.getByText('To undo:').waitFor();
  await dialog.locator('.effects li').first().waitFor();
  await dialog.locator('.source-bar', { hasText: fn }).waitFor();
  assert.match((await dialog.locator('.call pre').textContent()) ?? '', /curl -X (POST|PUT|PATCH|DELETE) /);
  return dialog;
}

/**
 * Confirms the dialog that is open. Waits for the toast with the function's name, and asserts that the dialog shows no
 * error.
 */
export async function confirmActionDialog(page: Page, fn: string, verb: string): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ hasText: 'What will happen' });
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  const toast = page.locator('.toast', { hasText: fn });
  await toast.or(dialog.getByRole('alert')).first().waitFor();
  assert.equal(await dialog.getByRole('alert').allTextContents(), []);
  // The toast may be that of an earlier call of the function.
  await dialog.waitFor({ state: 'hidden' });
}

export async function performAction(page: Page, button: string, fn: string, verb: string): Promise<void> {
  await openActionDialog(page, button, fn);
  await confirmActionDialog(page, fn, verb);
}
