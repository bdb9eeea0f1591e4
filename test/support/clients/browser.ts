// Starts the machine's headless Chromium with playwright-core, and checks accessibility with axe-core.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

/** Timeout in ms of each Playwright action. It is long because several browsers share the cores. */
export const ACTION_TIMEOUT_MS = 45_000;

/** Waits until the condition holds. Throws after ACTION_TIMEOUT_MS. */
export async function waitUntil(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + ACTION_TIMEOUT_MS; !(await holds()); await delay(50))
    if (Date.now() > end) throw new Error(`still waiting: ${what}`);
}

export interface Screen {
  name: string;
  width: number;
  height: number;
  scheme: 'light' | 'dark';
}

/**
 * Screen sizes and color schemes for screenshots. TWO_SCREENS covers each size and each scheme once, which is enough
 * for tests.
 */
export const SCREENS: readonly Screen[] = (['light', 'dark'] as const).flatMap((scheme) => [
  { name: `phone-${scheme}`, width: 390, height: 844, scheme },
  { name: `desktop-${scheme}`, width: 1280, height: 800, scheme },
]);

export const TWO_SCREENS = SCREENS.filter(({ name }) => name === 'phone-dark' || name === 'desktop-light');

/**
 * Chromium features that tests disable. With the first four, Chromium would load pages for popups of the address bar,
 * and start a spare renderer process. Only the last --disable-features switch counts, so this list repeats the features
 * that playwright-core disables, except those of Edge.
 */
const TURNED_OFF = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'PaintHolding'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'OptimizationHints', 'AimEnabled'],
  ...['NetworkTimeServiceQuerying', 'PreconnectToSearch'],
];

/** Starts Chromium; returns null if the machine has none. */
export async function openBrowser(): Promise<Browser | null> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const executablePath = paths.find((path) => spawnSync(path, ['--version']).status === 0);
  if (executablePath === undefined) return null;
  // Chromium has no sandbox as root. The pages are our own, and no request leaves this machine.
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', `--disable-features=${TURNED_OFF.join(',')}`],
  });
  browser.on('context', (context) => context.setDefaultTimeout(ACTION_TIMEOUT_MS));
  return browser;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { html: string }[];
}

/**
 * Runs axe without frames, because axe would have to be injected into each frame. Returns details of violations only,
 * which halves the time.
 */
const RUN = `axe.run({ iframes: false, resultTypes: ['violations'] }).then(({ violations }) => violations)`;

/** Returns the accessibility violations on a page, one line each. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  const violations = (await page.evaluate(RUN)) as Violation[];
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Collects page errors, console errors (among them violations of the CSP), and requests to other origins. */
export function collectPageFaults(context: BrowserContext, origins: readonly string[]): string[] {
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(error.error().message));
  context.on('console', (message) => {
    // Chromium logs each response with an error status as a console error. The page itself has not failed.
    const refused = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !refused) faults.push(message.text());
  });
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && !origins.includes(origin)) faults.push(`asks ${request.url()}`);
  });
  return faults;
}
