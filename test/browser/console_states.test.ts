// The console on a phone, and the states of accounts, in a browser against a real server.
// runner: alone when=console,gateway,core
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { findAccessibilityViolations } from '../support/clients/browser.ts';
import { confirmedUser } from '../support/processes/stack.ts';
import { openConsoleStage, performAction } from './console_stage.ts';

const stage = await openConsoleStage();
const { story, open } = stage;
const { stack } = stage.world;
test.after(() => stage.close());

story(
  'on a phone, lists offer their actions, times and users, and the way out is visible',
  { width: 390 },
  async (page) => {
    const person = await confirmedUser(stack);
    const whole = async (path: string): Promise<void> => {
      await open(page, path);
      await page.getByRole('row').nth(1).waitFor();
      assert.is(await page.evaluate('document.documentElement.scrollWidth'), 390, `${path} is as wide as the window`);
    };
    await whole('/sessions');
    await performAction(page, `End the session of ${person.email}`, 'auth_api.end_sessions', 'End the session');
    await whole('/webhooks');
    await page
      .getByRole('button', { name: /^Drop user/ })
      .first()
      .waitFor();
    const event = page.getByRole('table', { name: 'Events' }).getByRole('row').nth(1);
    await event.getByRole('link').filter({ visible: true }).waitFor();
    await event.locator('time').filter({ visible: true }).waitFor();
    await whole('/messages');
    await page.getByRole('row').nth(1).locator('time').filter({ visible: true }).waitFor();
    await whole('/audit?action=token_revoked');
    await page.getByRole('link', { name: person.email }).filter({ visible: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out of the console' }).waitFor();
  },
);

story(
  'on a phone, the icon of More has an area, and the parts of source lines do not touch',
  { width: 390 },
  async (page) => {
    for (const path of ['/overview', '/messages', '/webhooks', `/users/${stage.world.person}`]) {
      await open(page, path);
      await page.locator('main .source-bar').first().waitFor();
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
      const found = await page.evaluate(`{
      const boxes = (selector, at = document) => [...at.querySelectorAll(selector)]
        .map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width > 0 && height > 0);
      const apart = (a, b) => b.left - a.right >= 4 || a.left - b.right >= 4 || b.top >= a.bottom || a.top >= b.bottom;
      const bars = boxes('main .source-bar');
      const near = bars.filter((bar, i) => bars.slice(i + 1).some((other) => !apart(bar, other))).length;
      const touching = [...document.querySelectorAll('main .source-bar')].flatMap((bar) => {
        const parts = boxes(':scope > :not(.grow)', bar);
        return parts.filter((part, i) => parts.slice(i + 1).some((other) => !apart(part, other)));
      });
      const path = document.querySelector('.tabs button path');
      const { width, height } = path.getBBox();
      ({ near, touching: touching.length, width, height, stroke: getComputedStyle(path).stroke });
    }`);
      const { near, touching, width, height, stroke } = found as Record<string, number | string>;
      assert.equal({ near, touching }, { near: 0, touching: 0 }, path);
      assert.ok(Number(width) >= 12 && Number(height) >= 2, `the icon is ${width} x ${height}`);
      assert.not.match(String(stroke), /none|, 0\)$/);
    }
  },
);

story('an account that its organization has deactivated is shown as such, and explained', {}, async (page) => {
  const person = await confirmedUser(stack);
  await stack.db.sql`update auth.users set deprovisioned_at = '2026-11-20 10:00+00' where id = ${person.id}`;
  await open(page, `/users?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('row').filter({ hasText: person.email }).getByText('deactivated', { exact: true }).waitFor();
  await open(page, `/users/${person.id}`);
  await page.getByRole('heading', { name: person.email }).getByText('deactivated', { exact: true }).waitFor();
  await page.getByText('The organization of this user has deactivated the account.').waitFor();
  await page.getByRole('region', { name: 'Account' }).getByText('20 Nov, 10:00 UTC').waitFor();
  assert.equal(await findAccessibilityViolations(page), []);
  await page.getByRole('link', { name: 'Check rule by rule' }).click();
  await page.getByRole('heading', { name: 'A sign-in would be refused now' }).waitFor();
  await page.getByText('until it activates the account again').waitFor();
  await page.locator('.checks li.bad', { hasText: 'The organization of the user has not deactivated' }).waitFor();
  assert.is(await page.getByRole('button', { name: 'End the ban' }).count(), 0, 'there is no ban to end');
});

story('an empty list says whether a filter hides its rows, and templates have readable names', {}, async (page) => {
  await open(page, '/messages?state=expired');
  await page.getByText('No message matches the filter.').waitFor();
  await open(page, '/webhooks?state=delivered');
  await page.getByText('No event matches the filter.').waitFor();
  await open(page, '/templates');
  await page.getByRole('link', { name: 'OAuth grant' }).waitFor();
});

story('the sessions of a user and the providers of organizations are read in pages of 50', {}, async (page) => {
  const { sql } = stack.db;
  const person = await confirmedUser(stack);
  await sql`insert into auth.sessions (user_id, id, amr, created_at)
    select ${person.id}, gen_random_uuid(), '[]', now() - n * interval '1 minute' from generate_series(1, 60) as n`;
  await open(page, `/users/${person.id}`);
  await page.getByText('50 open among the newest 50. Ended sessions are kept for a while.').waitFor();
  assert.is(await page.getByRole('button', { name: /^End the session/ }).count(), 50);
  await sql`insert into auth.sso_providers (id, name, entity_id, metadata_xml, certificates, sso_url, fetched_at, created_at, updated_at)
    select gen_random_uuid(), 'Organization ' || n, 'https://idp' || n || '.example.com', '<EntityDescriptor/>', '[{}]', 'https://idp.example.com/sso',
      now(), now() + n * interval '1 s', now() from generate_series(1, 60) as n`;
  await open(page, '/providers');
  await page.getByText('Organization 49', { exact: true }).waitFor();
  assert.is(await page.getByText('Organization 50', { exact: true }).count(), 0);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('Organization 60', { exact: true }).waitFor();
  assert.equal(await findAccessibilityViolations(page), []);
  await page.goBack();
  await page.getByText('Organization 49', { exact: true }).waitFor();
  await page.goForward();
  await page.getByRole('button', { name: 'First page' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'northwind.example' });
  await row.getByRole('button', { name: 'Test Northwind' }).waitFor();
  const { body } = await stack.get('/admin/providers', SERVICE);
  assert.is(body.saml_enabled, true);
  await page.route('**/admin/providers', (route) => route.fulfill({ json: { ...body, saml_enabled: false } }));
  await open(page, '/providers');
  await page.getByText('SVC_SAML_ENABLED is off: nobody signs in there').waitFor();
  await row.getByRole('button', { name: /^Delete/ }).waitFor();
  assert.equal(await row.getByRole('button').allTextContents(), ['Delete']);
});

story('refused requests and suppressed addresses of earlier days are read in pages', {}, async (page) => {
  const { sql } = stack.db;
  await sql`insert into auth.refusals (at, id, request_id, route, code, status, ip)
    select now() - interval '3 days' - n * interval '1 s', gen_random_uuid(), 'old-' || n, 'POST /token', 'captcha_failed', 400, '198.51.100.200'
    from generate_series(1, 60) as n`;
  await open(page, '/why?q=198.51.100.200');
  const refusals = page.getByRole('region', { name: 'Requests from there that were refused', exact: true });
  const explained = refusals.getByRole('link', { name: 'Explain' });
  await explained.nth(49).waitFor();
  await refusals.getByRole('button', { name: 'Next page' }).click();
  await explained.nth(49).waitFor({ state: 'detached' });
  await explained.nth(9).waitFor();
  assert.is(await explained.count(), 10);
  await page.route('**/admin/refusals?*', (route) =>
    route.fulfill({ json: { refusals: [], pagination: { has_more: true, next_cursor: 'next' } } }),
  );
  await open(page, '/why?q=captcha_failed');
  await page.getByText('The search has not read everything yet.').waitFor();
  assert.is(await page.getByText('in the last seven days').count(), 0, 'rows that were not read may exist');
  await page.unroute('**/admin/refusals?*');
  await page.getByRole('button', { name: 'Next page' }).waitFor();
  await open(page, '/why?q=203.0.113.254');
  await page.getByText('None in the last seven days.').waitFor();

  await sql`insert into auth.suppressions (address, reason, created_at)
    select 'gone' || n || '@example.com', 'bounced', now() - n * interval '1 min' from generate_series(1, 60) as n`;
  await open(page, '/messages');
  const suppressed = page.getByRole('region', { name: 'Suppressed addresses', exact: true });
  const allow = suppressed.getByRole('button', { name: /^Allow mails/ });
  await allow.nth(49).waitFor();
  await suppressed.getByRole('button', { name: 'Next page' }).click();
  await suppressed.getByText('gone60@example.com').waitFor();
  assert.is(await allow.count(), 10);
  await open(page, '/messages?address=gone55@example.com');
  await suppressed.getByText('gone55@example.com').waitFor();
  assert.is(await allow.count(), 1);
  await open(page, '/messages?address=nobody@example.com');
  await suppressed.getByText('This address is not suppressed.').waitFor();
  assert.equal(await findAccessibilityViolations(page), []);
});

story('all messages with an answer are retried although the first page has none of them', {}, async (page) => {
  const cursors: (string | null)[] = [];
  await page.route(/\/admin\/messages\?.*limit=200/, (route) => {
    const url = new URL(route.request().url());
    cursors.push(url.searchParams.get('cursor'));
    if (cursors.length === 1)
      return route.fulfill({ json: { messages: [], pagination: { has_more: true, next_cursor: 'second' } } });
    url.searchParams.delete('cursor');
    return route.continue({ url: url.href });
  });
  await stack.db.sql`update auth.messages set last_error = null, state = 'expired' where last_error like '550 5.7.1%'`;
  await open(page, '/messages');
  await page.getByRole('link', { name: 'no answer before it expired' }).click();
  await page.getByRole('button', { name: 'Expired', pressed: true }).waitFor();
  await page.getByRole('link', { name: '452 4.2.2 The mailbox is full' }).click();
  await page.getByRole('button', { name: 'Retry all…' }).click();
  const answer = page.getByRole('dialog').or(page.locator('.toast'));
  await answer.first().waitFor();
  assert.match((await answer.first().textContent()) ?? '', /Retry \d+ message|can be retried/);
  assert.equal(cursors, [null, 'second']);
});

story('an error leads to the rules that answer with it, and names and sources are complete', {}, async (page) => {
  await open(page, '/messages');
  await page.getByLabel('Address to suppress').fill('no address @');
  await page.getByRole('button', { name: 'Suppress…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('What will happen').waitFor();
  await dialog.getByRole('button', { name: 'Suppress', exact: true }).click();
  await dialog.getByRole('alert').getByRole('link', { name: 'validation_failed' }).click();
  await page.getByRole('heading', { name: 'validation_failed', exact: true }).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('.verdict .source').getByText('auth.tallies').waitFor();

  await open(page, '/why?q=other');
  await page.getByRole('heading', { name: 'other', exact: true }).waitFor();
  assert.is(await page.getByRole('region', { name: 'Rules that answer with it' }).count(), 0);
  for (const [q, searched] of [
    ['404', 'the id of a request, a user or a message'],
    ['no_such_code', 'an error code'],
  ]) {
    await open(page, `/why?q=${q}`);
    await page.getByText(`${q} was searched as ${searched}.`).waitFor();
  }

  await open(page, '/users/00000000-0000-4000-8000-000000000000');
  await page.getByRole('alert').getByRole('link', { name: 'user_not_found' }).click();
  await page.getByRole('heading', { name: 'user_not_found', exact: true }).waitFor();

  const person = await confirmedUser(stack);
  await stack.db.sql`insert into auth.factors (user_id, id, factor_type, status, created_at, updated_at)
    values (${person.id}, gen_random_uuid(), 'recovery_code', 'verified', now(), now())`;
  await open(page, `/users/${person.id}`);
  await page.getByText('Recovery codes, verified').waitFor();

  await open(page, '/overview');
  const plot = page.getByRole('region', { name: 'Sign-ins and refusals', exact: true });
  await page.getByRole('region', { name: 'Why requests were refused' }).locator('.bars').waitFor();
  await plot.getByRole('button', { name: 'SQL' }).click();
  const shown = (await plot.getByRole('region', { name: 'SQL' }).textContent()) ?? '';
  assert.match(shown, ' as sign_ins');
  assert.match(shown, ' as refused');
  await open(page, '/webhooks');
  await page.locator('.source').getByText('auth.webhooks, auth.webhook_events').waitFor();
});

story('a user is found by phone number, also as people write it', {}, async (page) => {
  const made = await stack.post('/admin/users', { phone: '+15557654321', phone_confirm: true }, SERVICE);
  assert.is(made.status, 200);
  await open(page, '/overview');
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search' }).fill('+1 (555) 765-4321');
  await page.getByRole('option', { name: '15557654321' }).click();
  await page.waitForURL(`**/users/${made.body.id}`);
});

story('a list of users that a filter empties does not say that there are no users', {}, async (page) => {
  await open(page, '/users?provider=zz');
  await page.getByText('Nobody has an identity of this provider.').waitFor();
});

test.run();
