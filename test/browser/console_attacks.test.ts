// Attacks on the console in a browser: pages of other origins that frame the console, post to it or wait for its
// cookie.
// runner: alone when=console,gateway,core
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ACTION_TIMEOUT_MS, collectPageFaults } from '../support/clients/browser.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { openConsoleStage } from './console_stage.ts';

const stage = await openConsoleStage();
const { world } = stage;
const { stack } = world;
test.after(() => stage.close());

/**
 * Starts a server that simulates another user's program on this machine. It responds to every request with a page, and
 * records the requests.
 */
async function startOtherServer() {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>another page</title><body>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, requests, close: () => void server.close() };
}

const liveSessions = async (): Promise<number> =>
  Number((await stack.db.sql`select count(*) as n from auth.sessions as s where s.revoked_at is null`)[0]?.n);

/** Attacks the console from the page of another origin. Returns the outcome of each attack. */
async function attackFrom(page: Page, console_url: string): Promise<Record<string, unknown>> {
  return page.evaluate(`(async () => {
    const at = ${JSON.stringify(console_url)};
    const said = async (work) => { try { return await work(); } catch (error) { return error.name; } };
    const read = (path, options) => said(() => fetch(at + path, { credentials: 'include', ...options }).then((answer) => answer.type + ' ' + answer.status));
    const loaded = (tag, attributes) => new Promise((resolve) => {
      const element = Object.assign(document.createElement(tag), attributes, { onload: () => resolve('loaded'), onerror: () => resolve('refused') });
      document.body.append(element);
      setTimeout(() => resolve('nothing'), ${ACTION_TIMEOUT_MS});
    });
    const framed = (path) => new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.src = at + path;
      frame.onload = () => resolve(said(() => frame.contentWindow.document.title));
      document.body.append(frame);
      setTimeout(() => resolve('nothing'), ${ACTION_TIMEOUT_MS});
    });
    const posted = (path, fields, enctype) => new Promise((resolve) => {
      const name = 'target' + Math.random();
      const frame = Object.assign(document.createElement('iframe'), { name });
      const form = Object.assign(document.createElement('form'), { method: 'POST', action: at + path, target: name, enctype });
      for (const [key, value] of Object.entries(fields)) form.append(Object.assign(document.createElement('input'), { name: key, value }));
      document.body.append(frame, form);
      form.submit();
      setTimeout(() => resolve('sent'), 700);
    });
    const simple = { method: 'POST', mode: 'no-cors', headers: { 'Content-Type': 'text/plain' }, body: '{}' };
    return {
      get: await read('/admin/users'),
      page: await read('/users'),
      json: await read('/admin/sessions/revoke', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }),
      plain: await read('/admin/sessions/revoke', simple),
      form: await posted('/admin/sessions/revoke', { '{"role":"': '"}' }, 'text/plain'),
      base64Xml: await posted('/admin/sessions/revoke', { role: 'authenticated' }, 'application/x-www-form-urlencoded'),
      beacon: navigator.sendBeacon(at + '/admin/sessions/revoke', '{}'),
      frame: await framed('/users'),
      mail_frame: await framed('/mail_frame.html'),
      script: await loaded('script', { src: at + '/main.ts', type: 'module' }),
      data: await loaded('script', { src: at + '/admin/me' }),
      style: await loaded('link', { rel: 'stylesheet', href: at + '/styles.css' }),
    };
  })()`);
}

async function openForeignPage(context: BrowserContext, host: string, port: number): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`http://${host}:${port}/`);
  return page;
}

test('a page of another origin reads nothing, frames nothing and changes nothing in a browser that is signed in', async () => {
  if (stage.browser === null) return cannotRun('pages of other origins', 'no Chromium on this machine');
  const other = await startOtherServer();
  const context = await stage.browser.newContext();
  try {
    const own = await context.newPage();
    await own.goto(world.console.link() ?? '');
    await own.locator('.rail').waitFor();
    const before = await liveSessions();
    assert.ok(before > 0);
    const own_host = new URL(world.console.url).hostname;
    for (const host of ['127.0.0.1', 'localhost', 'evil.localhost', `evil.${own_host}`]) {
      const page = await openForeignPage(context, host, other.port);
      const found = await attackFrom(page, world.console.url);
      assert.equal(
        found,
        {
          get: 'TypeError',
          page: 'TypeError',
          json: 'TypeError',
          plain: 'TypeError',
          form: 'sent',
          base64Xml: 'sent',
          beacon: true,
          frame: 'SecurityError',
          mail_frame: 'SecurityError',
          script: 'refused',
          data: 'refused',
          style: 'refused',
        },
        host,
      );
      // Each frame shows the error response, and no page of the console.
      const shown: string[] = [];
      for (const frame of page.frames().slice(1)) {
        const { msg } = JSON.parse((await frame.locator('pre').textContent()) ?? '');
        shown.push(`${new URL(frame.url()).pathname}: ${msg}`);
      }
      assert.equal(
        shown.sort(),
        ['/admin/sessions/revoke', '/admin/sessions/revoke', '/mail_frame.html', '/users'].map(
          (path) => `${path}: Pages of other origins may not use the console.`,
        ),
        host,
      );
      await page.close();
    }
    assert.is(await liveSessions(), before, 'no session was revoked');
    const me = await own.evaluate(`fetch('/admin/me').then(({ status }) => status)`);
    assert.is(me, 200, 'the console itself goes on');
  } finally {
    await context.close();
    other.close();
  }
});

test('a window that another page opens is cut off from it, and shows the sign-in only', async () => {
  if (stage.browser === null) return cannotRun('windows of other pages', 'no Chromium on this machine');
  const other = await startOtherServer();
  const context = await stage.browser.newContext();
  try {
    const own = await context.newPage();
    await own.goto(world.console.link() ?? '');
    await own.locator('.rail').waitFor();
    const page = await openForeignPage(context, '127.0.0.1', other.port);
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(`void (window.opened = window.open(${JSON.stringify(`${world.console.url}/users`)}))`),
    ]);
    await opened.locator('main').waitFor();
    assert.is(await opened.evaluate('window.opener'), null);
    // The opener loses the window.
    await page.waitForFunction('window.opened.closed');
    const data = await context.newPage();
    await data.goto(`http://127.0.0.1:${other.port}/`);
    await data.evaluate(`void (location.href = ${JSON.stringify(`${world.console.url}/admin/users`)})`);
    await data.waitForURL(/admin\/users/);
    assert.match((await data.locator('body').textContent()) ?? '', 'Pages of other origins may not use the console.');
  } finally {
    await context.close();
    other.close();
  }
});

test('a server of another user of this machine, on another port, never gets the cookie', async () => {
  if (stage.browser === null) return cannotRun('cookies of other ports', 'no Chromium on this machine');
  const other = await startOtherServer();
  const context = await stage.browser.newContext();
  const faults = collectPageFaults(context, [
    world.console.url,
    ...['127.0.0.1', 'localhost', 'console.localhost'].map((host) => `http://${host}:${other.port}`),
  ]);
  try {
    const own = await context.newPage();
    await own.goto(world.console.link() ?? '');
    await own.locator('.rail').waitFor();
    assert.is((await context.cookies(world.console.url)).length, 1);
    for (const host of ['127.0.0.1', 'localhost', 'console.localhost'])
      await openForeignPage(context, host, other.port);
    const pages = other.requests.filter(({ url }) => url === '/');
    assert.is(pages.length, 3);
    for (const { headers } of other.requests) assert.is(headers.cookie, undefined, headers.host);
    assert.equal(faults, []);
  } finally {
    await context.close();
    other.close();
  }
});

test.run();
