// A headless Chromium of this machine, driven by playwright-core; and axe-core, which finds what keeps people from using a page.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

export interface Screen {
  name: string;
  width: number;
  height: number;
  scheme: 'light' | 'dark';
}

/** The screens that pictures are made on; the tests need no more than each size and each scheme once. */
export const SCREENS: readonly Screen[] = (['light', 'dark'] as const).flatMap((scheme) => [
  { name: `phone-${scheme}`, width: 390, height: 844, scheme },
  { name: `desktop-${scheme}`, width: 1280, height: 800, scheme },
]);

export const TWO_SCREENS = SCREENS.filter(({ name }) => name === 'phone-dark' || name === 'desktop-light');

/**
 * The popups of the address bar, which nobody sees here: Chromium would load their pages with each window, at half a second of
 * processor time, more than most of our own pages take; and the process that waits for a next page. It hears this switch once, so
 * the list holds what playwright-core turns off too, but for what is Edge's.
 */
const TURNED_OFF = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'PaintHolding'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'OptimizationHints', 'AimEnabled'],
  ...['NetworkTimeServiceQuerying', 'PreconnectToSearch'],
];

/** Null where the machine has no Chromium. */
export async function openBrowser(): Promise<Browser | null> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const executablePath = paths.find((path) => spawnSync(path, ['--version']).status === 0);
  if (executablePath === undefined) return null;
  // The pages are our own, and root has no sandbox; nothing leaves this machine.
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', `--disable-features=${TURNED_OFF.join(',')}`],
  });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { html: string }[];
}

/** Not in frames, in which axe would have to be as well; and the details of faults alone, which is half of the work. */
const RUN = `axe.run({ iframes: false, resultTypes: ['violations'] }).then(({ violations }) => violations)`;

/** What axe finds on a page; a line for each. */
export async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  const violations = (await page.evaluate(RUN)) as Violation[];
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** What must not happen while a browser is used, as it happens: errors of pages, broken policies, requests to anybody else. */
export function watched(context: BrowserContext, origins: readonly string[]): string[] {
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(error.error().message));
  context.on('console', (message) => {
    // That an answer is a refusal is no fault of the page.
    const refused = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !refused) faults.push(message.text());
  });
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && !origins.includes(origin)) faults.push(`asks ${request.url()}`);
  });
  return faults;
}
