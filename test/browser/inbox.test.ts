// runner: alone when=cli,dev,worker,core/template,core/mail

// The inbox in a browser: live updates, keyboard use, phone layout, protection against hostile mails, and accessibility
// of the inbox and of all mails.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog } from '../../core/log.ts';
import type { OutgoingMessage } from '../../core/senders.ts';
import type { Service } from '../../core/service.ts';
import { openInbox } from '../../dev/inbox/open.ts';
import {
  collectPageFaults,
  findAccessibilityViolations,
  openBrowser,
  TWO_SCREENS,
  waitUntil,
} from '../support/clients/browser.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { composeSampleMessages } from '../support/processes/sample_messages.ts';

const browser = await openBrowser();
const closers: Parameters<Service['add']>[1][] = [];
const service: Service = {
  add: (_what, close) => void closers.push(close),
  check: () => undefined,
  onHangUp: () => undefined,
  allow: () => undefined,
  signal: new AbortController().signal,
  fail: () => undefined,
};
const settings = {
  inbox_host: '127.0.0.1',
  inbox_port: 0,
  port: 1,
  api_external_url: 'http://localhost:1',
  site_url: 'http://localhost:1',
};
const log = createLog({ level: 'fatal' });
const { url, take } = await openInbox({ settings, log, service, print: () => undefined, any_port: false });
test.after(async () => {
  await browser?.close();
  for (const close of closers) await close({ at_once: true });
});
test.before.each(async () => {
  await fetch(`${url}/messages`, { method: 'DELETE' });
});

const mail = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: randomUUID(),
  kind: 'confirmation',
  channel: 'mail',
  to: 'ada@example.com',
  subject: 'Confirm your address',
  html: '<!doctype html><html lang="en"><head><title>x</title></head><body><h1>Hello</h1></body></html>',
  text: 'Hello in plain text',
  link: 'http://localhost:1/verify?token=x',
  code: '123456',
  created_at: '2031-01-01T00:00:00.000Z',
  ...more,
});

function testInInbox(
  name: string,
  o: { width: number },
  play: (page: Page, context: BrowserContext) => Promise<void>,
): void {
  test(name, async () => {
    if (browser === null) return cannotRun(name, 'no Chromium on this machine');
    const context = await browser.newContext({ viewport: { width: o.width, height: 800 } });
    const faults = collectPageFaults(context, [url]);
    try {
      const page = await context.newPage();
      await page.goto(url);
      await play(page, context);
      assert.equal(faults, []);
    } finally {
      await context.close();
    }
  });
}

const rows = (page: Page) => page.locator('#list a');

testInInbox(
  'mails appear automatically, the newest on top, and are unread until they are opened',
  { width: 1280 },
  async (page) => {
    await page.getByText('No messages yet').waitFor();
    await page.getByText(/^curl http\S+\/signup /).waitFor();
    await take(mail({ to: 'first@example.com' }), 'source');
    await page.getByRole('link', { name: 'first@example.com' }).waitFor();
    await take(mail({ to: 'second@example.com' }), 'source');
    await page.getByText('2 messages').waitFor();
    assert.match((await rows(page).first().textContent()) ?? '', 'second@example.com');
    assert.match(await page.title(), /^\(2\) /);
    await rows(page).first().click();
    await page.getByRole('heading', { name: 'Confirm your address' }).waitFor();
    assert.match(await page.title(), /^\(1\) /);
    assert.is(await page.locator('.code').textContent(), '123456');
    await page.getByRole('tab', { name: 'Source' }).click();
    assert.is(await page.locator('#view pre').textContent(), 'source');
  },
);

testInInbox(
  'shows the text of an SMS, filters by a search, and reports a search without results',
  { width: 1280 },
  async (page) => {
    const sms = {
      channel: 'sms',
      kind: 'sms',
      to: '15550100',
      subject: '',
      html: '',
      link: '',
      text: 'Your code is 654321',
    };
    await take(mail(sms), '');
    await take(mail(), '');
    await page.getByLabel('Search messages').fill('sms 555');
    await page.getByText('1 message', { exact: true }).waitFor();
    await rows(page).first().click();
    assert.is(await page.locator('.bubble').textContent(), 'Your code is 654321');
    assert.is(await page.getByRole('tab').count(), 0);
    await page.getByLabel('Search messages').fill('nothing of this');
    await page.getByText('No matches').waitFor();
  },
);

testInInbox(
  'supports the keyboard: search, choose, read, switch views, delete, go back',
  { width: 1280 },
  async (page) => {
    for (const name of ['one', 'two', 'three']) await take(mail({ to: `${name}@example.com` }), 'source');
    await page.getByText('3 messages').waitFor();
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    assert.match(await focused(), 'three@example.com');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('#list a[aria-current=true]', { hasText: 'two@example.com' }).waitFor();
    await page.getByRole('tab', { name: 'HTML' }).focus();
    await page.keyboard.press('ArrowRight');
    assert.is(await page.locator('#view pre').textContent(), 'Hello in plain text');
    await page.keyboard.press('Escape');
    await page.getByText('Select a message').waitFor();
    assert.match(await focused(), 'two@example.com');
    await page.keyboard.press('Delete');
    await page.getByText('2 messages').waitFor();
    assert.match(await focused(), 'one@example.com', 'the message that has its place has the focus');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Delete all' }).press('Enter');
    await page.getByText('No messages yet').waitFor();
  },
);

testInInbox('shows either the list or the message on a phone, with a way back', { width: 390 }, async (page) => {
  await take(mail(), '');
  await rows(page).first().click();
  await page.getByRole('heading', { name: 'Confirm your address' }).waitFor();
  assert.is(await page.locator('#list').isVisible(), false);
  assert.is(await page.evaluate('document.documentElement.scrollWidth'), 390);
  await page.getByRole('button', { name: 'Messages' }).click();
  await rows(page).first().waitFor();
  assert.is(await page.locator('#reader').isVisible(), false);
});

const hostile = (elsewhere: string) => `<!doctype html><html lang="en"><head><title>x</title>
<meta http-equiv="refresh" content="0;url=${elsewhere}/refresh"><link rel="stylesheet" href="${elsewhere}/style"></head><body>
<script>document.title = 'ran'; parent.document.title = 'ran'; fetch('${elsewhere}/fetch')</script>
<img src="x" onerror="parent.document.title = 'ran'"><img src="${elsewhere}/picture" alt="">
<iframe src="${elsewhere}/frame"></iframe><form action="${elsewhere}/form"><button>Send</button></form>
<a href="javascript:parent.document.title='ran'">Click</a><p>Harmless</p></body></html>`;

test('a hostile mail runs no script, sends and reads nothing, and loads only pictures on request', async () => {
  if (browser === null) return cannotRun('a hostile mail', 'no Chromium on this machine');
  const asked: string[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const id = randomUUID();
    const html = hostile(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`);
    await take(mail({ id, html, subject: '<img src=x onerror=alert(1)>', to: '<b>x</b>@example.com' }), '');
    await page.goto(`${url}/#${id}`);
    const frame = page.frameLocator('iframe');
    await frame.getByText('Harmless').waitFor();
    await frame.getByText('Click').click();
    await frame.getByRole('button').click();
    assert.is(await page.locator('h2').textContent(), '<img src=x onerror=alert(1)>');
    assert.match(await page.title(), /Inbox/);
    assert.is(await frame.locator('body').evaluate('self.origin'), 'null');
    assert.equal(asked, []);
    await page.getByRole('button', { name: 'Load remote images' }).click();
    await waitUntil(() => page.frame({ url: /images=remote/ }) !== null, 'the frame with pictures');
    await page.frame({ url: /images=remote/ })?.waitForLoadState('load');
    assert.equal(asked, ['/picture']);
  } finally {
    await context.close();
    elsewhere.closeAllConnections();
    elsewhere.close();
  }
});

test('axe finds no violation in the inbox and in mails of every kind, on a dark phone screen and a wide screen', async () => {
  if (browser === null) return cannotRun('axe on the inbox and the mails', 'no Chromium on this machine');
  const samples = composeSampleMessages();
  for (const [turn, { name, width, height, scheme }] of TWO_SCREENS.entries()) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
    const page = await context.newPage();
    const alone = await context.newPage();
    const look = async (what: string) => assert.equal(await findAccessibilityViolations(page), [], `${what}, ${name}`);
    await fetch(`${url}/messages`, { method: 'DELETE' });
    await page.goto(url);
    await page.locator('#empty').waitFor();
    await look('the empty inbox');
    for (const sample of samples) await take(sample, 'source');
    await page.getByText(`${samples.length} messages`).waitFor();
    await look('the list');
    for (const [at, { id, kind, html }] of samples.entries()) {
      const whole = kind === 'confirmation';
      if (whole || html === '') {
        await page.goto(`${url}/#${id}`);
        await page.locator('#reader h2').waitFor();
        await look(`a message open, ${kind}`);
      }
      if (html === '') continue;
      // Checks the mail in a separate page, because the inbox's frame forbids scripts and axe is a script.
      await alone.setContent(html);
      // The mail with all parts is checked on both screens. Every other mail is checked on one of them.
      if (whole || at % 2 === turn)
        assert.equal(await findAccessibilityViolations(alone), [], `the mail ${kind}, ${name}`);
      assert.is(
        await alone.evaluate('document.documentElement.scrollWidth <= innerWidth'),
        true,
        `${kind} fits ${name}`,
      );
    }
    await context.close();
  }
});

test.run();
