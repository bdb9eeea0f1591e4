// Attacks on the console in a browser: markup in every field that a user or a provider can fill, and pages of other origins
// that frame the console, post to it or wait for its cookie.
// runner: alone when=console,gateway,core timeout=600
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { partsFor, requestOf } from '../flows/sso/journey.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { watched } from '../support/clients/browser.ts';
import { PASSWORD } from '../support/processes/console_world.ts';
import { bearer, confirmedUser } from '../support/processes/stack.ts';
import { encoded } from '../support/providers/saml_idp.ts';
import { openConsoleStage } from './console_stage.ts';

const stage = await openConsoleStage();
const { world, story, open } = stage;
const { stack } = world;
test.after(() => stage.close());

/** Markup that runs in every way that a text can; `mark` names the field in a failure. */
const hostile = (mark: string): string =>
  `"'><img src=x onerror="window.ran='${mark}'"><script>window.ran='${mark}'</script><svg onload="window.ran='${mark}'">`;

/** Fills every field that somebody other than an administrator chooses. Returns the pages that show them. */
async function fillEveryField(): Promise<string[]> {
  const { sql } = stack.db;
  const { id, email } = await confirmedUser(stack);
  // Whoever registers a client chooses its names; a client of an administrator has a logo.
  await world.approveClient(email, {
    client_name: hostile('client'),
    client_uri: 'https://elsewhere.example/home',
    logo_uri: 'https://elsewhere.example/logo.png',
  });
  const agent = { 'User-Agent': hostile('agent'), 'X-Forwarded-For': '198.51.100.99' };
  const signed = await stack.post('/token?grant_type=password', { email, password: PASSWORD }, agent);
  const token = bearer(signed.body.access_token);
  await stack.request(
    'PUT',
    '/user',
    { data: { full_name: hostile('name'), [hostile('key')]: [hostile('value')] } },
    token,
  );
  const enrolled = await stack.post('/factors', { factor_type: 'totp', friendly_name: hostile('factor') }, token);
  assert.is(enrolled.status, 200, enrolled.text);
  await sql`insert into auth.identities (id, user_id, provider, subject, identity_data, created_at, updated_at)
    values (gen_random_uuid(), ${id}, 'keycloak', ${hostile('subject')}, ${sql.json({ name: hostile('identity'), avatar_url: 'javascript:window.ran=1', email: hostile('email') })}, now(), now())`;

  const { id: organization, idp } = await world.addOrganization({
    name: hostile('organization'),
    domains: ['hostile.example'],
  });
  await stack.request(
    'PUT',
    `/admin/sso/providers/${organization}`,
    { attribute_mapping: { keys: { full_name: { name: 'displayName' }, email: { name: 'mail' } } } },
    SERVICE,
  );
  const departure = await stack.post('/sso', {
    provider_id: organization,
    redirect_to: 'http://localhost:3000/welcome',
    skip_http_redirect: true,
  });
  const request = requestOf(String(departure.body.url));
  const mail = `${randomUUID()}@hostile.example`;
  const attributes = { mail, displayName: hostile('attribute').replaceAll('<', '&lt;').replaceAll('>', '&gt;') };
  const fields = { SAMLResponse: encoded(idp.respond(partsFor(request, { attributes }))), RelayState: request.relay };
  const arrived = await stack.request('POST', '/sso/saml/acs', new URLSearchParams(fields).toString(), {
    'Content-Type': 'application/x-www-form-urlencoded',
  });
  const location = arrived.headers.get('location') ?? '';
  assert.match(location, 'access_token', location || arrived.text);
  const [employee] =
    await sql`select u.id, u.raw_user_meta_data ->> 'full_name' as name from auth.users as u where u.email = ${mail}`;
  assert.is(employee?.name, hostile('attribute'), 'the attribute is what the provider sent');

  // Answers of the servers of others, and what a client sends.
  await sql`update auth.messages as m set state = 'failed', leased_until = null, finished_at = now(), last_error = ${hostile('smtp')} where m.user_id = ${world.person}`;
  await sql`insert into auth.suppressions (address, reason, created_at) values (${`"${'<b>x</b>'}"@example.com`}, ${hostile('reason')}, now())`;
  await sql`insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, tries, last_error, created_at, finished_at)
    select gen_random_uuid(), w.id, ${id}, 'user.updated', '{}', pg_current_xact_id(), 'failed', 9, ${hostile('webhook')}, now(), now() from auth.webhooks as w limit 1`;
  await sql`insert into auth.refusals (at, id, request_id, route, function, name, code, status, user_id, ip, user_agent)
    values (now(), gen_random_uuid(), ${hostile('request')}, ${hostile('route')}, null, null, ${hostile('code')}, 400, ${id}, '198.51.100.99', ${hostile('agent')})`;
  await sql`insert into auth.audit_log (created_at, id, actor_id, actor_username, actions, traits, user_agent, request_id)
    values (now(), gen_random_uuid(), ${id}, ${hostile('actor')}, '{user_modified}', ${sql.json({ user_id: world.person, user_email: hostile('about'), changed: [hostile('changed')] })}, ${hostile('agent')}, ${hostile('request')})`;
  await sql`insert into auth.tallies (day, hour, kind, name, outcome, count)
    values (current_date, extract(hour from now() at time zone 'UTC')::integer, 'refusal', ${hostile('tally')}, 'POST /token', 900)`;
  const text = encodeURIComponent(hostile('query'));
  return [
    `/users/${id}`,
    `/users/${employee?.id}`,
    `/users?provider=${text}`,
    `/users?q=${text}`,
    `/why?q=${text}`,
    `/why?q=${encodeURIComponent(hostile('request'))}`,
    '/why?q=198.51.100.99',
    `/sessions?ip=198.51.100.99`,
    `/audit?action=${text}&actor=${text}`,
    `/messages?error=${text}&address=${text}`,
    `/messages?address=${encodeURIComponent(world.address)}`,
    '/webhooks?state=failed',
    `/rules/${text}`,
    `/templates/${text}/default`,
    ...world.pages,
  ];
}

/** Asserts that no text became markup and no link leads elsewhere. */
async function assertHarmless(page: Page, what: string): Promise<void> {
  const found = await page.evaluate<object>(`({
    ran: window.ran ?? null,
    elements: [...document.querySelectorAll('main img, main script, main [onerror], main [onload]')].map((one) => one.outerHTML),
    links: [...document.querySelectorAll('a[href]')].map(({ href }) => href).filter((href) => new URL(href).origin !== location.origin),
    wide: document.documentElement.scrollWidth > innerWidth,
  })`);
  assert.equal(found, { ran: null, elements: [], links: [], wide: false }, what);
}

let filled: Promise<string[]> | null = null;
const everyField = (): Promise<string[]> => {
  filled ??= fillEveryField();
  return filled;
};

for (const width of [1280, 390])
  story(`markup in the fields of users and providers is text on every page, ${width} px`, { width }, async (page) => {
    const pages = await everyField();
    for (const path of pages) {
      await open(page, path);
      await page.locator('main h1, main h2, main .empty').first().waitFor();
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
      await assertHarmless(page, path);
    }
    // The texts are there: a page that shows nothing would be harmless too.
    await open(page, pages[0] ?? '');
    for (const mark of ['name', 'client', 'factor', 'agent'])
      await page.locator('main').getByText(`window.ran='${mark}'`).first().waitFor();
    await page.getByRole('button', { name: 'End the access of' }).click();
    await page.getByText('What will happen').waitFor();
    await assertHarmless(page, 'the dialog');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('window.ran');
    await page.getByRole('option').filter({ hasText: 'window.ran' }).first().waitFor();
    await assertHarmless(page, 'the search');
    await page.keyboard.press('Escape');
    await open(page, '/providers');
    await page.locator('main').getByText("window.ran='organization'").first().waitFor();
  });

/** A server of somebody else on this machine. It answers every request with a page, and keeps what it got. */
async function otherServer() {
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

/** What a page of another origin tries with a browser whose owner is signed in to the console. */
async function attackFrom(page: Page, console_url: string): Promise<Record<string, unknown>> {
  return page.evaluate(`(async () => {
    const at = ${JSON.stringify(console_url)};
    const said = async (work) => { try { return await work(); } catch (error) { return error.name; } };
    const read = (path, options) => said(() => fetch(at + path, { credentials: 'include', ...options }).then((answer) => answer.type + ' ' + answer.status));
    const loaded = (tag, attributes) => new Promise((resolve) => {
      const element = Object.assign(document.createElement(tag), attributes, { onload: () => resolve('loaded'), onerror: () => resolve('refused') });
      document.body.append(element);
      setTimeout(() => resolve('nothing'), 3000);
    });
    const framed = (path) => new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.src = at + path;
      frame.onload = () => resolve(said(() => frame.contentWindow.document.title));
      document.body.append(frame);
      setTimeout(() => resolve('nothing'), 3000);
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
      encoded: await posted('/admin/sessions/revoke', { role: 'authenticated' }, 'application/x-www-form-urlencoded'),
      beacon: navigator.sendBeacon(at + '/admin/sessions/revoke', '{}'),
      frame: await framed('/users'),
      mail_frame: await framed('/mail_frame.html'),
      script: await loaded('script', { src: at + '/main.ts', type: 'module' }),
      data: await loaded('script', { src: at + '/admin/me' }),
      style: await loaded('link', { rel: 'stylesheet', href: at + '/styles/base.css' }),
    };
  })()`);
}

async function foreignPage(context: BrowserContext, host: string, port: number): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`http://${host}:${port}/`);
  return page;
}

test('a page of another origin reads nothing, frames nothing and changes nothing in a browser that is signed in', async () => {
  if (stage.browser === null) return;
  const other = await otherServer();
  const context = await stage.browser.newContext();
  try {
    const own = await context.newPage();
    await own.goto(world.console.link() ?? '');
    await own.locator('.rail').waitFor();
    const before = await liveSessions();
    assert.ok(before > 0);
    const own_host = new URL(world.console.url).hostname;
    for (const host of ['127.0.0.1', 'localhost', 'evil.localhost', `evil.${own_host}`]) {
      const page = await foreignPage(context, host, other.port);
      const found = await attackFrom(page, world.console.url);
      assert.equal(
        found,
        {
          get: 'TypeError',
          page: 'TypeError',
          json: 'TypeError',
          plain: 'TypeError',
          form: 'sent',
          encoded: 'sent',
          beacon: true,
          frame: found.frame,
          mail_frame: found.mail_frame,
          script: 'refused',
          data: 'refused',
          style: 'refused',
        },
        host,
      );
      // A frame whose document is not the attacker's: an error page, or the refusal.
      for (const frame of page.frames().slice(1))
        assert.not.match(await frame.content().catch(() => ''), /Postern|class="rail"|<main/, host);
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
  if (stage.browser === null) return;
  const other = await otherServer();
  const context = await stage.browser.newContext();
  try {
    const own = await context.newPage();
    await own.goto(world.console.link() ?? '');
    await own.locator('.rail').waitFor();
    const page = await foreignPage(context, '127.0.0.1', other.port);
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(`void (window.opened = window.open(${JSON.stringify(`${world.console.url}/users`)}))`),
    ]);
    await opened.locator('main').waitFor();
    assert.is(await opened.evaluate('window.opener'), null);
    assert.is(await page.evaluate('window.opened.closed'), true, 'the opener has lost the window');
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
  if (stage.browser === null) return;
  const other = await otherServer();
  const context = await stage.browser.newContext();
  const faults = watched(context, [
    world.console.url,
    ...['127.0.0.1', 'localhost', 'console.localhost'].map((host) => `http://${host}:${other.port}`),
  ]);
  try {
    const own = await context.newPage();
    await own.goto(world.console.link() ?? '');
    await own.locator('.rail').waitFor();
    assert.is((await context.cookies(world.console.url)).length, 1);
    for (const host of ['127.0.0.1', 'localhost', 'console.localhost']) await foreignPage(context, host, other.port);
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
