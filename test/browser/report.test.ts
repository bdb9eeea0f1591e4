// runner: alone when=cli,dev

// The page of `postern report --html` in a browser: without scripts, on phone and wide screens, in light and dark mode.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ReportData, renderReportPage } from '../../cli/report/report_page.ts';
import {
  collectPageFaults,
  findAccessibilityViolations,
  openBrowser,
  TWO_SCREENS,
} from '../support/clients/browser.ts';
import { BUSY_MONTH, EMPTY_MONTH, REPORT_TIME } from '../support/database/report_data.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { temporaryFolder } from '../support/processes/process.ts';

const browser = await openBrowser();
const folder = temporaryFolder();
test.after(async () => {
  await browser?.close();
  folder.remove();
});

/** Report data with every number multiplied by 98,765, to test wide numbers. */
const LARGE = Object.fromEntries(
  Object.entries(BUSY_MONTH).map(([name, rows]) => [
    name,
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [column, typeof value === 'number' ? value * 98_765 : value]),
      ),
    ),
  ]),
) as unknown as ReportData;

for (const [what, data] of Object.entries({ busy: BUSY_MONTH, empty: EMPTY_MONTH, large: LARGE })) {
  test(`the report of a month, ${what}: no axe violation, no request, nothing wider than the screen`, async () => {
    if (browser === null) return cannotRun('the report in a browser', 'no Chromium on this machine');
    const file = join(folder.path, `${what}.html`);
    writeFileSync(file, renderReportPage({ data, now: REPORT_TIME, version: '1.0.0', database: 'postern' }));
    for (const { width, height, scheme } of TWO_SCREENS) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
      const faults = collectPageFaults(context, ['null']);
      const page = await context.newPage();
      await page.goto(pathToFileURL(file).href);
      for (const details of await page.locator('summary').all()) await details.click();
      assert.equal(await findAccessibilityViolations(page), []);
      assert.is(await page.evaluate('document.documentElement.scrollWidth'), width);
      const cut = "[...document.querySelectorAll('dd')].filter((dd) => dd.scrollWidth > dd.clientWidth).length";
      assert.is(await page.evaluate(cut), 0, 'each figure has room in its card');
      const wide = width > 1_000 && what === 'busy';
      const rolled =
        "[...document.querySelectorAll('.scroll')].filter((box) => box.scrollWidth > box.clientWidth).length";
      if (wide) assert.is(await page.evaluate(rolled), 0, 'each table has room in its card');
      const tops = (await page.evaluate(
        "[...document.querySelectorAll('.figures > div')].map((one) => one.getBoundingClientRect().top)",
      )) as number[];
      const inRow = (top: number | undefined) => tops.filter((one) => one === top).length;
      if (wide) assert.ok(inRow(tops.at(-1)) * 2 > inRow(tops[0]), 'the last row of figures is no remnant');
      assert.is(await page.locator('svg[role=img]').count(), what === 'empty' ? 0 : 8);
      const [dark] = (await page.evaluate(
        'getComputedStyle(document.body).backgroundColor.match(/\\d+/g)',
      )) as string[];
      assert.is(Number(dark) < 60, scheme === 'dark');
      assert.equal(faults, []);
      await context.close();
    }
  });
}

test.run();
